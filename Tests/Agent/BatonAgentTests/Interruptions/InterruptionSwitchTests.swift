// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

@Suite("The switch of interruptions")
struct InterruptionSwitchTests {
    private func set(_ isOn: Bool, on stage: LeaseStage) throws {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: .properties, member: "Set")
        try message.append(
            .string(LeaseStage.interface.rawValue), .string("Enabled"), .variant(.boolean(isOn)))
        _ = try stage.stage.call(message).get()
    }

    @Test("while it is off nothing is paused, and a call that begins after it does pause")
    func off() throws {
        let stage = try LeaseStage()
        #expect(try stage.property("Enabled") == .boolean(true))
        try set(false, on: stage)
        #expect(try stage.property("Enabled") == .boolean(false))
        let first = try stage.begin()
        _ = try stage.call("End", .uint32(first.id)).get()
        #expect(stage.player.calls.isEmpty)
        try set(true, on: stage)
        let second = try stage.begin()
        #expect(stage.calls(["Pause"]))
        withExtendedLifetime((first, second)) {}
    }

    @Test("what is paused when it is switched off stays paused, and commands work")
    func offMeanwhile() throws {
        let stage = try LeaseStage()
        let call = try stage.begin()
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        try set(false, on: stage)
        _ = try stage.call("End", .uint32(call.id)).get()
        guard case .array(let active) = try stage.property("Active") else { throw DBusError(.failed, "no array") }
        #expect(active.elements.isEmpty)
        #expect(stage.player.calls == ["Pause"])
        withExtendedLifetime(call) {}
    }

    @Test("a reload ends what was set, and every change is signalled")
    func signalled() throws {
        let stage = try LeaseStage()
        var told = 0
        let match = stage.stage.client.addMatch(
            MatchRule(member: "PropertiesChanged", arg0: LeaseStage.interface.rawValue)
        ) { signal in
            told += (try? signal.arguments())?[2].asStringArray?.filter { $0 == "Enabled" }.count ?? 0
        }
        try stage.stage.settle(stage.stage.client)
        try set(false, on: stage)
        #expect(stage.stage.turn { told == 1 })
        stage.stage.agent?.signal(SIGHUP)
        #expect(stage.stage.turn { told == 2 })
        #expect(try stage.property("Enabled") == .boolean(true))
        match.cancel()
    }
}
