// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the configuration as batond would read it.",
        discussion: "Runs 'batond --check' with the given arguments and exits with its status.")

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("Arguments for batond.", valueName: "argument"))
    var arguments: [String] = []

    func run() throws { try AgentProgram.check(arguments) }
}
