// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last edit of the app in front, as a shake does.",
        discussion: """
            The guards are those of a shake: nothing is undone in a terminal, while the session is locked, and so on. \
            While a shake's question is on the screen this answers it. In a terminal type 'sleep 3; batonctl undo' and \
            change to the app.

            Exit status: 0 undone, 1 refused or failed, 2 there is no agent.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in Console.print(try agent.perform(.undo)) }
    }
}

struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone edit of the app in front.",
        discussion: """
            The keys for Redo are Ctrl+Shift+Z unless '[app NAME] redo' in baton.conf names others. The guards and the \
            exit status are those of 'batonctl undo'.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in Console.print(try agent.perform(.redo)) }
    }
}
