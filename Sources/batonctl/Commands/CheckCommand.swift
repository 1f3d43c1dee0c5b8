// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the configuration as batond would read it.",
        discussion: "Runs 'batond --check' with the arguments given; its exit status is this command's.")

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("Further arguments for batond.", valueName: "argument"))
    var arguments: [String] = []

    func run() throws { try AgentProgram.check(arguments) }
}
