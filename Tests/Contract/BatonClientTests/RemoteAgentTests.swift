// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonTestSupport
import Testing

/// Calls and properties of the agent, over a real bus.
@Suite struct RemoteAgentTests {
    private let stage: AgentOnBus

    init() throws { stage = try AgentOnBus() }

    @Test("the real agent answers methods, and tells its properties")
    func answers() throws {
        try stage.start()

        let inputs = try stage.outcome { stage.agent.call(ApplicationInterface.inputs, reply: $0) }.get()
        #expect(inputs.contains { $0.kind == InputKind.control.rawValue })
        let state = try stage.outcome { stage.agent.properties(of: .application, reply: $0) }.get()
        #expect(
            state[ApplicationInterface.version] == BatonBus.version && state[ApplicationInterface.responders] == []
                && state[ApplicationInterface.undoOffered] == false)
        #expect(
            state[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails] != nil
                && state[ApplicationInterface.shakePoint, details: ApplicationInterface.shakePointDetails] != nil)
        let interruptions = try stage.outcome { stage.agent.properties(of: .interruptions, reply: $0) }.get()
        #expect(
            interruptions
                == AgentState(
                    .interruptions,
                    [
                        "Active": .array(DBusArray(ActiveInterruption.signature, [])),
                        "Enabled": .boolean(true), "SleepUntil": .uint64(0), "SleepAtEndOfTrack": .boolean(false),
                    ]))
        let motion = try stage.outcome { stage.agent.properties(of: .motion, reply: $0) }.get()
        #expect(motion[MotionInterface.capabilities] != nil && motion[MotionInterface.orientation] == "undefined")
    }

    @Test("what is set is told by the next read")
    func sets() throws {
        try stage.start()

        try stage.outcome { stage.agent.set(ApplicationInterface.shakeToUndo, to: false, reply: $0) }.get()

        let state = try stage.outcome { stage.agent.properties(of: .application, reply: $0) }.get()
        #expect(state[ApplicationInterface.shakeToUndo] == false)
    }

    @Test("an agent that is not there, that hangs, that refuses and that goes in mid-call are different errors")
    func failures() throws {
        #expect(try stage.failure { stage.agent.ping(reply: $0) } == "absent")
        #expect(
            try stage.failure { stage.agent.call(ApplicationInterface.inputs, startsAgent: false, reply: $0) }
                == "absent")
        try stage.start()
        #expect(try stage.failure { stage.agent.ping(reply: $0) } == nil)
        #expect(
            try stage.failure { stage.agent.call(InterruptionsInterface.testHook, "none", reply: $0) } == "refused")
        var waiting: AgentReply<LearnedButton>?
        stage.agent.call(ApplicationInterface.learn, 300, within: .seconds(300)) { waiting = $0 }
        try stage.settle(stage.agent.connection)
        try stage.hang()
        #expect(try stage.failure { stage.agent.ping(within: .milliseconds(50), reply: $0) } == "silent")
        #expect(waiting == nil)
    }

    @Test("an agent that ends in mid-call ends the call")
    func endsInMidCall() throws {
        try stage.start()
        var outcome: AgentReply<LearnedButton>?
        stage.agent.call(ApplicationInterface.learn, 300, within: .seconds(300)) { outcome = $0 }
        try stage.settle(stage.agent.connection)

        try stage.end()

        try #require(stage.turn { outcome != nil })
        guard case .failure = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
    }

    @Test("a bus that is lost ends calls, and the same client goes on when both are back")
    func busLost() throws {
        try stage.start()
        var outcome: AgentReply<LearnedButton>?
        stage.agent.call(ApplicationInterface.learn, 300, within: .seconds(300)) { outcome = $0 }
        try stage.settle(stage.agent.connection)

        stage.stage.bus.kill()

        try #require(stage.turn { outcome != nil })
        guard case .failure(.busLost) = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
        #expect(try stage.failure { stage.agent.ping(reply: $0) } == "busLost")
        try stage.stage.bus.start()
        try stage.start()
        try #require(stage.turn { stage.agent.connection.uniqueName != nil })
        #expect(try stage.failure { stage.agent.ping(reply: $0) } == nil)
    }

    @Test("what an older agent lacks is nil, or an error of its own kind")
    func older() throws {
        let old = Interface(
            ApplicationInterface.name,
            properties: [Property("Version", "s") { () throws(DBusError) in .string("0.0.1") }])
        let served = try stage.serve([old])

        let state = try stage.outcome { stage.agent.properties(of: .application, reply: $0) }.get()
        #expect(
            state[ApplicationInterface.version] == "0.0.1" && state[ApplicationInterface.responders] == nil
                && state[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails] == nil
                && state[ApplicationInterface.pinned] == nil)
        #expect(try stage.failure { stage.agent.call(ApplicationInterface.undo, reply: $0) } == "lacking")
        #expect(
            try stage.failure { stage.agent.properties(of: .motion, reply: $0) } == "lacking")
        withExtendedLifetime(served) {}
    }

    @Test("answers of other types are an error or nil, and a huge one is read")
    func hostile() throws {
        let many = DBusArray(
            "(sssb)",
            Array(
                repeating: ListedResponder(
                    id: String(repeating: "x", count: 100), identity: "", status: "", isSuspect: true
                ).wire, count: 20_000))
        let odd = Interface(
            ApplicationInterface.name,
            methods: [
                Method("Undo", out: [Argument("outcome", "u")]) { $0.reply(.uint32(7)) },
                Method("Redo") { $0.reply() },
                Method("Inputs", out: [Argument("inputs", "as")]) { $0.reply(.strings(["x"])) },
            ],
            properties: [
                Property("Version", "u") { () throws(DBusError) in .uint32(1) },
                Property("Sensor", "as") { () throws(DBusError) in .strings([]) },
                Property("Responders", "a(sssb)") { () throws(DBusError) in .array(many) },
                Property("Reasons", "s") { () throws(DBusError) in .string("") },
            ])
        let served = try stage.serve([odd])

        #expect(try stage.failure { stage.agent.call(ApplicationInterface.undo, reply: $0) } == "unreadable")
        #expect(try stage.failure { stage.agent.call(ApplicationInterface.redo, reply: $0) } == "unreadable")
        #expect(try stage.failure { stage.agent.call(ApplicationInterface.inputs, reply: $0) } == "unreadable")
        let state = try stage.outcome { stage.agent.properties(of: .application, reply: $0) }.get()
        #expect(
            state[ApplicationInterface.version] == nil
                && state[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails] == nil
                && state[ApplicationInterface.reasons] == nil)
        #expect(state[ApplicationInterface.responders]?.count == 20_000)
        withExtendedLifetime(served) {}
    }

    @Test("a value that D-Bus cannot carry is refused after the call has returned")
    func unsendable() throws {
        var outcome: AgentReply<Void>?
        stage.agent.call(ApplicationInterface.pin, "a\0b") { outcome = $0 }
        #expect(outcome == nil)

        try #require(stage.turn { outcome != nil })

        guard case .failure(.refused) = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
    }
}
