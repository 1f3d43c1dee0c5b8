// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// A running baton-fake-player and its control interface.
struct FakePlayer {
    let process: ChildProcess
    let control: BusName
    private let stage: BusStage
    private let client: Connection

    /// Starts a fake player and waits until it owns its name.
    init(_ name: String, _ options: String..., on stage: BusStage) throws {
        self.stage = stage
        process = try ChildProcess(
            [ChildProcess.built("baton-fake-player"), "--name", name, "--address", stage.bus.address] + options,
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        control = try BusName("org.baton.FakePlayer.\(name)")
        client = try stage.connect()
        let process = process
        try #require(stage.turn { process.printed.hasPrefix("ready") }, "\(process.printed)")
    }

    /// Calls a method of the control interface.
    @discardableResult
    func perform(_ member: MemberName, _ arguments: Value...) throws -> [Value] {
        let message = Message.methodCall(
            to: control, path: "/org/baton/FakePlayer", interface: "org.baton.FakePlayer", member: member)
        try message.append(contentsOf: arguments)
        return try stage.call(message, from: client).get()
    }

    /// The calls that the player has received, in order.
    func calls() throws -> [String] { try perform("Calls").first?.asStringArray ?? [] }
}
