// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// The session bus dies, hangs, has low limits, or another program owns Baton's names.
extension Fault {
    static var buses: [Fault] {
        [
            Fault(
                "session bus", "killed and started again",
                "batond is back on it within 5 s: names, players, and each command once"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                try stage.expectNext("player")
                stage.bus.kill()
                try keep(stage.turn { stage.client.uniqueName == nil && player.connection.uniqueName == nil })
                try stage.bus.start()
                let took = time { _ = stage.turn { (try? stage.chain()) == ["player"] } }
                try stage.expectNext("player")
                try keep(player.calls == ["Next", "Next"] && took < .seconds(5), "\(player.calls) \(took.figure)")
                try keep(stage.agent?.hasEnded == false, "batond has ended")
                return "served again after \(took.figure)"
            },
            Fault("session bus", "killed ten times in a row", "batond is the same process, with the same descriptors") {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                let before = stage.descriptors
                for _ in 0..<10 {
                    stage.bus.kill()
                    try stage.bus.start()
                    _ = stage.turn(within: .milliseconds(100)) { false }
                }
                try keep(stage.turn { stage.client.uniqueName != nil && player.connection.uniqueName != nil })
                _ = stage.turn { (try? stage.chain()) == ["player"] }
                try stage.expectNext("player")
                try keep(stage.descriptors == before, "\(before) descriptors before, \(stage.descriptors) after")
                return "\(before) descriptors before and after"
            },
            Fault("session bus", "stopped (SIGSTOP) for 3 s with commands under way", "each arrives once, in order") {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                var answers: [ErrorName?] = []
                stage.bus.suspend()
                for member in ["Next", "Previous", "Next"] as [MemberName] {
                    stage.begin(member) { answers.append($0) }
                }
                _ = stage.turn(within: .seconds(3)) { false }
                stage.bus.resume()
                let took = time { _ = stage.turn { answers.count == 3 } }
                try keep(answers == [nil, nil, nil], "\(answers)")
                try keep(player.calls == ["Next", "Previous", "Next"], "\(player.calls)")
                return "all answered \(took.figure) after it went on"
            },
            Fault(
                "session bus", "hangs while batond starts",
                "SIGTERM still ends batond within 1 s; else it serves when the bus goes on"
            ) {
                let stage = try AgentStage(nil)
                _ = try stage.player("player", "Playing")
                stage.bus.suspend()
                let first = try stage.spawnAgent()
                _ = stage.turn(within: .seconds(1)) { false }
                let took = time {
                    first.signal(SIGTERM)
                    _ = stage.turn(within: .seconds(10)) { first.hasEnded }
                }
                let second = try stage.spawnAgent()
                _ = stage.turn(within: .seconds(1)) { false }
                stage.bus.resume()
                let served = time { _ = stage.turn(within: .seconds(20)) { (try? stage.chain()) == ["player"] } }
                try keep(first.hasEnded && took < .seconds(1), "no end after \(took.figure)")
                try keep(!second.hasEnded, second.printed)
                try stage.expectNext("player")
                return "ended after \(took.figure); served \(served.figure) after the bus went on"
            },
            Fault(
                "session bus", "lets each connection have 8 unanswered calls (max_replies_per_connection)",
                "batond starts, knows its 12 players within 10 s and delivers"
            ) {
                let stage = try AgentStage(nil, mostReplies: 8)
                for index in 0..<12 { _ = try stage.player("p\(index)", index == 7 ? "Playing" : "Paused") }
                let took = try time {
                    try stage.startAgent()
                    _ = stage.turn(within: .seconds(10)) {
                        (try? stage.chain().count) == 12 && (try? stage.chain().first) == "p7"
                    }
                }
                try keep(took < .seconds(10), "the chain is \((try? stage.chain()) ?? [])")
                let next = try stage.expectNext("p7")
                return "all in the chain after \(took.figure), next command \(next.figure)"
            },
            Fault(
                "session bus", "$DBUS_SESSION_BUS_ADDRESS is not set, and there is no other", "status 69 and a sentence"
            ) {
                let agent = try ChildProcess(
                    [ChildProcess.built("batond")], environment: ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"])
                let stage = try AgentStage(nil)
                let took = time { _ = stage.turn { agent.hasEnded } }
                try keep(agent.exitStatus == 69, "\(String(describing: agent.exitStatus)) \(agent.printed)")
                try keep(agent.printed.contains("bus"), agent.printed)
                return "ended after \(took.figure)"
            },
            Fault(
                "session bus", "no bus is at the address",
                "batond goes on trying, and serves within 5 s once a bus is there"
            ) {
                let stage = try AgentStage(nil)
                _ = try stage.player("player", "Playing")
                stage.bus.kill()
                let agent = try stage.spawnAgent()
                _ = stage.turn(within: .seconds(1)) { agent.hasEnded }
                try keep(!agent.hasEnded, "it has ended: \(agent.printed)")
                try stage.bus.start()
                let took = time { _ = stage.turn { (try? stage.chain()) == ["player"] } }
                try keep(took < .seconds(5), took.figure)
                return "served after \(took.figure)"
            },
            Fault(
                "playerctld", "the real playerctld owns the name already",
                "batond leaves it alone, serves its own interface, and takes the name within 5 s when playerctld ends"
            ) {
                let stage = try AgentStage(nil)
                let playerctld = try ChildProcess(
                    ["playerctld"],
                    environment: ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin"])
                try keep(
                    stage.turn { (try? stage.owner(of: AgentStage.face)) != .some(nil) }, "\(playerctld.printed)")
                let owner = try stage.owner(of: AgentStage.face)
                let player = try stage.player("player", "Playing")
                try stage.startAgent()
                try stage.expectChain(["player"])
                try stage.expectNext("player")
                try keep(try stage.owner(of: AgentStage.face) == owner, "the name was taken")
                let took = time {
                    playerctld.kill()
                    _ = stage.turn(within: .seconds(5)) { (try? stage.face("Next").errorName) == .some(nil) }
                }
                try keep(took < .seconds(5), took.figure)
                try keep(player.calls.allSatisfy { $0 == "Next" }, "\(player.calls)")
                return "the name is batond's after \(took.figure)"
            },
        ]
    }
}
