// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// The switch, the pause and the sensor on org.baton.Baton1 (docs/dbus-api.md).
@Suite struct ShakeSwitchTests {
    private func set(_ value: Value, on stage: AgentStage) throws -> ErrorName? {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties", member: "Set"
        )
        try message.append(.string(AgentStage.application.rawValue), .string("ShakeToUndo"), .variant(value))
        return try stage.call(message).errorName
    }

    @Test("the switch is remembered by the next agent")
    func remembered() throws {
        let stage = try AgentStage()
        #expect(try stage.property("ShakeToUndo") == .boolean(true))
        #expect(try set(.boolean(false), on: stage) == nil)
        #expect(try stage.property("ShakeToUndo") == .boolean(false))
        #expect(try stage.stopAgent() == 0)
        try stage.startAgent()
        #expect(try stage.property("ShakeToUndo") == .boolean(false))
        #expect(try set(.string("yes"), on: stage) == .invalidArguments)
    }

    @Test("the switch and the pause are told as changed where there is no sensor too")
    func told() throws {
        let stage = try AgentStage()
        var told: Set<String> = []
        let match = stage.client.addMatch(
            MatchRule(interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        ) { message in
            let values = (try? message.arguments()) ?? []
            guard values.count == 3, values[0].asString == AgentStage.application.rawValue else { return }
            told.formUnion(values[2].asStringArray ?? [])
        }
        defer { match.cancel() }
        try stage.settle(stage.client)
        #expect(try set(.boolean(false), on: stage) == nil)
        #expect(stage.turn { told.contains("ShakeToUndo") }, "\(told)")
        #expect(try stage.property("ShakeToUndo") == .boolean(false))
        told = []
        _ = try stage.baton("PauseShake", .uint64(.max)).get()
        #expect(stage.turn { told.contains("ShakePausedUntil") }, "\(told)")
        #expect(try stage.property("ShakePausedUntil") == .uint64(.max))
    }

    @Test("a pause is told, and ends by itself or when it is ended")
    func pause() throws {
        let stage = try AgentStage()
        #expect(try stage.property("ShakePausedUntil") == .uint64(0))
        let soon = WallClock.microseconds + 1_000_000
        _ = try stage.baton("PauseShake", .uint64(soon)).get()
        #expect(try stage.property("ShakePausedUntil") == .uint64(soon))
        var value: Value?
        // The timer has a tolerance of a second.
        #expect(
            stage.turn {
                value = try? stage.property("ShakePausedUntil")
                return value == .uint64(0)
            }, "\(String(describing: value))")
        _ = try stage.baton("PauseShake", .uint64(.max)).get()
        #expect(try stage.property("ShakePausedUntil") == .uint64(.max))
        _ = try stage.baton("PauseShake", .uint64(0)).get()
        #expect(try stage.property("ShakePausedUntil") == .uint64(0))
    }

    @Test("a caller that plays shakes without end is refused, and the switch and the pause still work")
    func playedOften() throws {
        let stage = try AgentStage()
        var errors: Set<ErrorName> = []
        for count in 0..<60 {
            let phase = UInt32(count % 2)
            if let error = try stage.baton("SimulateMotion", .uint32(phase), .boolean(false)).errorName {
                errors.insert(error)
            }
        }
        #expect(errors == [.limitsExceeded])
        _ = try stage.baton("PauseShake", .uint64(.max)).get()
        #expect(try stage.property("ShakePausedUntil") == .uint64(.max))
    }

    @Test("changes that come too often are refused, and the service goes on")
    func often() throws {
        let stage = try AgentStage()
        var errors: Set<ErrorName> = []
        for _ in 0..<60 {
            if let error = try stage.baton("PauseShake", .uint64(0)).errorName { errors.insert(error) }
        }
        #expect(errors == [.limitsExceeded])
        #expect(try stage.property("ShakeToUndo") == .boolean(true))
    }
}
