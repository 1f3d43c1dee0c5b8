// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// A real batond with a real PulseAudio, which has a sink and a microphone. Players are in the test's process, so that a stream that
/// the test starts is heard for them.
final class VolumeStage {
    let stage: AgentStage
    private(set) var server: ChildProcess

    init(_ settings: [String] = []) throws {
        stage = try AgentStage(nil)
        let environment = Self.environment(stage.folder)
        server = try Self.startServer(environment)
        stage.environment = environment
        try stage.startAgent(settings)
        try stage.settleAgent()
        try waitForServer()
    }

    static func environment(_ folder: TemporaryFolder) -> [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"]
    }

    private static func startServer(_ environment: [String: String]) throws -> ChildProcess {
        try ChildProcess(
            [
                "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "-L",
                "module-native-protocol-unix", "-L", "module-null-sink sink_name=phones", "-L",
                "module-null-source source_name=mic", "-L", "module-stream-restore",
            ], environment: environment)
    }

    func waitForServer() throws {
        try #require(stage.turn { (try? self.pactl("info")) ?? nil != nil }, "\(server.printed)")
    }

    func killServer() { server.kill() }

    func startServer() throws {
        server = try Self.startServer(Self.environment(stage.folder))
        try waitForServer()
    }

    func suspendServer() { server.suspend() }

    func resumeServer() { server.resume() }

    /// What pactl prints; nil if it fails.
    func pactl(_ arguments: String...) throws -> String? {
        let child = try ChildProcess(["pactl"] + arguments, environment: Self.environment(stage.folder))
        guard stage.turn({ child.hasEnded }), child.exitStatus == 0 else { return nil }
        return child.printed
    }

    /// A stream of silence that is heard for the players of the test.
    func play(_ options: String...) throws -> ChildProcess {
        let child = try ChildProcess(
            ["pacat", "--playback", "--channels=2"] + options + ["/dev/zero"],
            environment: Self.environment(stage.folder))
        let process = "\"\(child.identifier)\""
        try #require(stage.turn { (try? self.pactl("list", "sink-inputs"))?.contains(process) ?? false })
        return child
    }

    /// The volumes of the streams, of each the channels in steps, in the order in which they began.
    func volumes() throws -> [[Int]] {
        let lines = try #require(try pactl("list", "sink-inputs")).split(separator: "\n")
        return lines.filter { $0.contains("Volume:") }.map { line in
            line.split(separator: ",").compactMap { part in
                part.split(separator: ":").last?.split(separator: "/").first.flatMap {
                    Int($0.trimmingCharacters(in: .whitespaces))
                }
            }
        }
    }

    /// The mutes of the streams.
    func mutes() throws -> [Bool] {
        let lines = try #require(try pactl("list", "sink-inputs")).split(separator: "\n")
        return lines.filter { $0.contains("Mute:") }.map { $0.contains("yes") }
    }

    /// Waits until no stream is new: baton-audio takes a change in the first second of one for the server's, by its own clock.
    func waitUntilSettled() { _ = stage.turn(within: .milliseconds(1200)) { false } }

    /// Waits until the streams have these volumes.
    func have(_ wanted: [[Int]]) -> Bool { stage.turn { (try? self.volumes()) == wanted } }

    func batonctl(_ arguments: String...) throws -> (status: Int32?, printed: String) {
        try stage.batonctl(arguments)
    }
}
