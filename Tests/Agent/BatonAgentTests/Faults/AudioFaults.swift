// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc

/// The process that watches the sound server.
extension Fault {
    static var audio: [Fault] {
        [
            Fault(
                "baton-audio", "killed (SIGKILL) while a player plays",
                "nothing is paused, commands go on; it runs again within 10 s"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                let first = try found(waitForAudio(of: stage, not: 0), "it is not started while a player plays")
                kill(first, SIGKILL)
                var second: Int32?
                let took = time { second = waitForAudio(of: stage, not: first) }
                try keep(second != nil && took < .seconds(10), took.figure)
                let next = try stage.expectNext("player")
                try keep(player.calls == ["Next"], "\(player.calls)")
                return "runs again after \(took.figure), a command meanwhile \(next.figure)"
            },
            Fault(
                "baton-audio", "hangs (SIGSTOP) while batond ends",
                "batond ends with 0 within 2 s, and leaves no process behind"
            ) {
                let stage = try AgentStage()
                _ = try stage.player("player", "Playing")
                let audio = try found(waitForAudio(of: stage, not: 0), "it is not started while a player plays")
                try keep(StoppedProcess.stop(audio), "baton-audio has ended")
                let agent = try found(stage.agent)
                let took = time {
                    agent.signal(SIGTERM)
                    _ = stage.turn { agent.hasEnded }
                }
                try keep(
                    agent.exitStatus == 0 && took < .seconds(2),
                    "\(String(describing: agent.exitStatus)) \(took.figure)")
                kill(audio, SIGCONT)
                try keep(stage.turn(within: .seconds(5)) { kill(audio, 0) != 0 }, "baton-audio is left behind")
                return "ended after \(took.figure)"
            },
        ]
    }

    /// Waits for a child of batond that is another process than the one that was.
    @MainActor private static func waitForAudio(of stage: AgentStage, not former: Int32) -> Int32? {
        var process: Int32?
        _ = stage.turn {
            process = (try? audio(of: stage)) ?? nil
            return process != nil && process != former
        }
        return process == former ? nil : process
    }

    @MainActor private static func audio(of stage: AgentStage) throws -> Int32? {
        let agent = try found(stage.agent).identifier
        let search = try ChildProcess(
            ["pgrep", "-P", "\(agent)", "-x", "baton-audio"], environment: ["PATH": "/usr/bin:/bin"])
        try keep(stage.turn { search.hasEnded })
        return search.printed.split(separator: "\n").first.flatMap { Int32($0) }
    }
}
