// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last edit of the app in front, as a shake does.",
        discussion: """
            The same guards hold as for a shake: not in a terminal, not while the session is locked, and so on. While a shake's \
            question is on the screen this answers it. In a terminal: 'sleep 3; batonctl undo', and go to the app meanwhile.

            Exit status: 0 undone, 1 refused or failed, 2 there is no agent.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).perform(.undo) }
}
