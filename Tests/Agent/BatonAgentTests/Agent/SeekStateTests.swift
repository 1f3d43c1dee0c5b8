// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSettings

/// The states of a seek button that is held, row by row as in the table of ``SeekSessions``.
@MainActor @Suite struct SeekStateTests {
    typealias Rig = SeekSessionTests.Rig

    enum State: Sendable { case offered, held, replaced, over }

    /// A row of the table: the state, the condition, and the next state.
    struct Row: Sendable, CustomTestStringConvertible {
        let state: State
        let condition: String
        let next: State
        let apply: @MainActor @Sendable (Scene) throws -> Void

        init(
            _ state: State, _ condition: String, _ next: State,
            _ apply: @escaping @MainActor @Sendable (Scene) throws -> Void
        ) {
            self.state = state
            self.condition = condition
            self.next = next
            self.apply = apply
        }

        var testDescription: String { "\(state), \(condition): \(next)" }
    }

    nonisolated static let rows: [Row] = [
        Row(.offered, "a responder took it", .held) { $0.rig.answerHeld() },
        Row(.offered, "no responder took it", .over) { $0.rig.answerHeld(DBusError(.failed, "no")) },
        Row(.offered, "another beginning of the same path", .replaced) { $0.begin() },
        Row(.replaced, "a responder took it", .over) { $0.rig.answerHeld() },
        Row(.held, "the end of the same path", .over) { $0.end() },
        Row(.held, "the end of the same path, with another responder first", .over) { scene in
            scene.addFirst()
            scene.end()
        },
        Row(.held, "another responder became first", .over) { scene in
            scene.addFirst()
            scene.rig.seeking.review()
        },
        Row(.held, "its responder left", .over) { scene in
            scene.rig.window.remove(scene.rig.responder)
            scene.rig.seeking.review()
        },
        Row(.held, "the hold limit has passed", .over) { try $0.rig.pass(.seconds(31)) },
        Row(.held, "the track's end is near", .over) { scene in
            let player = scene.rig.responder.player
            scene.rig.player.change([("Metadata", .vardict([("mpris:length", .int64(60_500_000))]))])
            try #require(scene.rig.stage.turn { player.metadata.length == 60_500_000 })
            try scene.rig.pass(.seconds(1))
        },
        Row(.held, "the player failed", .over) { scene in
            scene.rig.holdAnswers()
            try scene.rig.pass(.milliseconds(500))
            scene.rig.answerHeld(DBusError(.failed, "no"))
        },
    ]

    @Test("C3: a held seek button goes from state to state as its table says", arguments: rows)
    func row(_ row: Row) throws {
        let scene = try Scene(in: row.state)
        #expect(try scene.state() == row.state)
        try row.apply(scene)
        #expect(try scene.state() == row.next)
    }

    @Test(
        "C3: an end that comes while the beginning is offered waits for what becomes of it", arguments: [true, false])
    func earlyEnd(_ isTaken: Bool) throws {
        let scene = try Scene(in: .offered)
        scene.end()
        #expect(scene.ends.isEmpty)
        scene.rig.answerHeld(isTaken ? nil : DBusError(.failed, "no"))
        #expect(scene.ends == [isTaken ? "handled" : "unhandled"])
        #expect(try scene.state() == .over)
    }

    @Test("MPRIS28: a button that is up before the turn of its first step makes that step, and no other")
    func upBeforeItsTurn() throws {
        let scene = try Scene(in: .offered, isBehindAnotherCall: true)
        scene.end()
        #expect(scene.rig.offsets == [0])
        scene.rig.answerHeld()
        #expect(scene.ends == ["handled"])
        #expect(try scene.state() == .over)
        #expect(scene.rig.offsets == [0, 2_000_000])
    }

    /// A seek button, and a player whose answers the test gives.
    @MainActor final class Scene {
        let rig: Rig
        /// How the ends ended.
        private(set) var ends: [String] = []
        /// How the first beginning ended; nil while it is offered.
        private var beginning: String?
        private var beginnings = 0

        init(in state: State, isBehindAnotherCall: Bool = false) throws {
            rig = try Rig(limit: isBehindAnotherCall ? 1 : 256)
            rig.holdAnswers()
            if isBehindAnotherCall { try rig.sendAnotherCall() }
            begin()
            if state == .replaced { begin() }
            if state == .held { rig.answerHeld() }
        }

        /// The button goes down, and the player is asked.
        func begin() {
            beginnings += 1
            let isFirst = beginnings == 1
            let command = CommandEvent(
                .beginSeekingForward, timestamp: rig.reactor.now, input: .evdev, sender: nil, inputNumber: 7)
            command.completion = { [unowned self, unowned command] outcome in
                if isFirst { beginning = outcome.word }
                rig.seeking.resolve(command, outcome)
            }
            rig.seeking.offer(command)
            rig.seeking.begin(.forward, at: rig.responder, for: command)
        }

        /// The button goes up.
        func end() {
            let command = CommandEvent(
                .endSeekingForward, timestamp: rig.reactor.now, input: .evdev, sender: nil, inputNumber: 7)
            command.completion = { [unowned self] in ends.append($0.word) }
            rig.seeking.end(for: command)
        }

        /// A responder comes before the player.
        func addFirst() {
            let queue = CallQueue(limit: { 1 }, ledger: SenderLedger(limit: 8)) { _, _ in }
            let other = ChainedResponder(id: ResponderID(player: "other"), queue: queue)
            others.append(other)
            rig.window.add(other, as: RoutingEntry(id: other.id, isPlaying: true))
            #expect(rig.window.orderedResponders.first === other)
        }

        private var others: [ChainedResponder] = []

        /// The state of the button that went down first. A button is held as long as its steps go on.
        func state() throws -> State {
            guard beginning != nil else { return beginnings > 1 ? .replaced : .offered }
            let before = rig.offsets.count
            try rig.pass(.seconds(1))
            // A second button takes four steps in a second.
            let others = beginnings > 1 ? 5 : 0
            return rig.offsets.count - before > others ? .held : .over
        }
    }
}
