// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonTranslation
import Glibc

struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Watch your players on one screen, and steer them by keys.",
        discussion: """
            The page Now shows who gets the next press and why, the other players, what is held, and what has \
            happened. The page Health shows what 'batonctl doctor' finds, but for other machines. Where both have no \
            room beside each other, the tab key changes between them.

            Keys: up and down, or k and j, choose a player; p pins it or removes the pin, i ignores it, u stops \
            ignoring the last one, s or n skips to its next track, space plays or pauses it; h pauses everything or \
            resumes it; tab, 1 and 2 change the page, r examines again, ? shows the keys, q or Ctrl-C ends.

            It needs a terminal of at least 40 columns and 10 rows. Programs use 'batonctl players', 'batonctl \
            monitor' and 'batonctl doctor'.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.reporting { () throws(CommandError) in
            guard isatty(STDIN_FILENO) == 1, Terminal.isThere else { throw Self.withoutTerminal }
            try TopSession().run()
        }
    }

    private static var withoutTerminal: CommandError {
        CommandError(
            translated(
                "'top' needs a terminal. Without one: 'batonctl players', 'batonctl monitor' and 'batonctl doctor'."),
            status: .usage)
    }
}
