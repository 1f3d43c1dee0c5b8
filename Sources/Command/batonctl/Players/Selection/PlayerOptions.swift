// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The options of every command for players. They may also stand before the command's name.
struct PlayerOptions: ParsableArguments {
    @Option(
        name: [.customShort("p", allowingJoined: true), .customLong("player")],
        help: ArgumentHelp(
            "Control these players, the first one that can do it.",
            discussion: """
                A comma-separated list; may be repeated. 'vlc' also means 'vlc.instance7', '%any' means any player. \
                Without this option the command goes to the player that you are listening to.
                """,
            valueName: "name"),
        completion: .shellCommand("batonctl complete-players"))
    var players: [String] = []

    @Flag(
        name: [.customShort("a"), .customLong("all-players")],
        help: "Control all players.")
    var all = false

    @Option(
        name: [.customShort("i", allowingJoined: true), .customLong("ignore-player")],
        help: ArgumentHelp("Never control these players; a comma-separated list.", valueName: "name"),
        completion: .shellCommand("batonctl complete-players"))
    var ignored: [String] = []

    @OptionGroup var messages: MessageOptions

    /// The players that the options select.
    var selection: PlayerSelection { PlayerSelection(players: players, ignored: ignored, all: all) }

    /// Refuses a choice of players for a command that is for all that play.
    func refuse(with isForAllThatPlay: Bool) throws {
        guard isForAllThatPlay, !selection.isAutomatic else { return }
        throw ValidationError("--all is for every player that plays; leave out the other options for players.")
    }
}
