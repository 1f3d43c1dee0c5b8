// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine everything that shakes, undo and commands need, and tell how to repair what does not work.",
        discussion: """
            Changes nothing and asks nothing. Without the agent it examines what it can itself.

            Exit status: 0 there is a way to undo, 1 there is none, 2 there is no agent.
            """)

    @Flag(name: .customLong("json"), help: "Print a JSON object.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            let (report, failure) = DoctorExamination.examine()
            if json {
                Console.print(report.json.text)
            } else {
                DoctorExamination.show(report)
            }
            if let failure { throw failure }
            if !report.canUndo { throw CommandError.silent }
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
