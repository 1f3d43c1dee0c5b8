// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonDrawing
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// Each command of the help where something is missing: it ends, says something that is true, and its status is one of those in
/// docs/batonctl.md.
@Suite("Each command where something is missing")
struct BadSurroundingsTests {
    /// What is missing, or unusual.
    enum Surroundings: String, CaseIterable, Sendable {
        case noBaton, otherVersion, noBus, noVariables, narrowTerminal, noColor, plainLanguage, rightToLeft, closedPipe
    }

    /// Arguments for commands that need some, or would not end.
    private static let arguments: [String: [String]] = [
        "open": ["https://a/b"], "pin": ["a"], "ignore": ["a"], "unignore": ["a"], "send": ["next"],
        "interrupt": ["--", "true"], "record": ["-", "--seconds", "1"], "replay": ["/nonexistent.csv"],
        "check": ["--config", "/dev/null"], "touches": ["replay", "/nonexistent.events"], "learn": ["--timeout", "1"],
        "sleep": ["30m"], "motion": ["--seconds", "1"], "calibrate": ["--forget"],
        "simulate-shake": ["--cancel"],
    ]

    /// Commands that print nothing of their own when they have done what they were asked for.
    private static let silent: Set<String> = ["interrupt", "check"]

    private static var commands: [[String]] {
        RootCommand.names.map { [$0] + (arguments[$0] ?? []) } + [
            [], ["help"], ["--help"], ["--version"], ["help", "pin"],
        ]
    }

    private let stage: Stage

    init() throws { stage = try Stage() }

    private func variables(_ surroundings: Surroundings) -> [String: String] {
        var variables = [
            "PATH": "/usr/bin:/bin", "HOME": stage.directory.path, "DBUS_SESSION_BUS_ADDRESS": stage.address,
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm",
        ]
        switch surroundings {
        case .noBus: variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
        case .noVariables: return ["SWIFT_BACKTRACE": "enable=no"]
        case .noColor: variables["NO_COLOR"] = "1"
        case .plainLanguage: variables["LANG"] = "C"
        case .rightToLeft: variables.merge(["LC_ALL": "C.UTF-8", "LANGUAGE": "he"]) { $1 }
        case .noBaton, .otherVersion, .narrowTerminal, .closedPipe: break
        }
        return variables
    }

    /// Starts batonctl; a terminal has 40 columns.
    private func start(_ arguments: [String], _ surroundings: Surroundings) throws -> ChildProcess {
        let words = [Stage.program("batonctl")] + arguments
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        switch surroundings {
        case .narrowTerminal, .noColor, .rightToLeft:
            let file = stage.directory.appending(path: "command-\(UUID().uuidString)")
            try "stty cols 40 rows 24; exec \(line)\n".write(to: file, atomically: true, encoding: .utf8)
            return try ChildProcess(
                ["script", "-qec", "sh '\(file.path)'", "/dev/null"], environment: variables(surroundings))
        case .closedPipe:
            // The shell's status is that of batonctl, whose reader has gone before it writes.
            let text = "{ sleep 0.05; \(line); echo $? >&3; } 3>&2 | head -c 0; exit 0"
            return try ChildProcess(["sh", "-c", text], environment: variables(surroundings))
        default: return try ChildProcess(words, environment: variables(surroundings))
        }
    }

    @Test("it ends, says what is so, and has a status that is documented", arguments: Surroundings.allCases)
    func each(_ surroundings: Surroundings) throws {
        let isTerminal = [.narrowTerminal, .noColor, .rightToLeft].contains(surroundings)
        let other = surroundings == .otherVersion ? try otherVersion() : nil
        for arguments in Self.commands {
            let label = "\(surroundings): batonctl \(arguments.joined(separator: " "))"
            let child = try start(arguments, surroundings)
            try #require(stage.turn { child.hasEnded }, "\(label) did not end")
            let printed = child.output + child.errors
            #expect([0, 1, 2, 64].contains(child.status), "\(label) ended with \(child.status ?? -1): \(printed)")
            let isSilent = child.status == 0 && Self.silent.contains(arguments.first ?? "")
            #expect(isSilent || !printed.isEmpty, "\(label) printed nothing")
            // A row of the doctor has the name "agent", which scripts know.
            let developers = arguments.first == "doctor" ? [] : ["agent"]
            for word in ["Fatal error", "Crash", "Illegal instruction"] + developers {
                #expect(!printed.contains(word), "\(label): \(printed)")
            }
            for text in [child.output, child.errors] {
                let residue = Hostile.residue(text, isTerminal: isTerminal)
                #expect(residue.isEmpty, "\(label) printed \(residue): \(text.debugDescription)")
            }
            if surroundings == .noColor {
                let colors: [TerminalColor] = [.red, .green, .yellow, .blue, .magenta, .cyan]
                #expect(!colors.contains { printed.contains($0.sequence) }, "\(label): \(printed)")
            }
            if surroundings == .closedPipe { expectStatus(child, label) }
        }
        withExtendedLifetime(other) {}
    }

    /// The last line of the errors is the status of batonctl.
    private func expectStatus(_ child: ChildProcess, _ label: String) {
        let status = child.errors.split(separator: "\n").last.map(String.init) ?? ""
        #expect(["0", "1", "2", "64"].contains(status), "\(label): \(child.errors)")
    }

    /// An agent that has its name and nothing that batonctl knows.
    private func otherVersion() throws -> Connection {
        let connection = try stage.connect()
        let nothing = Interface(
            "org.baton.Baton1.Application",
            properties: [
                Property("Version", "s") { () throws(DBusError) in .string("99.0") }
            ])
        connection.export(ExportedObject(interfaces: [nothing]), at: "/org/baton/Baton1")
        try stage.own("org.baton.Baton1", connection)
        return connection
    }

    @Test(
        "a command that only Baton can do names the reason and the remedy, and its status is 2",
        arguments: [
            "players", "info", "unpin", "inputs", "sleep", "undo", "resume", "shake", "interruptions", "monitor",
            "learn",
        ])
    func noBaton(_ command: String) throws {
        let result = try stage.run(command)
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("Baton is not running."), "\(result.errors)")
    }

    @Test(
        "a Baton that lacks something is said to be older",
        arguments: [
            "unpin", "inputs", "sleep 1h", "undo", "resume", "shake on", "players", "players --json", "cycle", "shake",
            "shake --json", "interruptions", "sleep",
        ])
    func versions(_ typed: String) throws {
        let other = try otherVersion()
        let result = try stage.run(typed.split(separator: " ").map(String.init))
        #expect(result.status == 1 && result.output.isEmpty)
        let sentence = "The Baton that is running is of another version than batonctl"
        #expect(result.errors.hasPrefix(sentence), "\(result.errors)")
        withExtendedLifetime(other) {}
    }
}
