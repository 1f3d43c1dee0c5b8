// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonTemplate

/// The options of every command for players. They may also stand before the command's name.
struct PlayerOptions: ParsableArguments {
    @Option(
        name: [.customShort("p", allowingJoined: true), .customLong("player")],
        help: ArgumentHelp(
            "The players to control, best first.",
            discussion: """
                A comma-separated list; may be repeated. 'vlc' also means 'vlc.instance7', '%any' means any player. \
                By default the command goes to Baton's first responder.
                """,
            valueName: "name"),
        completion: .shellCommand("batonctl complete-players"))
    var players: [String] = []

    @Flag(
        name: [.customShort("a"), .customLong("all-players")],
        help: "Control all players, not only the first one that can do it.")
    var all = false

    @Option(
        name: [.customShort("i", allowingJoined: true), .customLong("ignore-player")],
        help: ArgumentHelp("Players not to control, as a comma-separated list.", valueName: "name"),
        completion: .shellCommand("batonctl complete-players"))
    var ignored: [String] = []

    @OptionGroup var messages: MessageOptions

    /// The players that the options select.
    var selection: PlayerSelection { PlayerSelection(players: players, ignored: ignored, all: all) }

    /// Refuses a choice of players for a command that is for all that play.
    func refuse(with isForAllThatPlay: Bool) throws {
        guard isForAllThatPlay, !selection.isAutomatic else { return }
        throw ValidationError("--all is for all players that play; leave out the other options for players.")
    }
}

/// How much a command prints on standard error.
struct MessageOptions: ParsableArguments {
    @Flag(
        name: [.customShort("s"), .customLong("no-messages")],
        help: "Do not print the messages about missing players and unhandled commands.")
    var quiet = false

    @Flag(
        name: .customLong("verbose"),
        help: "Print on standard error which players were asked and why they did not do it.")
    var verbose = false

    /// What tells how the command ended.
    var reporter: Reporter { Reporter(isQuiet: quiet, isVerbose: verbose) }
}

/// The options of the commands that print a player's state.
struct QueryOptions: ParsableArguments {
    @Option(
        name: [.customShort("f", allowingJoined: true), .customLong("format")],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print this template, such as '{{ artist }}: {{ title }}'.",
            discussion: """
                Variables are the keys of the metadata, artist, album, title, and playerName, playerInstance, status, \
                position, volume, loop, shuffle. Functions are lc, uc, duration, markup_escape, default, emoji, trunc. \
                Numbers take + - * / and parentheses.
                """,
            valueName: "template"))
    var format: String?

    @Flag(
        name: [.customShort("F"), .customLong("follow")], help: "Keep running and print again when the answer changes.")
    var follow = false

    @Flag(name: .customLong("json"), help: "Print a JSON object on a line.")
    var json = false

    /// The query with these options.
    ///
    /// - Throws: ``CommandError`` for an invalid template.
    func query(_ subject: PlayerQuery.Subject) throws(CommandError) -> PlayerQuery {
        var query = try PlayerQuery(subject, format: format, isJSON: json)
        query.isRecord = follow
        return query
    }
}
