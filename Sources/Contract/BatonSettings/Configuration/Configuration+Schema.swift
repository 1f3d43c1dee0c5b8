// SPDX-License-Identifier: Apache-2.0

import BatonValues

extension Configuration {
    /// The table of all sections and keys.
    ///
    /// It is built at each use, because only the start and a reload need it.
    static func schema(_ names: KeyNames) -> ConfigurationSchema<Configuration> {
        ConfigurationSchema(sections: [
            mpris, routing, seek, remoteControl, mediaKeysSection, headsetSection, deviceSection(names),
            bluetoothSection, notificationsSection, shakeSection, motionSection, undoSection, appSection,
            interruptionsSection, playerSection, awakeSection, hookSection, log, limits,
        ])
    }

    private typealias Section = ConfigurationSection<Configuration>

    private static var mpris: Section {
        Section(
            name: "mpris", summary: "How Baton appears to media clients.",
            keys: [
                .scalar(
                    "name", .at(\.mpris.name), .word,
                    """
                    Which MPRIS name Baton owns: `auto` playerctld's name when it is free, `baton` and `playerctld` \
                    always the one named, `both` both of them, `none` no name.
                    """),
                .scalar(
                    "art-cache", .at(\.mpris.artCache), .boolean,
                    """
                    Whether Baton keeps cover pictures that a player names by an `https:` or `data:` URL as files, and \
                    shows their names to media clients. With `https:` a program of Baton's asks the server. Files of \
                    players in a sandbox are copied too.
                    """),
            ])
    }

    private static var routing: Section {
        Section(
            name: "routing", summary: "Which player gets a command.",
            keys: [
                .scalar(
                    "policy", .at(\.routing.policy), .word,
                    """
                    Which player is first without a pin: `playing` the one that started to play last, `recent` the one \
                    of which any property changed last, as with playerctld.
                    """
                ).usual(),
                .list(
                    "ignore", .at(\.routing.ignore), of: .player, "A player that never gets a command; repeat for more."
                ).usual(),
                .list(
                    "priority", .at(\.routing.priority), of: .player,
                    """
                    A player that comes first where nothing plays and the last one has ended by itself, or was not used for \
                    10 minutes; repeat for more, the first line first. What you pause with a key goes on with the next press \
                    all the same. `batonctl doctor` names what no player is called.
                    """),
                .scalar(
                    "remote-players-last", .at(\.routing.remotePlayersLast), .boolean,
                    "Whether players on another device (KDE Connect, GSConnect, Valent) come after all local players."),
                .list(
                    "remote", .at(\.routing.remote), of: .player,
                    "A player on another device beside the phones of those programs, such as a speaker; repeat for more."
                ),
                .scalar(
                    "focused", .at(\.routing.focused), .word,
                    """
                    Whether a press of a key or headset goes to the player of the window in front: `idle` while nothing \
                    plays, `always` also then. A pinned player comes before it.
                    """),
                .scalar(
                    "call-timeout", .at(\.routing.callTimeout), .duration(.milliseconds(50)...(.seconds(60))),
                    """
                    How long a player may take to answer a command. A player that takes longer is skipped until a \
                    message comes from it.
                    """),
                .scalar(
                    "app-timeout", .at(\.routing.appTimeout), .duration(.milliseconds(50)...(.seconds(10))),
                    """
                    How long a registered app may take to answer. Without an answer in time a command counts as \
                    handled, and a shake as not handled.
                    """),
                .scalar(
                    "start-wait", .at(\.routing.startWait), .duration(.zero...(.seconds(10))),
                    """
                    The longest time a command waits for the first answers of players that have just appeared, and for a \
                    player that is asked for its state before a command is sent or withheld. `0s`: none is asked.
                    """),
                .command(
                    "launch", .at(\.routing.launch),
                    """
                    The program, with its arguments, that a play command starts when there is no player. No shell is \
                    used. Repeating the key adds arguments. Empty: nothing is started.
                    """
                ).usual(),
            ])
    }

    private static var seek: Section {
        return Section(
            name: "seek", summary: "How far seeking goes.",
            keys: [
                .scalar(
                    "hold-interval", .at(\.seek.holdInterval), .duration(.milliseconds(50)...(.seconds(5))),
                    "The time between two steps while a seek button is held."),
                .list(
                    "hold-step", .at(\.seek.holdSteps), of: .seekStep, most: 16,
                    "How far each step goes while a seek button is held; repeat for longer steps after a while.",
                    review: review),
                .scalar(
                    "hold-limit", .at(\.seek.holdLimit), .duration(.seconds(1)...(.seconds(600))),
                    "After what time seeking ends although the release of the button was not seen."),
            ])
    }

    @Sendable private static func review(_ steps: [SeekStep]) -> ConfigurationValueError? {
        guard let first = steps.first else { return nil }
        guard first.after == .zero else {
            return ConfigurationValueError(predicate: "wants a first step without 'after', such as '2s'")
        }
        guard zip(steps, steps.dropFirst()).allSatisfy({ $0.after < $1.after }) else {
            return ConfigurationValueError(predicate: "wants its steps in the order of their 'after'")
        }
        return nil
    }

    private static var remoteControl: Section {
        Section(
            name: "remote-control", summary: "Which commands are delivered.",
            keys: [
                .list(
                    "disabled", .at(\.remoteControl.disabled), of: .remoteControl,
                    "A command that is not delivered to any player or app; repeat for more.")
            ])
    }

    private static var log: Section {
        Section(
            name: "log", summary: "What Baton writes to the log.",
            keys: [
                .scalar(
                    "level", .at(\.log.level), .word,
                    "The least severe level that is written; `$BATON_LOG` and `--log-level` override it.")
            ])
    }

    private static var limits: Section {
        Section(
            name: "limits", summary: "How much a client or player may use.",
            keys: [
                .scalar(
                    "in-flight-per-player", .at(\.limits.inFlightPerPlayer), .integer(1...4096),
                    "How many calls to one player may be unanswered; further calls wait."),
                .scalar(
                    "waiting-per-sender", .at(\.limits.waitingPerSender), .integer(1...1_000_000),
                    "How many commands of one sender may wait; further commands are refused."),
            ])
    }
}

extension ConfigurationField where Root == Configuration {
    /// A value of a section without an argument.
    ///
    /// It is not inlined: each key of a table would have a whole configuration of its own on the stack.
    @inline(never)
    static func at(_ path: any WritableKeyPath<Configuration, Value> & Sendable) -> Self {
        .at(path, of: Configuration())
    }
}
