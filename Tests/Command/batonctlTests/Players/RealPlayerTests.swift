// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// `batonctl` and playerctl side by side against mpv.
@Suite struct RealPlayerTests {
    /// mpv with a tone to play on the stage's bus, paused.
    private func startPlayer(on stage: Stage) throws -> ChildProcess {
        let player = try ChildProcess(
            [
                "mpv", "--no-config", "--ao=null", "--vo=null", "--idle=yes", "--no-terminal", "--pause",
                "--keep-open=yes",
                "--script=/usr/lib/mpv-mpris/mpris.so", "--force-media-title=Sïne & <wave>",
                "av://lavfi:sine=duration=100",
            ],
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        for _ in 0..<1000 {
            if try stage.run("-s", "-p", "mpv", "metadata", "title").output.hasPrefix("Sïne") { return player }
        }
        throw CommandError("mpv did not come: \(player.errors)")
    }

    private func playerctl(_ arguments: [String], on stage: Stage) throws -> ChildProcess {
        try ChildProcess(
            ["playerctl"] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    }

    @Test("both print the same output and have the same exit status")
    func printsTheSame() throws {
        let stage = try Stage()
        let player = try startPlayer(on: stage)
        let commands = [
            ["status"], ["metadata"], ["metadata", "mpris:trackid"], ["metadata", "nothere"], ["volume"], ["loop"],
            ["shuffle"],
            ["position"], ["-l"], ["-p", "mpv", "-l"], ["-p", "nobody", "status"],
            ["-s", "-p", "nobody", "play"],
            ["-a", "status"], ["status", "-p", "x,mpv"], ["-i", "mpv", "status"], ["--player=%any", "status"],
            [
                "metadata", "-f",
                "{{playerName}}|{{uc(title)}}|{{duration(mpris:length)}}|{{markup_escape(title)}}|{{emoji(status)}}",
            ],
            ["--format", "{{default(xesam:artist, \"nobody\")}} {{volume * 100}} {{trunc(title, 3)}}", "metadata"],
            ["metadata", "-f", "{{title + 1}}"], ["metadata", "-f", "{{foo(title)}}"], ["position", "abc"],
            ["loop", "abc"], ["shuffle", "abc"],
        ]
        for command in commands {
            // mpv finds out how long its source is while it plays: only between two equal answers is anything compared.
            var theirs = try playerctl(command, on: stage)
            var ours = try stage.start("batonctl", command)
            for _ in 0..<50 {
                try #require(stage.turn { ours.hasEnded && theirs.hasEnded })
                let after = try playerctl(command, on: stage)
                try #require(stage.turn { after.hasEnded })
                guard after.output != theirs.output else { break }
                theirs = after
                ours = try stage.start("batonctl", command)
            }
            #expect(ours.output == theirs.output, "\(command)")
            #expect(ours.status == theirs.status, "\(command)")
            let said = theirs.errors.trimmingCharacters(in: .newlines)
            #expect(ours.errors.trimmingCharacters(in: .newlines) == said, "\(command)")
        }
        #expect(!player.hasEnded)
    }

    @Test("what batonctl sets, playerctl sees")
    func sets() throws {
        let stage = try Stage()
        let player = try startPlayer(on: stage)
        let steps: [(set: [String], query: [String], answer: String)] = [
            (["volume", "0.5"], ["volume"], "0.500000"), (["volume", "0.25+"], ["volume"], "0.750000"),
            (["loop", "Track"], ["loop"], "Track"), (["play"], ["status"], "Playing"),
            (["play-pause"], ["status"], "Paused"),
            (["play-pause"], ["status"], "Playing"), (["pause"], ["status"], "Paused"),
            (["stop"], ["status"], "Stopped"),
        ]
        for step in steps {
            #expect(try stage.start("batonctl", step.set).waited(on: stage) == 0, "\(step.set)")
            #expect(try answers(step.answer, to: step.query, on: stage), "\(step.set)")
        }
        #expect(!player.hasEnded)
    }

    /// Whether playerctl prints this answer in time; a player applies a setting a little after it has confirmed it.
    private func answers(_ answer: String, to query: [String], on stage: Stage) throws -> Bool {
        for _ in 0..<1000 {
            let child = try playerctl(query, on: stage)
            try #require(stage.turn { child.hasEnded })
            if child.output == answer + "\n" { return true }
        }
        return false
    }
}
