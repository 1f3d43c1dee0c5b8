// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonDoctor

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check what works on this machine and how to fix the rest.",
        discussion: """
            Changes nothing and asks nothing. If Baton is not running, it checks what it can without it.

            Begins with a line for each thing that Baton does for you: ready, partly (one step completes it), not \
            working (something is broken), off (you turned it off), or not here (this machine lacks what it needs).

            Exit status: 0 nothing is to be repaired, 1 a line is partly or not working, or something stands below \
            "Also to repair", 2 Baton is not running.
            """)

    @Flag(help: "Show every part that was checked, and not only what needs repair.")
    var all = false

    @Flag(name: .customLong("json"), help: "Print a JSON object with every part.")
    var json = false

    @Flag(
        name: .customLong("report"),
        help: "Print one text for the report of a bug: versions, parts by their codes, settings; no names.")
    var isForBug = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard [all, json, isForBug].filter({ $0 }).count <= 1 else {
            throw ValidationError("--all, --json and --report exclude each other.")
        }
    }

    func run() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            let (report, failure) = DoctorExamination.examine(isVerbose: messages.verbose)
            if json {
                Console.print(report.json.text)
            } else if isForBug {
                for line in BugReport(report).lines { Console.print(line) }
            } else if !report.isRefused {
                DoctorExamination.show(report, all: all)
            }
            if let failure { throw failure }
            if report.hasGap || !report.repairs.isEmpty { throw CommandError.silent }
        }
    }
}

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the configuration as batond would read it.",
        discussion: "Runs 'batond --check' with the given arguments and exits with its status.")

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("Arguments for batond.", valueName: "argument"))
    var arguments: [String] = []

    func run() throws { try AgentProgram.check(arguments) }
}
