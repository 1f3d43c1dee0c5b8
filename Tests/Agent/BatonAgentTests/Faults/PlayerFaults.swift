// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// Players that die, hang, come late and go.
extension Fault {
    static var players: [Fault] {
        [
            Fault(
                "player", "killed (SIGKILL) in mid-call",
                "its caller hears NoReply within 500 ms, the other player gets the next command"
            ) {
                let stage = try AgentStage()
                let other = try stage.player("other", "Playing")
                let mortal = try stage.fake("--name", "mortal", "--status", "Playing", "--ignore", "Next")
                try stage.expectChain(["mortal", "other"])
                var answers: [ErrorName?] = []
                stage.begin { answers.append($0) }
                _ = stage.turn(within: .milliseconds(200)) { !answers.isEmpty }
                let took = time {
                    mortal.kill()
                    _ = stage.turn { !answers.isEmpty }
                }
                try keep(answers == [.noReply] && other.calls.isEmpty, "\(answers) \(other.calls)")
                try keep(took < .milliseconds(500), took.figure)
                let next = try stage.expectNext("other")
                return "NoReply after \(took.figure), next command \(next.figure)"
            },
            Fault(
                "player", "stopped (SIGSTOP), then continued",
                "its call times out after 1 s, the next command goes to the other player; it is back when it is heard again"
            ) {
                let stage = try AgentStage(["routing.call-timeout=1s"])
                _ = try stage.player("other", "Playing")
                let stopped = try stage.fake("--name", "stopped", "--status", "Playing")
                try stage.expectChain(["stopped", "other"])
                stopped.suspend()
                var error: ErrorName?
                let took = try time { error = try stage.face("Next").errorName }
                try keep(error == .timeout, "\(String(describing: error))")
                try keep(took > .milliseconds(900) && took < .seconds(2), took.figure)
                let next = try stage.expectNext("other")
                stopped.resume()
                try stage.expectChain(["stopped", "other"])
                try stage.expectNext("stopped")
                return "Timeout after \(took.figure), next command \(next.figure)"
            },
            Fault(
                "player", "a real player (mpv) is killed while it plays",
                "the face is empty or another's within 1 s, commands are answered"
            ) {
                let stage = try AgentStage()
                _ = try stage.player("other", "Paused")
                let sound = "\(stage.folder.path)/tone.wav"
                let sox = try ChildProcess(
                    ["sox", "-n", "-r", "8000", "-c", "1", sound, "synth", "60", "sine", "200"],
                    environment: ["PATH": "/usr/bin:/bin"])
                try keep(stage.turn { sox.hasEnded } && sox.exitStatus == 0, "\(sox.printed)")
                let mpv = try ChildProcess(
                    [
                        "mpv", "--no-config", "--no-terminal", "--no-video", "--load-scripts=no", "--ao=null",
                        "--script=/usr/lib/mpv-mpris/mpris.so", sound,
                    ],
                    environment: [
                        "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin",
                        "HOME": stage.folder.path,
                    ])
                try stage.expectChain(["mpv", "other"])
                let took = try time {
                    mpv.kill()
                    try stage.expectChain(["other"])
                }
                try keep(took < .seconds(1), took.figure)
                try stage.expectNext("other")
                return "gone from the chain after \(took.figure)"
            },
            Fault("player", "owns its name before it has its object", "a toggle pauses it, and starts no other player")
            {
                let stage = try AgentStage()
                let paused = try stage.player("paused")
                let late = try StagePlayer("late", status: "Playing", isExported: false, on: stage.connect())
                var isOwned = false
                late.appear { isOwned = true }
                try keep(stage.turn { isOwned })
                try stage.settle(late.connection)
                late.export()
                var sent = AgentStage.Sent()
                let took = try time { sent = try stage.send(.togglePlayPause) }
                try keep(sent == .by("late") && paused.calls.isEmpty, "\(sent) \(paused.calls)")
                return "toggle after \(took.figure)"
            },
            Fault(
                "player", "owns two names and drops one", "it stays where it stood in the chain, under the other name"
            ) {
                let stage = try AgentStage()
                _ = try stage.player("other", "Playing")
                let player = try stage.player("vlc", "Playing")
                var isOwned = false
                let second = player.connection.requestName("org.mpris.MediaPlayer2.vlc.instance7") {
                    isOwned = $0 == .owned
                }
                try keep(stage.turn { isOwned })
                try stage.expectChain(["vlc", "other"])
                let took = try time {
                    player.disappear()
                    try stage.expectChain(["vlc.instance7", "other"])
                }
                try stage.expectNext("vlc.instance7")
                second.release()
                try stage.expectChain(["other"])
                return "renamed after \(took.figure)"
            },
            Fault("player", "another process takes its name over", "commands go to the new owner") {
                let stage = try AgentStage()
                let old = try StagePlayer("shared", status: "Playing", on: stage.connect())
                let first = old.connection.requestName(old.name, flags: .allowReplacement) { _ in }
                try stage.expectChain(["shared"])
                let new = try StagePlayer("shared", status: "Playing", on: stage.connect())
                let taken = new.connection.requestName(new.name, flags: .replaceExisting) { _ in }
                try keep(stage.turn { (try? stage.owner(of: new.name)) == new.connection.uniqueName })
                try stage.settleAgent()
                let took = try stage.expectNext("shared")
                try keep(new.calls == ["Next"] && old.calls.isEmpty, "new \(new.calls), old \(old.calls)")
                _ = (first, taken)
                return "next command \(took.figure)"
            },
            Fault(
                "player", "500 comings and goings, each fifth with a new connection",
                "the steady player gets each command meanwhile, in less than 500 ms; no descriptor is left"
            ) {
                let stage = try AgentStage(["routing.start-wait=200ms"])
                _ = try stage.player("steady", "Playing")
                let before = stage.descriptors
                var worst = Duration.zero
                var visitor = try StagePlayer("v", status: "Paused", on: stage.connect())
                for number in 0..<500 {
                    if number.isMultiple(of: 5) {
                        visitor.leave()
                        visitor = try StagePlayer("v\(number)", status: "Paused", on: stage.connect())
                    }
                    visitor.appear()
                    if number.isMultiple(of: 10) { worst = max(worst, try stage.expectNext("steady")) }
                    visitor.disappear()
                }
                visitor.leave()
                try stage.expectChain(["steady"])
                try keep(worst < .milliseconds(500), worst.figure)
                try keep(stage.descriptors == before, "\(before) descriptors before, \(stage.descriptors) after")
                return "50 commands, the slowest \(worst.figure); \(before) descriptors before and after"
            },
            Fault("player", "200 players at once", "all are found, and the one that plays gets the command") {
                let stage = try AgentStage(nil)
                let players = try (0..<200).map { index in
                    let player = try StagePlayer(
                        "p\(index)", status: index == 77 ? "Playing" : "Paused", on: stage.connect())
                    player.appear()
                    return player
                }
                for player in players { try stage.settle(player.connection) }
                let took = try time {
                    try stage.startAgent()
                    _ = stage.turn { (try? stage.chain().count) == 200 }
                }
                try keep(try stage.chain().count == 200)
                try stage.expectNext("p77")
                return "all in the chain \(took.figure) after the start"
            },
            Fault("player", "hangs, and SIGTERM comes to batond meanwhile", "batond ends with 0 within 1 s") {
                let stage = try AgentStage()
                let player = try stage.player("hung", "Playing", doing: ["Next": .hold])
                stage.begin { _ in }
                try keep(stage.turn { !player.held.isEmpty })
                // The question for set-up is answered: that there is no notification daemon. It would be waited for.
                try stage.settleAgent()
                let agent = try found(stage.agent)
                let took = time {
                    agent.signal(SIGTERM)
                    _ = stage.turn { agent.hasEnded }
                }
                try keep(
                    agent.exitStatus == 0 && took < .seconds(1),
                    "\(String(describing: agent.exitStatus)) \(took)")
                return "ended after \(took.figure)"
            },
        ]
    }
}
