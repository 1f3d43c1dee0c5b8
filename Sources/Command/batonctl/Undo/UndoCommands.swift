// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last edit in the app in front, as a shake does.",
        discussion: """
            As after a shake, Baton undoes nothing in a terminal, while the screen is locked, and so on. If a shake's \
            question is on the screen, this answers it. From a terminal, type 'sleep 3; batonctl undo' and switch to \
            the app.

            Exit status: 0 undone, 1 refused or failed, 2 Baton is not running.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in Console.print(try agent.perform(.undo)) }
    }
}

struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo what was undone in the app in front.",
        discussion: """
            Baton presses Ctrl+Shift+Z for Redo, unless '[app NAME] redo' in baton.conf names other keys. Otherwise \
            it works like 'batonctl undo'.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in Console.print(try agent.perform(.redo)) }
    }
}
