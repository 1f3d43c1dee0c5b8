// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonTestSupport
import BatonValues
import Testing

/// The agent's coming and going, and its properties, as a program sees them that runs for hours.
@Suite struct AgentWatchTests {
    private let stage: AgentOnBus

    init() throws { stage = try AgentOnBus() }

    @Test("no agent, an agent, its properties, and its end")
    func comesAndGoes() throws {
        let watch = AgentWatch(stage.agent)
        #expect(watch.presence == .unknown)
        var changes: [AgentWatch.Change] = []
        let observation = watch.observe { changes.append($0) }
        try #require(stage.turn { watch.presence == .absent })
        #expect(changes == [.left])

        try stage.start()
        try #require(stage.turn { changes.count == 5 }, "\(changes)")
        #expect(changes[1] == .arrived)
        for interface in AgentInterface.allCases { #expect(changes.contains(.told(interface))) }
        #expect(watch.presence == .present && watch.state[ApplicationInterface.version] == BatonBus.version)
        #expect(watch.state[MotionInterface.orientation] != nil && watch.state[InterruptionsInterface.sleepUntil] == 0)

        try stage.end()
        try #require(stage.turn { watch.presence == .absent })
        #expect(changes.last == .left && watch.state == AgentState())
        withExtendedLifetime(observation) {}
    }

    @Test("a change of a property whose value is not signalled is asked for")
    func follows() throws {
        try stage.start()
        let watch = AgentWatch(stage.agent, following: [.application, .interruptions])
        try #require(stage.turn { watch.state[InterruptionsInterface.sleepUntil] != nil })
        try #require(stage.turn { watch.state[ApplicationInterface.shakeToUndo] != nil })

        let other = RemoteAgent(on: try stage.stage.connect())
        other.set(ApplicationInterface.shakeToUndo, to: false) { _ in }
        #expect(stage.turn { watch.state[ApplicationInterface.shakeToUndo] == false })
        let until = UInt64(4_000_000_000_000_000)
        _ = try stage.outcome { other.call(InterruptionsInterface.sleep, (until, false), reply: $0) }
        other.set(ApplicationInterface.shakeToUndo, to: true) { _ in }
        #expect(stage.turn { watch.state[ApplicationInterface.shakeToUndo] == true })
        #expect(watch.state[MotionInterface.capabilities] == nil, "it is not followed")
    }

    @Test("two observers are told, and one whose token is dropped is not")
    func observers() throws {
        let watch = AgentWatch(stage.agent, following: [.application])
        var (first, second): (Int, Int) = (0, 0)
        var token: Observation? = watch.observe { _ in first += 1 }
        let kept = watch.observe { _ in second += 1 }
        try #require(stage.turn { first == 1 && second == 1 })

        token = nil
        try stage.start()

        try #require(stage.turn { watch.state[ApplicationInterface.version] != nil })
        #expect(first == 1 && second == 3 && token == nil)
        withExtendedLifetime(kept) {}
    }

    @Test("a watch that is let go leaves no match at the bus, and its question ends")
    func letGo() throws {
        try stage.start()
        let connection = stage.agent.connection
        let before = connection.counts
        var watch: AgentWatch? = AgentWatch(stage.agent)
        try #require(stage.turn { watch?.presence == .present })
        #expect(connection.counts.matches == before.matches + 2)

        watch = nil

        #expect(connection.counts.matches == before.matches && watch == nil)
        try stage.settle(connection)
        #expect(connection.counts.calls == before.calls)
    }

    @Test("when the bus goes the agent is gone, and when both are back the state is anew")
    func busComesBack() throws {
        try stage.start()
        let watch = AgentWatch(stage.agent)
        try #require(stage.turn { watch.state[ApplicationInterface.version] != nil })

        stage.stage.bus.kill()
        try #require(stage.turn { watch.presence == .absent })
        #expect(watch.state == AgentState())
        try stage.stage.bus.start()
        try stage.start()

        #expect(
            stage.turn {
                watch.state[ApplicationInterface.version] != nil
                    && watch.state[InterruptionsInterface.sleepUntil] != nil
            })
    }

    @Test("a signal of another program changes nothing, whatever path it claims")
    func forged() throws {
        try stage.start()
        let watch = AgentWatch(stage.agent)
        try #require(stage.turn { watch.state[ApplicationInterface.version] != nil })
        var changes: [AgentWatch.Change] = []
        let observation = watch.observe { changes.append($0) }
        try #require(
            stage.turn {
                watch.state[InterruptionsInterface.sleepUntil] != nil && watch.state[MotionInterface.orientation] != nil
            })

        let forger = try stage.stage.connect()
        let object = ExportedObject(interfaces: [
            Interface(
                ApplicationInterface.name,
                properties: [Property("Version", "s") { () throws(DBusError) in .string("forged") }])
        ])
        forger.export(object, at: BatonBus.path)
        // Soon after its start the agent itself may tell of something, as of a display that it has found. A signal that counted would
        // tell each time.
        let isSilent = try stage.turn {
            changes = []
            object.emitPropertiesChanged(ApplicationInterface.name, ["Version"])
            try stage.settleAll()
            return changes == []
        }

        #expect(isSilent && watch.state[ApplicationInterface.version] == BatonBus.version)
        withExtendedLifetime(observation) {}
    }

    @Test("an agent without an interface is asked for it once, and the others are told")
    func older() throws {
        var version = "1"
        let interface = Interface(
            ApplicationInterface.name,
            properties: [Property("Version", "s") { () throws(DBusError) in .string(version) }])
        let served = try stage.serve([interface])
        let watch = AgentWatch(stage.agent, following: [.application, .motion])
        var failed = 0
        let observation = watch.observe { change in
            if case .failed(.motion, .lacking) = change { failed += 1 }
        }
        try #require(stage.turn { watch.state[ApplicationInterface.version] == "1" && failed == 1 })

        version = "2"
        served.object.emitPropertiesChanged(ApplicationInterface.name, ["Version"])

        #expect(stage.turn { watch.state[ApplicationInterface.version] == "2" }, "a value in the signal counts")
        #expect(failed == 1)
        withExtendedLifetime(observation) {}
    }
}
