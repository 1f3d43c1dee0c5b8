// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// A player in a process of its own: the players of one process are one player to a person (rule I94).
struct OtherPlayer {
    private let stage: AgentStage
    private let child: ChildProcess
    private let name: BusName

    init(_ name: String, _ status: String, on stage: AgentStage, _ options: String...) throws {
        let process = try ChildProcess(
            [
                ChildProcess.built("baton-fake-player"), "--name", name, "--status", status, "--address",
                stage.bus.address,
            ] + options, environment: ["SWIFT_BACKTRACE": "enable=no"])
        child = process
        self.stage = stage
        self.name = try BusName("org.mpris.MediaPlayer2.\(name)")
        try #require(stage.turn { process.printed.hasPrefix("ready") })
    }

    /// The number of its process.
    var process: UInt32 { UInt32(child.identifier) }

    /// Calls a method of it, as another program does.
    func press(_ member: MemberName) throws {
        _ = try stage.call(
            Message.methodCall(
                to: name, path: "/org/mpris/MediaPlayer2", interface: StagePlayer.player, member: member)
        ).get()
    }

    /// What it says that it does; nil if it does not answer.
    var status: String? {
        let message = Message.methodCall(
            to: name, path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties", member: "Get")
        try? message.append(.string(StagePlayer.player.rawValue), .string("PlaybackStatus"))
        return (try? stage.call(message).get().first)?.unwrapped.asString
    }
}
