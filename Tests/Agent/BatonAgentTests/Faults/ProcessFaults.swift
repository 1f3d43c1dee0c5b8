// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// Faults of batond's own process, and resources that it does not get.
extension Fault {
    static var processes: [Fault] {
        [
            Fault("batond", "SIGTERM with two calls under way", "both have their answers, each is done once; status 0")
            {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing", doing: ["Next": .hold])
                var answers: [ErrorName?] = []
                for _ in 0..<2 { stage.begin(from: try stage.connect()) { answers.append($0) } }
                try keep(stage.turn { player.held.count == 2 })
                var isGone = false
                let watch = stage.client.watchName(AgentStage.baton) { isGone = $0 == nil }
                defer { watch.cancel() }
                stage.agent?.signal(SIGTERM)
                try keep(stage.turn { isGone })
                player.release()
                try keep(stage.turn(within: .seconds(5)) { answers.count == 2 } && answers == [nil, nil], "\(answers)")
                try keep(player.calls == ["Next", "Next"], "\(player.calls)")
                let took = time { _ = stage.turn { stage.agent?.hasEnded == true } }
                try keep(stage.agent?.exitStatus == 0, "\(String(describing: stage.agent?.exitStatus))")
                return "ended \(took.figure) after the answers"
            },
            Fault(
                "batond", "killed (SIGKILL) with a call under way",
                "the next one has the pin and the chain; Next is not repeated"
            ) {
                let stage = try AgentStage()
                _ = try stage.player("a", "Playing")
                let player = try stage.player("b", "Playing", doing: ["Next": .hold])
                _ = try stage.baton("Pin", .string("b"))
                // Saving is delayed a little.
                _ = stage.turn(within: .seconds(10)) {
                    stage.folder.read(".local/state/baton/state")?.contains("pin b") == true
                }
                var answers: [ErrorName?] = []
                stage.begin { answers.append($0) }
                try keep(stage.turn { player.held.count == 1 })
                stage.agent?.kill()
                try keep(stage.turn { answers.count == 1 })
                try keep(answers == [.noReply], "\(answers)")
                player.behaviours = [:]
                player.release()
                let took = try time {
                    try stage.startAgent()
                    try stage.settleAgent()
                }
                try stage.expectChain(["b", "a"])
                try keep(player.calls == ["Next"], "\(player.calls)")
                try keep(try stage.property("Pinned") == .string("b"), "the pin is lost")
                return "serves again \(took.figure) after its start"
            },
            Fault("batond", "stopped (SIGSTOP) for 2 s, then continued", "what was called meanwhile is done, once") {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                var answers: [ErrorName?] = []
                stage.agent?.suspend()
                for _ in 0..<3 { stage.begin { answers.append($0) } }
                _ = stage.turn(within: .seconds(2)) { false }
                stage.agent?.resume()
                let took = time { _ = stage.turn { answers.count == 3 } }
                try keep(answers == [nil, nil, nil] && player.calls.count == 3, "\(answers) \(player.calls)")
                return "all answered \(took.figure) after it went on"
            },
            Fault("batond", "a second one is started", "it ends with 69 and says why; the first one serves on") {
                let stage = try AgentStage()
                _ = try stage.player("player", "Playing")
                let second = try stage.spawnAgent()
                let took = time { _ = stage.turn { second.hasEnded } }
                try keep(second.exitStatus == 69, "\(String(describing: second.exitStatus))")
                try keep(second.printed.contains("another batond serves this bus"), second.printed)
                try stage.expectNext("player")
                return "ended after \(took.figure)"
            },
            Fault(
                "batond", "standard input, output and error are closed",
                "it serves, and ends in order"
            ) {
                let stage = try AgentStage(nil)
                stage.wrapper = ["sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh"]
                return try serves(stage)
            },
            Fault("batond", "its log is not read (a full pipe), at level trace", "commands are answered within 500 ms")
            {
                let stage = try AgentStage(nil)
                // The test owns the pipe and reads it only when it looks at the output.
                let agent = try stage.spawnAgent(["log.level=trace"])
                try keep(stage.turn { (try? stage.owner(of: AgentStage.baton)) != .some(nil) || agent.hasEnded })
                let player = try stage.fake("--name", "player", "--status", "Playing")
                try stage.expectChain(["player"])
                var worst = Duration.zero
                for _ in 0..<2000 {
                    let took = try time { try keep(try stage.send(.nextTrack) == .by("player"), "not sent") }
                    worst = max(worst, took)
                }
                try keep(worst < .milliseconds(500) && !player.hasEnded, worst.figure)
                return "2000 commands, the slowest \(worst.figure)"
            },
            Fault("batond", "/proc is not there", "commands are delivered") {
                let stage = try AgentStage(nil)
                stage.wrapper = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/proc", "--die-with-parent", "--"]
                // Swift's runtime reads the arguments from this file.
                stage.environment = ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address]
                return try serves(stage, looksAtProcess: false)
            },
            Fault(
                "batond", "may have 24 descriptors (RLIMIT_NOFILE)",
                "commands are delivered, with 40 callers and 40 players on the bus"
            ) {
                let stage = try AgentStage(nil)
                stage.wrapper = ["sh", "-c", "ulimit -n 24; exec \"$@\"", "sh"]
                for index in 0..<40 { _ = try stage.player("p\(index)") }
                for _ in 0..<40 { _ = try stage.connect() }
                return try serves(stage)
            },
            Fault(
                "batond", "may have 8 descriptors (RLIMIT_NOFILE)",
                "it serves, or ends at once with a sentence"
            ) {
                let stage = try AgentStage(nil)
                stage.wrapper = ["sh", "-c", "ulimit -n 8; exec \"$@\"", "sh"]
                let agent = try stage.spawnAgent()
                let took = time {
                    _ = stage.turn(within: .seconds(10)) {
                        agent.hasEnded || (try? stage.owner(of: AgentStage.baton)) != .some(nil)
                    }
                }
                if agent.hasEnded {
                    let status = agent.exitStatus
                    try keep(
                        status != nil && status != 0 && !agent.printed.isEmpty,
                        "\(String(describing: status)) \(agent.printed)")
                    return "ended with \(status ?? 0) after \(took.figure)"
                }
                _ = try stage.player("player", "Playing")
                try stage.expectNext("player")
                return "serves after \(took.figure)"
            },
            Fault("batond", "has 256 MiB of address space (RLIMIT_AS)", "a flood of 10 000 calls is answered") {
                let stage = try AgentStage(nil)
                stage.wrapper = ["sh", "-c", "ulimit -v 262144; exec \"$@\"", "sh"]
                try stage.startAgent()
                let player = try stage.player("player", "Playing")
                var answered = 0
                for _ in 0..<10_000 { stage.begin { _ in answered += 1 } }
                let took = time { _ = stage.turn(within: .seconds(60)) { answered == 10_000 } }
                try keep(answered == 10_000, "\(answered) answered: \(stage.agent?.printed ?? "")")
                try stage.expectNext("player")
                try keep(player.calls.count > 9000, "\(player.calls.count)")
                return "10 000 answers in \(took.figure)"
            },
            Fault("batond", "SIGHUP, SIGTERM and SIGINT together", "it ends once, with 0, within 1 s") {
                let stage = try AgentStage()
                let agent = try found(stage.agent)
                let took = time {
                    for signal in [SIGHUP, SIGTERM, SIGINT, SIGTERM] { agent.signal(signal) }
                    _ = stage.turn { agent.hasEnded }
                }
                try keep(
                    agent.exitStatus == 0 && took < .seconds(1),
                    "\(String(describing: agent.exitStatus)) \(took.figure)")
                return "ended after \(took.figure)"
            },
        ]
    }

    /// Checks that batond starts and delivers.
    @MainActor private static func serves(_ stage: AgentStage, looksAtProcess: Bool = true) throws -> String {
        let player = try stage.player("player", "Playing", isAwaited: false)
        try stage.startAgent()
        try stage.settleAgent()
        let took = try stage.expectNext("player")
        try keep(try stage.face("Previous").errorName == nil, "the face")
        try keep(player.calls == ["Next", "Previous"], "\(player.calls)")
        guard looksAtProcess else { return "next command \(took.figure)" }
        let process = try stage.process()
        kill(process, SIGTERM)
        try keep(stage.turn(within: .seconds(5)) { stage.agent?.hasEnded == true }, "no end")
        try keep(stage.agent?.exitStatus == 0, "\(String(describing: stage.agent?.exitStatus))")
        return "next command \(took.figure)"
    }
}
