// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show whether the player is Playing, Paused or Stopped.")

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws { try CommandRunner(options).run(output, .status) }
}

struct MetadataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metadata", abstract: "Show the title, artist and everything else about the track.")

    @Argument(
        help: ArgumentHelp("Only these: artist, title, album, or any key of the metadata.", valueName: "key"),
        completion: .list([
            "artist", "title", "album", "mpris:trackid", "mpris:length", "mpris:artUrl", "xesam:albumArtist",
            "xesam:genre",
            "xesam:trackNumber", "xesam:discNumber", "xesam:url",
        ]))
    var keys: [String] = []

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws { try CommandRunner(options).run(output, .metadata(keys: keys)) }
}

/// The command behind `-l` and `--list-all`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the players by name, one a line (also -l, --list-all).")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).list() }
}

/// The names for `--player`, for shell completion.
struct CompletePlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "complete-players", shouldDisplay: false)

    func run() throws { CommandRunner(PlayerSelection()).completePlayers() }
}
