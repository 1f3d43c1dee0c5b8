// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSession
@testable import BatonSettings

/// When the notification of what plays now comes, on a clock that the test moves (rule MPRIS43).
@MainActor @Suite struct NowPlayingTimesTests {
    @MainActor private final class Scene {
        let rig: SeekSessionTests.Rig
        let daemon: FakeNotifications
        let notice: NowPlayingNotice

        init() throws {
            rig = try SeekSessionTests.Rig()
            daemon = FakeNotifications(on: try rig.stage.connect())
            daemon.capabilities = ["body"]
            daemon.appear()
            let daemon = daemon
            try #require(rig.stage.turn { daemon.isThere })
            let notifications = NotificationClient(connection: rig.stage.client, reactor: rig.reactor)
            notice = NowPlayingNotice(window: rig.window, notifications: notifications, reactor: rig.reactor)
            var configuration = Configuration()
            configuration.notifications.nowPlaying = true
            notice.apply(configuration)
        }

        func pass(_ milliseconds: Int) {
            for _ in 0..<milliseconds / 10 {
                rig.clock.advance(by: .milliseconds(10))
                _ = try? rig.reactor.turn(timeout: .zero)
            }
        }

        /// A skip that the player answered after so many milliseconds; it told its new track after `change`.
        func skip(answeredAfter answer: Int = 20, tellsAfter change: Int?) {
            let event = CommandEvent(
                .nextTrack, timestamp: rig.reactor.now, input: .bluetooth, sender: nil, inputNumber: 7,
                device: "headset")
            if let change, change < answer {
                pass(change)
                notice.playerChanged(rig.responder, [.metadata])
            }
            pass(answer - min(change ?? 0, answer))
            notice.commandFinished(event, .handled(by: rig.responder.id), took: .milliseconds(answer))
            guard let change, change >= answer else { return }
            pass(change - answer)
            notice.playerChanged(rig.responder, [.metadata])
        }

        /// Whether a notification has come by now.
        var count: Int {
            // All that was sent is at the daemon when the bus has answered.
            try? rig.stage.settle(rig.stage.client)
            _ = try? rig.stage.settle(daemon.connection)
            return daemon.shown.count
        }
    }

    @Test("MPRIS43: a player that tells its track before it answers is shown as soon as one that tells it afterwards")
    func toldBefore() throws {
        for change in [10, 40] {
            let scene = try Scene()
            scene.skip(answeredAfter: 30, tellsAfter: change)
            scene.pass(100)
            #expect(scene.count == 0)
            scene.pass(60)
            #expect(scene.count == 1, "\(change)")
        }
    }

    @Test("MPRIS43: what the player told before the skip is not its answer to it")
    func toldLongBefore() throws {
        let scene = try Scene()
        scene.notice.playerChanged(scene.rig.responder, [.metadata])
        scene.pass(500)
        scene.skip(tellsAfter: nil)
        scene.pass(1900)
        #expect(scene.count == 0)
        scene.pass(200)
        #expect(scene.count == 1)
    }

    @Test("MPRIS43: in a row of skips something is shown every two seconds", arguments: [100, 200, 280])
    func row(_ change: Int) throws {
        let scene = try Scene()
        for _ in 0..<30 {
            scene.skip(tellsAfter: change)
            // The daemon has answered: a notification waits for the answer to the one before.
            _ = scene.count
        }
        let count = scene.count
        #expect(count >= change * 30 / 2000 - 1 && count > 0, "\(count)")
    }
}
