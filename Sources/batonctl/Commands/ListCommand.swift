// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// What `-l` and `--list-all` mean.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the players on the bus (also -l, --list-all).")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).list() }
}
