// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Have the desktop ask you once whether Baton may undo, where it wants to ask.",
        discussion: """
            Tells what was found and what will be asked before anything is asked. Ctrl-C leaves everything as it is. It can be run again \
            at any time.

            Exit status: 0 there is a way to undo and nothing is left to agree to, 1 otherwise, 2 there is no agent.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).setUp() }
}
