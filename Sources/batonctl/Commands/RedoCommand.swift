// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo what was undone last in the app in front.",
        discussion: """
            The keys are Ctrl+Shift+Z unless '[app NAME] redo' in baton.conf says otherwise. Guards and exit status are those of \
            'batonctl undo'.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).perform(.redo) }
}
