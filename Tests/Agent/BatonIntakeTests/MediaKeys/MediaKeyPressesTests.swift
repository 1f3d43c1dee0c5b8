// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonEvents
import BatonReactor
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonIntake
@testable import BatonRouting
@testable import BatonSettings

/// Media keys that are held, before the chain (rules KEYS23 and KEYS24).
@MainActor @Suite final class MediaKeyPressesTests {
    private let clock = ManualClock()
    private let reactor: Reactor
    private let inputs: InputRegistry
    private let input: Input
    private var trustsReleases = false
    private var log: [String] = []
    private var observation: Observation?
    private lazy var keys: MediaKeyPresses = {
        let keys = MediaKeyPresses(input, reactor: reactor) { [unowned self] in trustsReleases }
        keys.onOther = { [unowned self] in log.append("\($0)") }
        return keys
    }()

    init() throws {
        reactor = try Reactor(clock: clock)
        let window = MediaWindow(order: RoutingOrder(policy: .playing))
        let intake = CommandIntake(
            application: AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow()),
            launcher: Launcher(reactor: reactor, environment: [:]),
            seeking: SeekSessions(reactor: reactor, window: window, steps: Configuration.Seek()),
            longestHold: .milliseconds(200), isLocked: { false }, reactor: reactor)
        inputs = InputRegistry(intake: intake)
        input = inputs.add(.mediaKeys, name: "daemon")
        observation = intake.observe { [unowned self] in log.append("\($0.event.command)") }
        pass(10_000)
    }

    private func pass(_ milliseconds: Int) {
        for _ in 0..<milliseconds / 10 {
            clock.advance(by: .milliseconds(10))
            _ = try? reactor.turn(timeout: .zero)
        }
    }

    /// Reports a key as MATE does for two seconds.
    private func hold(_ key: MediaKey) {
        keys.pressed(key)
        pass(500)
        for _ in 0..<47 {
            keys.pressed(key)
            pass(30)
        }
    }

    @Test(
        "KEYS23: a key that is held for two seconds is one event",
        arguments: [
            (MediaKey.play, "togglePlayPause"), (.pause, "pause"), (.stop, "stop"), (.next, "nextTrack"),
            (.previous, "previousTrack"),
            (.loop, "loop"), (.shuffle, "shuffle"),
        ])
    func once(_ key: MediaKey, _ event: String) {
        hold(key)
        pass(1000)
        #expect(log == [event])
        keys.pressed(key)
        pass(200)
        #expect(log == [event, event])
    }

    @Test("KEYS23: a held key is one event if the program was kept from running after its first repetition")
    func pause() {
        keys.pressed(.next)
        pass(500)
        keys.pressed(.next)
        clock.advance(by: .milliseconds(300))
        for _ in 0..<10 { keys.pressed(.next) }
        pass(1000)
        #expect(log == ["nextTrack"])
    }

    @Test("KEYS24, MPRIS30: a seek key that is held is one step, and then seeks until it is up")
    func seeking() {
        hold(.fastForward)
        #expect(log == ["beginSeekingForward", "endSeekingForward", "beginSeekingForward"])
        pass(1000)
        #expect(log == ["beginSeekingForward", "endSeekingForward", "beginSeekingForward", "endSeekingForward"])
        log = []
        trustsReleases = true
        hold(.rewind)
        #expect(log == ["beginSeekingBackward"])
        keys.released(.rewind)
        #expect(log == ["beginSeekingBackward", "endSeekingBackward"])
        pass(1000)
        #expect(log == ["beginSeekingBackward", "endSeekingBackward"])
    }

    @Test("KEYS24: a seek key whose release is lost is up when its repetitions end")
    func lostRelease() {
        trustsReleases = true
        hold(.fastForward)
        #expect(log == ["beginSeekingForward"])
        pass(1000)
        #expect(log == ["beginSeekingForward", "endSeekingForward"])
    }

    @Test("KEYS24, B8: where the headset's own node seeks, the desktop's repetitions do not seek as well")
    func twoPaths() {
        let node = inputs.add(.evdev, name: "node")
        node.submit(.beginSeekingForward, at: reactor.now)
        hold(.fastForward)
        pass(1000)
        #expect(log == ["beginSeekingForward"])
        node.submit(.endSeekingForward, at: reactor.now)
        #expect(log == ["beginSeekingForward", "endSeekingForward"])
    }

    @Test("KEYS23: another key decides a press that waits, and what waits is dropped when the source goes")
    func others() {
        keys.pressed(.next)
        pass(300)
        keys.pressed(.next)
        keys.pressed(.play)
        #expect(log == ["nextTrack", "nextTrack", "togglePlayPause"])
        pass(300)
        keys.pressed(.play)
        keys.cancel()
        pass(300)
        #expect(log == ["nextTrack", "nextTrack", "togglePlayPause"])
        #expect(reactor.nextDeadline == nil)
    }
}
