// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The names for `--player`, for shell completion.
struct CompletePlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "complete-players", shouldDisplay: false)

    func run() throws { CommandRunner(PlayerSelection()).completePlayers() }
}
