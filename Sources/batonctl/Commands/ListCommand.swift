// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The command behind `-l` and `--list-all`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the players on the bus (also -l, --list-all).")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).list() }
}
