// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonAPI

struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone edit of the app in front.",
        discussion: """
            The keys for Redo are Ctrl+Shift+Z unless '[app NAME] redo' in baton.conf names others. The guards and the \
            exit status are those of 'batonctl undo'.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).perform(.redo) }
}
