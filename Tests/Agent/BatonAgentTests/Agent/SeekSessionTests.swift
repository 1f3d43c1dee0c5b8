// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonLog
@testable import BatonRouting
@testable import BatonSettings

/// Begin and end of seeking: the steps and their times (rules MPRIS28 and MPRIS29).
@MainActor @Suite struct SeekSessionTests {
    /// A player on a bus, and a clock that the test moves.
    @MainActor final class Rig {
        let stage: AgentStage
        let player: StagePlayer
        let clock = ManualClock()
        let reactor: Reactor
        let window = MediaWindow(order: RoutingOrder(policy: .playing))
        let responder: PlayerResponder
        let seeking: SeekSessions
        private let registry: PlayerRegistry
        private let log: Log
        private(set) var session: SeekSession?
        /// What the sessions begin with.
        var steps = Configuration.Seek()

        /// The offsets of the steps in µs, in order.
        @MainActor final class Log {
            var offsets: [Int64] = []
            var replies: [CallQueue.Reply] = []
            /// Whether the player replies to steps at once.
            var answers = true
        }

        /// - Parameters:
        ///   - length: of the track; 0 for none.
        ///   - limit: how many calls to the player may be in flight.
        init(position: Int64 = 60_000_000, length: Int64 = 0, limit: Int = 256) throws {
            let stage = try AgentStage(nil)
            self.stage = stage
            player = try stage.player("player")
            let metadata: [(String, Value)] = length > 0 ? [("mpris:length", .int64(length))] : []
            player.change([("Metadata", .vardict(metadata)), ("Position", .int64(position))])
            let registry = PlayerRegistry(connection: try stage.connect())
            self.registry = registry
            registry.start()
            let name = player.name
            try #require(stage.turn { registry[name]?.isAnswered == true })
            let proxy = try #require(registry[name])
            reactor = try Reactor(clock: clock)
            let log = Log()
            self.log = log
            let queue = CallQueue(limit: { limit }, ledger: SenderLedger(limit: 100)) { message, reply in
                let offset = (try? message.arguments())?.first?.asInt64
                log.offsets.append(offset ?? 0)
                if log.answers {
                    reply(.success(.signal(path: "/", interface: "a.b", member: "C")))
                } else {
                    log.replies.append(reply)
                }
            }
            seeking = SeekSessions(reactor: reactor, window: window, steps: Configuration.Seek())
            responder = PlayerResponder(player: proxy, queue: queue, seeking: seeking)
            window.add(responder, as: RoutingEntry(id: responder.id))
        }

        var offsets: [Int64] { log.offsets }

        func holdAnswers() { log.answers = false }

        func answerHeld(_ error: DBusError? = nil) {
            log.answers = true
            for reply in log.replies {
                reply(error.map { .failure($0) } ?? .success(.signal(path: "/", interface: "a.b", member: "C")))
            }
            log.replies = []
        }

        /// Sends the player another call, which has the offset 0 among those of the steps.
        func sendAnotherCall() throws {
            let message = responder.player.message(PlayerInterface.player.name, "Next")
            try responder.queue.submit(message, from: nil) { _ in }
        }

        func begin(_ direction: SeekDirection) {
            session = SeekSession(
                direction, at: responder, sender: nil, steps: steps, reactor: reactor
            ) { _ in }
        }

        /// Advances the clock in steps of 50 ms.
        func pass(_ duration: Duration) throws {
            var passed = Duration.zero
            while passed < duration {
                clock.advance(by: .milliseconds(50))
                passed += .milliseconds(50)
                try reactor.turn(timeout: .zero)
            }
        }
    }

    @Test("MPRIS28: a step at once, then every 250 ms: 2 s, 4 s after two seconds, 8 s after five")
    func steps() throws {
        let rig = try Rig()
        rig.begin(.forward)
        #expect(rig.offsets == [2_000_000])
        try rig.pass(.milliseconds(200))
        #expect(rig.offsets.count == 1)
        try rig.pass(.milliseconds(1800))
        // Within the tolerance of a timer.
        #expect((7...9).contains(rig.offsets.count))
        #expect(rig.offsets.dropLast().allSatisfy { $0 == 2_000_000 })
        try rig.pass(.seconds(3))
        #expect(rig.offsets.contains(4_000_000))
        #expect(!rig.offsets.dropLast().contains(8_000_000))
        try rig.pass(.seconds(1))
        #expect(rig.offsets.last == 8_000_000)
        #expect((22...26).contains(rig.offsets.count))
        #expect(rig.offsets == rig.offsets.sorted())
    }

    @Test("MPRIS28: the end stops the steps at once")
    func end() throws {
        let rig = try Rig()
        rig.begin(.forward)
        try rig.pass(.seconds(1))
        rig.session?.end()
        let count = rig.offsets.count
        try rig.pass(.seconds(2))
        #expect(rig.offsets.count == count)
    }

    @Test("MPRIS28: backward never goes below zero")
    func backward() throws {
        let rig = try Rig(position: 1_200_000)
        rig.begin(.backward)
        #expect(rig.offsets == [-1_200_000])
    }

    @Test("MPRIS28: the first step is as long as hold-step says, also if time passes while it is made")
    func firstStep() throws {
        let rig = try Rig()
        rig.clock.step = .nanoseconds(100)
        rig.steps.holdSteps = [SeekStep(.seconds(10), after: .zero), SeekStep(.seconds(30), after: .seconds(2))]
        rig.begin(.forward)
        #expect(rig.offsets == [10_000_000])
        try rig.pass(.seconds(1))
        #expect(rig.offsets.count > 3 && rig.offsets.allSatisfy { $0 == 10_000_000 })
    }

    @Test("MPRIS28: backward ends at the beginning of the track, after one step if it begins there")
    func beginning() throws {
        let rig = try Rig(position: 3_000_000)
        rig.holdAnswers()
        rig.begin(.backward)
        #expect(rig.offsets == [-2_000_000])
        // The jump that the player made.
        rig.player.change([("Position", .int64(0))])
        let player = rig.responder.player
        try #require(rig.stage.turn { player.position(at: rig.reactor.now) == 0 })
        rig.answerHeld()
        try rig.pass(.seconds(2))
        #expect(rig.offsets == [-2_000_000] && rig.session?.isOver == true)
        let there = try Rig(position: 0)
        there.begin(.backward)
        try there.pass(.seconds(2))
        #expect(there.offsets == [-2_000_000] && there.session?.isOver == true)
    }

    @Test("MPRIS28: backward ends at the beginning of the track, although the player plays on from there")
    func beginningWhilePlaying() throws {
        let rig = try Rig(position: 3_000_000)
        rig.player.change([("PlaybackStatus", .string("Playing"))])
        let player = rig.responder.player
        try #require(rig.stage.turn { player.status == .playing })
        rig.begin(.backward)
        try rig.pass(.seconds(3))
        #expect(rig.offsets.count == 2 && rig.session?.isOver == true, "\(rig.offsets)")
    }

    @Test("MPRIS28: a player that cannot seek any more ends it")
    func cannotSeek() throws {
        let rig = try Rig()
        rig.begin(.forward)
        try rig.pass(.seconds(1))
        let count = rig.offsets.count
        let player = rig.responder.player
        rig.player.change([("CanSeek", .boolean(false))])
        try #require(rig.stage.turn { !player.capabilities.contains(.seek) })
        try rig.pass(.seconds(2))
        #expect(rig.offsets.count == count && rig.session?.isOver == true)
    }

    @Test("MPRIS6, MPRIS28: forward stops a second before the end, where Seek would act as Next")
    func trackEnd() throws {
        let near = try Rig(position: 57_500_000, length: 60_000_000)
        near.begin(.forward)
        #expect(near.offsets == [1_500_000])
        let past = try Rig(position: 59_500_000, length: 60_000_000)
        past.begin(.forward)
        try past.pass(.seconds(1))
        #expect(past.offsets == [])
    }

    @Test("MPRIS28: it stops by itself after 30 s, because a source may die with its button down")
    func limit() throws {
        let rig = try Rig(position: 0)
        rig.begin(.forward)
        try rig.pass(.seconds(31))
        let count = rig.offsets.count
        #expect(count > 100)
        try rig.pass(.seconds(10))
        #expect(rig.offsets.count == count)
    }

    @Test("MPRIS28: the 30 s count from the press, also if it waits until the player takes it")
    func thirtySecondsFromThePress() throws {
        let rig = try Rig()
        let press = CommandEvent(.beginSeekingForward, timestamp: .zero, input: .control, sender: nil)
        rig.seeking.offer(press)
        try rig.pass(.seconds(10))
        rig.seeking.begin(.forward, at: rig.responder, for: press)
        try rig.pass(.seconds(19))
        let before = rig.offsets.count
        try rig.pass(.milliseconds(500))
        #expect(rig.offsets.count > before)
        try rig.pass(.seconds(1))
        let after = rig.offsets.count
        try rig.pass(.seconds(5))
        #expect(rig.offsets.count == after)
    }

    @Test("MPRIS28: a press that has waited for 30 s until the player takes it makes no step")
    func tooLate() throws {
        let rig = try Rig()
        let press = CommandEvent(.beginSeekingForward, timestamp: .zero, input: .control, sender: nil)
        rig.seeking.offer(press)
        try rig.pass(.seconds(31))
        rig.seeking.begin(.forward, at: rig.responder, for: press)
        try rig.pass(.seconds(1))
        #expect(rig.offsets == [])
    }

    @Test("MPRIS28: it stops when the responder leaves the chain")
    func leaves() throws {
        let rig = try Rig()
        rig.begin(.forward)
        rig.window.remove(rig.responder)
        try rig.pass(.seconds(2))
        #expect(rig.offsets.count == 1)
    }

    @Test("MPRIS29: a player that is slow to answer gets no second step on top of the first")
    func slow() throws {
        let rig = try Rig()
        rig.holdAnswers()
        rig.begin(.forward)
        try rig.pass(.seconds(1))
        #expect(rig.offsets.count == 1)
        rig.answerHeld()
        try rig.pass(.milliseconds(400))
        #expect(rig.offsets.count == 2)
    }

    @Test(
        "MPRIS28, MPRIS59: a step counts once, whether the player says where it is before its reply or not",
        arguments: [true, false])
    func toldFirst(isTold: Bool) throws {
        let rig = try Rig(position: 60_000_000, length: 600_000_000)
        let player = rig.responder.player
        rig.holdAnswers()
        rig.begin(.backward)
        if isTold {
            rig.player.emit(StagePlayer.player, "Seeked", [.int64(58_000_000)])
            try #require(rig.stage.turn { player.position(at: player.now) == 58_000_000 })
        }
        rig.answerHeld()
        #expect(player.position(at: player.now) == 58_000_000)
    }

    @Test("MPRIS28: a step that waits for its turn is not sent after the end")
    func waitingStep() throws {
        let rig = try Rig(limit: 1)
        rig.begin(.forward)
        rig.holdAnswers()
        try rig.sendAnotherCall()
        try rig.pass(.milliseconds(500))
        rig.session?.end()
        rig.answerHeld()
        #expect(rig.offsets == [2_000_000, 0])
        // The next call has its turn all the same.
        try rig.sendAnotherCall()
        #expect(rig.offsets == [2_000_000, 0, 0])
    }

    @Test("MPRIS28: a step that has waited for its turn is as long as it must be when it is sent")
    func lateStep() throws {
        let rig = try Rig(length: 600_000_000, limit: 1)
        rig.holdAnswers()
        try rig.sendAnotherCall()
        rig.begin(.forward)
        try rig.pass(.seconds(6))
        // Meanwhile another track has begun, which ends after 62 s, and is at 60 s (rule MPRIS97).
        let player = rig.responder.player
        rig.player.change([("Metadata", .vardict([("mpris:length", .int64(62_500_000))]))])
        rig.player.emit(StagePlayer.player, "Seeked", [.int64(60_000_000)])
        try #require(
            rig.stage.turn {
                player.metadata.length == 62_500_000 && player.position(at: player.now) == 60_000_000
            })
        rig.answerHeld()
        #expect(rig.offsets == [0, 1_500_000])
    }

    @Test("MPRIS28: the first step is a short one, however long it has waited for its turn")
    func lateFirstStep() throws {
        let rig = try Rig(limit: 1)
        rig.holdAnswers()
        try rig.sendAnotherCall()
        rig.begin(.forward)
        try rig.pass(.seconds(6))
        rig.answerHeld()
        #expect(rig.offsets == [0, 2_000_000])
    }

    @Test("MPRIS28: a first step whose turn comes after 30 s is not sent")
    func tooLateFirstStep() throws {
        let rig = try Rig(limit: 1)
        rig.holdAnswers()
        try rig.sendAnotherCall()
        rig.begin(.forward)
        try rig.pass(.seconds(31))
        rig.answerHeld()
        #expect(rig.offsets == [0])
    }

    @Test("MPRIS28: a call behind a step that is not sent any more has its turn")
    func behindDroppedStep() throws {
        let rig = try Rig(limit: 1)
        rig.begin(.forward)
        rig.holdAnswers()
        try rig.sendAnotherCall()
        try rig.pass(.milliseconds(500))
        try rig.sendAnotherCall()
        rig.session?.end()
        rig.answerHeld()
        #expect(rig.offsets == [2_000_000, 0, 0])
    }

    @Test("MPRIS28: an error of the player ends it")
    func error() throws {
        let rig = try Rig()
        rig.holdAnswers()
        rig.begin(.forward)
        rig.answerHeld(DBusError(.failed, "no"))
        try rig.pass(.seconds(2))
        #expect(rig.offsets.count == 1)
    }
}
