// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// A batond with one player that plays.
final class LeaseStage: InterruptedStage {
    static let interface: InterfaceName = "org.baton.Baton1.Interruptions"

    let stage: AgentStage
    let player: StagePlayer

    init(_ settings: [String] = [], status: String = "Playing") throws {
        stage = try AgentStage(settings)
        player = try stage.player("mpv", status)
    }

    func call(_ member: MemberName, _ arguments: Value..., from caller: Connection? = nil) throws -> Result<
        [Value], DBusError
    > {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: Self.interface, member: member)
        try message.append(contentsOf: arguments)
        return try stage.call(message, from: caller)
    }

    /// Begins an interruption.
    func begin(
        _ kind: String = "call", _ options: [(String, Value)] = [], from caller: Connection? = nil
    ) throws -> (id: UInt32, lease: UnixFileDescriptor) {
        let values = try call("Begin", .string(kind), .string("a reason"), .vardict(options), from: caller).get()
        guard case .uint32(let id) = values[0], case .fileDescriptor(let lease) = values[1] else {
            throw DBusError(.failed, "\(values)")
        }
        return (id, lease)
    }

    func property(_ name: String) throws -> Value {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties",
            member: "Get")
        try message.append(.string(Self.interface.rawValue), .string(name))
        return try #require(try stage.call(message).get().first).unwrapped
    }

    /// The player does what it was told last.
    func obey() throws {
        guard let call = player.calls.last else { return }
        try stage.set(player, call == "Play" ? "Playing" : "Paused")
    }

    /// Runs batonctl, and returns its exit status and what it printed.
    func batonctl(_ arguments: String...) throws -> (status: Int32?, printed: String) {
        try stage.batonctl(arguments)
    }
}
