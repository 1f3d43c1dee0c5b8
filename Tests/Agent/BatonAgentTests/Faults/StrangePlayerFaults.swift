// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Testing

/// Players that report wrong or hostile values.
extension Fault {
    static var strangePlayers: [Fault] {
        [
            Fault(
                "player", "says that it can go on, and answers UnknownMethod",
                "the next player that plays gets the command"
            ) {
                let stage = try AgentStage()
                let other = try stage.player("other", "Playing")
                _ = try stage.player("liar", "Playing", doing: ["Next": .fail(DBusError(.unknownMethod, "no"))])
                try stage.expectChain(["liar", "other"])
                let took = try stage.expectNext("other")
                try keep(other.calls == ["Next"], "\(other.calls)")
                return "next command \(took.figure)"
            },
            Fault("player", "says that it cannot go on", "it is not asked; the next player that plays gets the command")
            {
                let stage = try AgentStage()
                _ = try stage.player("other", "Playing")
                let liar = try stage.player("liar", "Playing", without: ["CanGoNext"])
                try stage.expectChain(["liar", "other"])
                let took = try stage.expectNext("other")
                try keep(liar.calls.isEmpty, "\(liar.calls)")
                return "next command \(took.figure)"
            },
            Fault(
                "player", "positions, lengths and rates of any size (Int64.min and max, NaN, ∞, 0, −1)",
                "seeking, Next and batond go on"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                var count = 0
                for position in [Int64.min, -1, 0, 1, .max] {
                    for length in [Int64.min, 0, 1, .max] {
                        for rate in [Double.nan, .infinity, 0, -1] {
                            count += 1
                            player.change([
                                ("Metadata", .vardict([("mpris:length", .int64(length))])),
                                ("Position", .int64(position)),
                                ("Rate", .double(rate)), ("Volume", .double(rate)),
                            ])
                            player.emit(StagePlayer.player, "Seeked", [.int64(position)])
                        }
                        try stage.settle(player.connection)
                        for subtype: RemoteControlSubtype in [
                            .beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward,
                        ] { _ = try stage.send(subtype) }
                        _ = try stage.face("Seek", .int64(position))
                        _ = try stage.face("SetPosition", .objectPath("/track/1"), .int64(position))
                        _ = try stage.read("Position")
                    }
                }
                let took = try stage.expectNext("player")
                return "\(count) combinations, next command \(took.figure)"
            },
            Fault(
                "player", "1 MiB of metadata",
                "it is cut by key, the title stays; less than 8 MiB more are needed for it at any time"
            ) {
                let stage = try AgentStage()
                _ = try stage.fake("--name", "huge", "--status", "Playing", "--huge", "1048576").printed
                let player = try stage.fake("--name", "huge2", "--status", "Playing", "--huge", "1048576")
                try stage.expectChain(["huge2"])
                let metadata = try stage.read("Metadata").get().asVardict
                try keep(metadata?["xesam:asText"] == nil && metadata?["xesam:title"] == .string("A Title"), "not cut")
                let peak = try memory(of: stage, "VmHWM"), now = try memory(of: stage, "VmRSS")
                try keep(peak - now < 8192, "\(now) KiB, \(peak) at most")
                try stage.expectNext("huge2")
                _ = player
                return "\(now) KiB resident, \(peak) at most"
            },
            Fault("player", "a title of 1 MiB", "the face, batonctl and the next command work") {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                player.change([
                    ("Metadata", .vardict([("xesam:title", .string(String(repeating: "x", count: 1 << 20)))]))
                ])
                try stage.settle(player.connection)
                let (status, text) = try batonctl(stage, "metadata")
                try keep(status == 0 || status == 1, "batonctl ends with \(String(describing: status))")
                let took = try stage.expectNext("player")
                return "batonctl prints \(text.utf8.count) bytes, next command \(took.figure)"
            },
            Fault(
                "player", "escape sequences, line ends and reversed text in a title",
                "batonctl prints no control character into a pipe; the log has none, and nothing that turns text around"
            ) {
                let stage = try AgentStage(["log.level=trace"])
                let player = try stage.player("player", "Playing")
                let text = "evil\u{1b}[31m\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{2066}\n<0>forged\r\u{7f}end"
                player.change([
                    ("Metadata", .vardict([("xesam:title", .string(text)), ("xesam:artist", .strings([text]))]))
                ])
                try stage.settle(player.connection)
                var shown = ""
                for arguments in [["metadata"], ["players"], ["metadata", "--format", "{{ title }}"]] {
                    shown += try batonctl(stage, arguments).text
                }
                let log = stage.agent?.printed ?? ""
                try keep(shown.contains("evil"), "nothing was shown")
                let controls = (shown + log).unicodeScalars.filter {
                    $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
                }
                let turns = log.unicodeScalars.filter {
                    (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
                }
                try keep(controls.isEmpty && turns.isEmpty, "\(controls.map(\.value)) \(turns.map(\.value))")
                return "\(shown.utf8.count + log.utf8.count) bytes looked at"
            },
            Fault("player", "properties of wrong types", "what can be read is, commands go on") {
                let stage = try AgentStage()
                let wrong = try stage.fake("--name", "wrong", "--status", "Playing", "--wrong")
                try stage.expectChain(["wrong"])
                let metadata = try stage.read("Metadata").get().asVardict
                try keep(metadata?["mpris:length"] == .int64(180_000_000), "\(metadata ?? [:])")
                let took = try stage.expectNext("wrong")
                try keep(!wrong.hasEnded, "the player has ended")
                return "next command \(took.figure)"
            },
            Fault("player", "signals of wrong shapes", "nothing changes; the next command arrives") {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                let name = Value.string(StagePlayer.player.rawValue)
                for arguments: [Value] in [
                    [], [.uint32(1)], [name], [name, .vardict([]), .string("x")],
                    [.string("no interface"), .vardict([])],
                    [name, .vardict([("PlaybackStatus", .uint32(7))]), .strings([])],
                    [name, .vardict([("Metadata", .string("none"))]), .strings(["Metadata", "Nonsense"])],
                ] { player.tell(arguments) }
                player.emit(StagePlayer.player, "Seeked", [.string("far")])
                try stage.settle(player.connection)
                let took = try stage.expectNext("player")
                return "8 signals, next command \(took.figure)"
            },
            Fault(
                "player", "answers a call again and again", "the first answer counts; later calls get their own answers"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing", doing: ["Next": .hold])
                var answers: [ErrorName?] = []
                stage.begin { answers.append($0) }
                try keep(stage.turn { player.held.count == 1 })
                let agent = player.held[0].sender
                player.release()
                try keep(stage.turn { answers.count == 1 })
                try player.connection.forgeAnswers(to: agent, [])
                stage.begin { answers.append($0) }
                try keep(stage.turn { answers.count == 2 || player.held.count == 1 })
                player.held.first?.fail(DBusError(.accessDenied, "no"))
                try keep(stage.turn { answers.count == 2 })
                try keep(answers == [nil, .accessDenied], "\(answers)")
                return "400 answers too many"
            },
            Fault("stranger", "forges answers to batond's calls", "none counts: the player's own refusal is passed on")
            {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing", doing: ["Next": .hold])
                var answers: [ErrorName?] = []
                stage.begin { answers.append($0) }
                try keep(stage.turn { player.held.count == 1 })
                let forger = try stage.connect()
                try forger.forgeAnswers(to: player.held[0].sender, [])
                try stage.settle(forger)
                try stage.settleAgent()
                try keep(answers.isEmpty, "\(answers)")
                player.held[0].fail(DBusError(.accessDenied, "no"))
                try keep(stage.turn { answers.count == 1 } && answers[0] == .accessDenied, "\(answers)")
                return "400 forged answers"
            },
        ]
    }

    /// A line of batond's status in /proc, in KiB.
    static func memory(of stage: AgentStage, _ field: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(stage.agent?.identifier ?? 0)/status", encoding: .utf8)
        let line = try found(status.split(separator: "\n").first { $0.hasPrefix("\(field):") })
        return try found(Int(line.filter(\.isNumber)))
    }

    static func batonctl(_ stage: AgentStage, _ arguments: String...) throws -> (status: Int32?, text: String) {
        try batonctl(stage, arguments)
    }

    /// Runs batonctl on the stage's bus.
    static func batonctl(_ stage: AgentStage, _ arguments: [String]) throws -> (status: Int32?, text: String) {
        let process = try ChildProcess(
            [ChildProcess.built("batonctl")] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "HOME": stage.folder.path])
        // Its output is read meanwhile, because a pipe holds 64 KiB.
        try keep(
            stage.turn {
                _ = process.printed
                return process.hasEnded
            })
        return (process.exitStatus, process.printed)
    }
}
