// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// A player in a process of its own, while all others of a test are in the test's.
struct OwnProcessPlayer {
    private let child: ChildProcess
    private let control: BusName

    /// Starts it and waits until it owns its name.
    init(_ name: String, status: String, on stage: AgentStage) throws {
        let child = try ChildProcess(
            [
                ChildProcess.built("baton-fake-player"), "--address", stage.bus.address, "--name", name, "--status",
                status,
            ], environment: ["SWIFT_BACKTRACE": "enable=no"])
        self.child = child
        control = try BusName("org.baton.FakePlayer.\(name)")
        try #require(stage.turn { child.printed.hasPrefix("ready") }, "\(child.printed)")
    }

    /// The number of its process.
    var process: UInt32 { UInt32(child.identifier) }

    /// Sets a property of Player and signals it by its name.
    func set(_ property: String, _ value: Value, on stage: AgentStage) throws {
        try perform("Set", [.string(property), .variant(value)], on: stage)
        try perform("Invalidate", [.strings([property])], on: stage)
    }

    private func perform(_ member: MemberName, _ arguments: [Value], on stage: AgentStage) throws {
        let message = Message.methodCall(
            to: control, path: "/org/baton/FakePlayer", interface: "org.baton.FakePlayer", member: member)
        try message.append(contentsOf: arguments)
        _ = try stage.call(message).get()
    }
}
