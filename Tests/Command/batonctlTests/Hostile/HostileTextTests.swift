// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotionSupport
import BatonTestSupport
import Foundation
import FoundationXML
import Testing

@testable import BatonMotionReport
@testable import batonctl

/// No command of batonctl passes on text from outside that a terminal would act on.
@Suite("Hostile text", .serialized)
struct HostileTextTests {
    /// The arguments for commands that have some. One that is missing here is run without arguments and with a hostile one.
    private static let commands: [String: [[String]]] = [
        "play": [["play"], ["-p", "a", "play"], ["--verbose", "-p", "a,b", "play"]],
        "pause": [["pause"], ["-p", "a", "pause"]], "play-pause": [["play-pause"], ["-p", "a", "play-pause"]],
        "stop": [["stop"], ["-p", "a", "stop"]], "next": [["next"], ["-p", "a", "next"]],
        "previous": [["previous"], ["-p", "a", "previous"]], "open": [["open", Hostile.text]],
        "status": [["status"], ["status", "-f", "{{title}} {{lc(artist)}} {{status}}"], ["status", "--json"]],
        "metadata": [
            ["metadata"], ["metadata", "title", "artist", Hostile.text], ["metadata", "--json"],
            ["metadata", "-f", "{{ \(Hostile.text) }}"], ["metadata", "-f", "{{markup_escape(title)}}"],
            ["metadata", "-f", Hostile.text], ["metadata", "-f", "{{title * 2}}"],
            ["metadata", "-f", "{{\(Hostile.text)(1)}}"],
        ],
        "position": [["position"], ["position", "5"], ["position", Hostile.text]],
        "volume": [["volume"], ["volume", "0.5"], ["volume", Hostile.text]],
        "rate": [["rate"], ["rate", "1"], ["rate", Hostile.text], ["rate", "--json"]],
        "raise": [["raise"]],
        "loop": [["loop"], ["loop", "Track"], ["loop", Hostile.text], ["loop", "--json"]],
        "shuffle": [["shuffle"], ["shuffle", "Toggle"], ["shuffle", Hostile.text]], "list": [["list"], ["-l"]],
        "players": [["players"], ["players", "--json"]], "info": [["info"], ["info", "--json"]],
        "pin": [["pin", Hostile.text]], "unpin": [["unpin"]], "ignore": [["ignore", Hostile.text]],
        "unignore": [["unignore", Hostile.text]], "send": [["send", "next"], ["send", Hostile.text]],
        "inputs": [["inputs"], ["inputs", "--json"]],
        "learn": [
            ["learn"], ["learn", "--json"], ["learn", Hostile.text], ["learn", "--json", Hostile.text],
        ],
        "check": [["check", "--config", "FOLDER/baton.conf"], ["check", Hostile.text]],
        "complete-players": [["complete-players"]],
        "shake": [
            ["shake"], ["shake", "--json"], ["shake", "off"], ["shake", "pause", "1h"], ["shake", Hostile.text],
        ],
        "simulate-shake": [["simulate-shake", "--wait"], ["simulate-shake", "--choose", "undo"]],
        "motion": [
            ["motion"], ["motion", "--svg", "-"], ["motion", "--svg", "-", "--from", "FOLDER/good.csv"],
            ["motion", "--svg", "FOLDER/\(Hostile.text)/x.svg"],
        ],
        "record": [
            ["record", "-"], ["record", "FOLDER/\(Hostile.text).csv"], ["record", "FOLDER/\(Hostile.text)/x.csv"],
            ["record", "--poses", "-"], ["record", "--fused", "-"],
        ],
        "replay": [
            ["replay", "FOLDER/good.csv"], ["replay", "--json", "FOLDER/good.csv"], ["replay", "FOLDER/bad.csv"],
            ["replay", "--attitude", "FOLDER/good.csv"], ["replay", "--attitude", "FOLDER/\(Hostile.text)"],
            ["replay", "FOLDER/\(Hostile.text).gz"], ["replay", "FOLDER/\(Hostile.text)there.gz"],
        ],
        "calibrate": [
            ["calibrate"], ["calibrate", "--forget"], ["calibrate", "--axes", "--dry-run"],
            ["calibrate", "--shakes", "FOLDER/good.csv", "--rest", "FOLDER/good.csv"],
            ["calibrate", "--json", "--shakes", "FOLDER/good.csv", "--rest", "FOLDER/bad.csv"],
        ],
        "orientation": [["orientation"], ["orientation", "--json"]],
        "touches": [
            ["touches", "replay", "FOLDER/good.events"], ["touches", "replay", "--json", "FOLDER/good.events"],
            ["touches", "FOLDER/good.events"], ["touches", "replay", "--svg", "-", "FOLDER/good.events"],
            ["touches", "FOLDER/bad.events"], ["touches", "replay", "FOLDER/\(Hostile.text)"],
            ["touches", Hostile.text],
            ["touches", "record", Hostile.text, "-"],
        ],
        "interruptions": [["interruptions"], ["interruptions", "--json"], ["interruptions", "--forget"]],
        "hooks": [["hooks"], ["hooks", "--json"], ["hooks", "--test", Hostile.text]],
        "interrupt": [["interrupt", "call", "--", "true"], ["interrupt", Hostile.text, "--", Hostile.text]],
        "resume": [["resume"]], "cycle": [["cycle"]],
        "sleep": [["sleep"], ["sleep", "30m"], ["sleep", Hostile.text], ["sleep", "--end-of-track"]],
        "undo": [["undo"]], "redo": [["redo"]],
        "setup": [
            ["setup"], ["setup", "--print"], ["setup", "--media-keys"], ["setup", "--gestures"], ["setup", "--revert"],
            ["setup", "--gestures", "--print"], ["setup", "--in-terminal"],
        ],
        "doctor": [["doctor"], ["doctor", "--all"], ["doctor", "--json"]],
        "help": [[Hostile.text], ["--\(Hostile.text)"], ["--help"]],
        // They do not end: tests of their own cover them.
        "monitor": [], "top": [],
    ]

    private let stage: Stage
    private let agent: HostileAgent

    init() throws {
        stage = try Stage()
        agent = try HostileAgent(on: stage)
        let folder = stage.directory
        let good =
            "# device: \(Hostile.text.replacing("\n", with: "").replacing("\r", with: ""))\n"
            + MotionSignal.shakes([25]).text
        try good.write(to: folder.appending(path: "good.csv"), atomically: true, encoding: .utf8)
        try "no gzip".write(
            to: folder.appending(path: "\(Hostile.text)there.gz"), atomically: true, encoding: .utf8)
        let bad = "t_s,ax,ay,az\n0,0,0,\u{1b}[31m\u{9b}\u{202e}9.8\n"
        try bad.write(to: folder.appending(path: "bad.csv"), atomically: true, encoding: .utf8)
        let line = Hostile.text.replacing("\n", with: "").replacing("\r", with: "")
        let panel = "N: \(line)\nP: 02\nA: 2f 0 4 0 0 0\nA: 35 0 1000 0 0 0\nA: 36 0 500 0 0 0\n"
        let touches = "E: 0.0 3 39 1\nE: 0.0 3 35 9\nE: 0.0 0 0 0\nE: 0.2 3 35 -2147483648\nE: 0.2 0 0 0\n"
        try (panel + touches).write(to: folder.appending(path: "good.events"), atomically: true, encoding: .utf8)
        try (panel + line).write(to: folder.appending(path: "bad.events"), atomically: true, encoding: .utf8)
        let configuration =
            "[log]\nlevel = \(line)\n\(line) = 1\n[\(line.prefix(20))]\n[mpris]\nname = \u{202e}\u{9b}x\n"
        try configuration.write(to: folder.appending(path: "baton.conf"), atomically: true, encoding: .utf8)
    }

    private var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": stage.address, "PATH": "/usr/bin:/bin", "TERM": "xterm",
            "HOME": stage.directory.path,
            "SWIFT_BACKTRACE": "enable=no", "XDG_CURRENT_DESKTOP": Hostile.text, "LC_ALL": "C.UTF-8",
        ]
    }

    private func words(_ arguments: [String]) -> [String] {
        [Stage.program("batonctl")] + arguments.map { $0.replacing("FOLDER", with: stage.directory.path) }
    }

    /// Starts batonctl on a terminal of its own, or with files for standard output and error.
    private func start(_ arguments: [String], isTerminal: Bool) throws -> ChildProcess {
        let words = words(arguments)
        guard isTerminal else { return try ChildProcess(words, environment: environment) }
        let file = stage.directory.appending(path: "command-\(UUID().uuidString)")
        let line = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
        try "exec \(line)\n".write(to: file, atomically: true, encoding: .utf8)
        return try ChildProcess(["script", "-qec", "sh '\(file.path)'", "/dev/null"], environment: environment)
    }

    private func expectClean(_ child: ChildProcess, _ arguments: [String], isTerminal: Bool) {
        for text in [child.output, child.errors] {
            let residue = Hostile.residue(text, isTerminal: isTerminal, isJSON: arguments.contains("--json"))
            #expect(residue.isEmpty, "\(arguments.map(\.debugDescription)) printed \(text.debugDescription)")
        }
        #expect(!child.output.isEmpty || !child.errors.isEmpty, "\(arguments.map(\.debugDescription)) printed nothing")
    }

    private static var names: [String] {
        RootCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
            .compactMap { $0.configuration.commandName } + ["help"]
    }

    /// The lines of each command, also of those that the list has not.
    private static var lines: [[String]] {
        names.sorted().flatMap { commands[$0] ?? [[$0], [$0, Hostile.text]] }
    }

    @Test("the list has no command that batonctl has not")
    func known() {
        #expect(Set(Self.commands.keys).subtracting(Self.names) == [])
    }

    @Test("no command prints text that a terminal acts on", arguments: [true, false])
    func walk(isTerminal: Bool) throws {
        for arguments in Self.lines {
            let child = try start(arguments, isTerminal: isTerminal)
            try #require(stage.turn { child.hasEnded }, "\(arguments) did not end")
            #expect((child.status ?? 0) >= 0, "\(arguments) ended by a signal")
            expectClean(child, arguments, isTerminal: isTerminal)
            for file in try FileManager.default.contentsOfDirectory(atPath: stage.directory.path)
            where file.hasSuffix("end.csv") {
                try FileManager.default.removeItem(at: stage.directory.appending(path: file))
            }
        }
    }

    @Test("commands that do not end print no text that a terminal acts on", arguments: [true, false])
    func streams(isTerminal: Bool) throws {
        for arguments in [
            ["monitor"], ["monitor", "--json"], ["metadata", "-F"], ["metadata", "-F", "-f", "{{title}}|"],
        ] {
            let child = try start(arguments, isTerminal: isTerminal)
            try #require(
                stage.turn {
                    try? agent.emitEvent()
                    return child.output.unicodeScalars.contains("\n")
                }, "\(arguments)")
            child.kill()
            expectClean(child, arguments, isTerminal: isTerminal)
            // Each record is on one line.
            if arguments.last == "{{title}}|" { #expect(child.output.contains("end|"), "\(child.output)") }
        }
    }

    @Test("the recording and the picture of a hostile sensor are clean")
    func files() throws {
        let path = stage.directory.appending(path: "made").path
        for arguments in [["record", path + ".csv"], ["motion", "--svg", path + ".svg", "--from", path + ".csv"]] {
            let child = try start(arguments, isTerminal: false)
            try #require(stage.turn { child.hasEnded })
        }
        for name in [".csv", ".svg"] {
            let text = try String(contentsOfFile: path + name, encoding: .utf8)
            #expect(text.contains("évil"))
            #expect(Hostile.residue(text, isTerminal: false).isEmpty)
        }
        let parser = XMLParser(data: try Data(contentsOf: URL(filePath: path + ".svg")))
        #expect(parser.parse(), "\(parser.parserError.debugDescription)")
    }

    @Test(
        "a picture with any text in it is well-formed", arguments: [Hostile.text, "\u{FFFE}\u{FFFF}\u{10FFFF}", "]]>"])
    func pictures(_ text: String) {
        var trace = MotionTrace()
        trace.source = text
        trace.details = [text]
        let parser = XMLParser(data: Data(MotionPicture.svg(trace).utf8))
        #expect(parser.parse(), "\(parser.parserError.debugDescription)")
    }
}
