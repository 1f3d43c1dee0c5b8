// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// Shakes that a client simulates over org.baton.Baton1, and which app receives them (rules M1 and M2,
/// docs/dbus-api.md).
@Suite struct SimulatedShakeTests {
    private static let allowed: [(String, Value)] = [
        ("background-motion", .boolean(true)), ("identity", .string("Scratch Pad")),
    ]
    private static let setting = "shake.background-motion=Scratch Pad"

    /// Simulates a phase: 0 began, 1 ended, 2 cancelled.
    private func play(
        _ phase: UInt32, on stage: AgentStage, from caller: Connection? = nil
    ) throws -> Result<[String], DBusError> {
        try stage.baton("SimulateMotion", .uint32(phase), .boolean(true), from: caller)
            .map { $0.compactMap(\.asString) }
    }

    @Test("M1: a played shake has one beginning and one end; anything else is refused with a sentence")
    func phases() throws {
        let stage = try AgentStage()
        let other = try stage.connect()
        #expect(try play(1, on: stage).errorName == .invalidArguments)
        #expect(try play(0, on: stage).get() == ["unhandled", "", ""])
        #expect(try play(0, on: stage).errorName == .invalidArguments)
        #expect(try play(1, on: stage, from: other).errorName == .invalidArguments)
        #expect(try play(1, on: stage).get() == ["unhandled", "", ""])
        #expect(try play(2, on: stage).errorName == .invalidArguments)
        #expect(try play(0, on: stage).get() == ["unhandled", "", ""])
        #expect(try play(2, on: stage).get() == ["unhandled", "", ""])
        #expect(try play(3, on: stage).errorName == .invalidArguments)
    }

    @Test("without waiting the answer is that it was sent")
    func noWaiting() throws {
        let stage = try AgentStage()
        let sent = try stage.baton("SimulateMotion", .uint32(0), .boolean(false)).get()
        #expect(sent == [.string("sent"), .string(""), .string(""), .vardict([])])
    }

    @Test("M1: a client that leaves in the middle of its shake cancels it")
    func leaving() throws {
        let stage = try AgentStage([Self.setting])
        let app = try MotionApp(on: stage)
        try app.register([1], Self.allowed)
        let player = try stage.connect()
        #expect(try play(0, on: stage, from: player).get() == ["handled", app.id, ""])
        player.close()
        #expect(stage.turn { app.received == ["MotionBegan", "MotionCancelled"] }, "\(app.received)")
        #expect(try play(0, on: stage).get() == ["handled", app.id, ""])
    }

    @Test("M2: with the focus unknown only an app that asked and that the user allowed sees a shake")
    func background() throws {
        let stage = try AgentStage([Self.setting])
        let allowed = try MotionApp(on: stage)
        try allowed.register([1], Self.allowed)
        let silent = try MotionApp(on: stage)
        try silent.register([1], [("identity", .string("Scratch Pad"))])
        let stranger = try MotionApp(on: stage)
        try stranger.register([1], [("background-motion", .boolean(true)), ("identity", .string("Stranger"))])
        #expect(try play(0, on: stage).get() == ["handled", allowed.id, ""])
        #expect(try play(1, on: stage).get() == ["handled", allowed.id, ""])
        #expect(allowed.received == ["MotionBegan", "MotionEnded"])
        #expect(silent.received == [])
        #expect(stranger.received == [])
    }

    @Test("M2: what an app does not handle, or does not answer in its time, goes on to the application")
    func notHandled() throws {
        let stage = try AgentStage([Self.setting, "routing.app-timeout=250ms"])
        let app = try MotionApp(on: stage)
        try app.register([1], Self.allowed)
        app.answer = false
        #expect(try play(0, on: stage).get() == ["unhandled", "", ""])
        app.answer = nil
        #expect(try play(1, on: stage).get() == ["unhandled", "", ""])
        // The app runs in this thread, and may read the call only after its deadline.
        #expect(stage.turn { app.received == ["MotionBegan", "MotionEnded"] }, "\(app.received)")
    }

    @Test("M2: an app that leaves between the phases disturbs no other")
    func appLeaves() throws {
        let stage = try AgentStage([Self.setting])
        let app = try MotionApp(on: stage)
        try app.register([1], Self.allowed)
        #expect(try play(0, on: stage).get() == ["handled", app.id, ""])
        app.connection.close()
        #expect(try play(1, on: stage).get() == ["unhandled", "", ""])
    }

    @Test("M1: an app that registers anew during a shake, because it plays now, still sees its end")
    func playsMeanwhile() throws {
        let stage = try AgentStage([Self.setting])
        let app = try MotionApp(on: stage)
        try app.register([1, 2], Self.allowed)
        _ = try play(0, on: stage)
        try app.register([1, 2], Self.allowed + [("playing", .boolean(true))])
        #expect(try play(1, on: stage).get() == ["handled", app.id, ""])
        // An app that does not want motion any more receives no further phases.
        _ = try play(0, on: stage)
        try app.register([2], Self.allowed)
        #expect(try play(2, on: stage).get() == ["unhandled", "", ""])
        #expect(app.received == ["MotionBegan", "MotionEnded", "MotionBegan"])
    }

    @Test("an app that registered for motion is no media responder, and one for remote control never sees a shake")
    func types() throws {
        let stage = try AgentStage([Self.setting])
        let motion = try MotionApp(on: stage)
        try motion.register([1], Self.allowed)
        let media = try MotionApp(on: stage)
        try media.register([2], Self.allowed + [("playing", .boolean(true))])
        #expect(try stage.chain() == [media.id])
        #expect(try stage.send(.nextTrack) == AgentStage.Sent(isHandled: true, responder: media.id))
        #expect(try play(0, on: stage).get() == ["handled", motion.id, ""])
        #expect(media.received == ["RemoteControlReceived"])
        #expect(motion.received == ["MotionBegan"])
        // Both kinds, and then neither.
        try media.register([1, 2], Self.allowed)
        #expect(try play(2, on: stage).errorName == nil)
        try media.register([], [])
        #expect(try stage.chain() == [])
    }

    @Test("a monitor sees where a shake came from, its phases and their outcomes")
    func monitored() throws {
        let stage = try AgentStage()
        var seen: [String] = []
        let match = stage.client.addMatch(MatchRule(interface: AgentStage.application, member: "Event")) { message in
            let values = (try? message.arguments()) ?? []
            guard values.count == 7, values[0] == .uint32(1) else { return }
            seen.append("\(values[2].asString ?? "") \(values[5].asString ?? "")")
        }
        defer { match.cancel() }
        _ = try stage.baton("Monitor", .boolean(true)).get()
        _ = try play(0, on: stage)
        _ = try play(2, on: stage)
        #expect(stage.turn { seen.count == 2 })
        #expect(seen == ["simulated shake-began unhandled", "simulated shake-cancelled unhandled"])
    }

    @Test("a waiting caller learns why Undo was not offered; a shake that showed nothing makes no later one too soon")
    func reason() throws {
        // A display without an X server.
        let stage = try AgentStage(nil)
        stage.environment["DISPLAY"] = ":4242"
        try stage.startAgent(["undo.unknown-focus=refuse", "undo.cool-down=1m"])
        _ = try play(0, on: stage).get()
        #expect(try play(1, on: stage).get() == ["refused", "", "app-unknown"])
        _ = try play(0, on: stage).get()
        #expect(try play(1, on: stage).get() == ["refused", "", "app-unknown"])
    }
}
