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
            interruptionsSection, playerSection, awakeSection, hookSection, mqttSection, log, limits,
        ])
    }

    private typealias Section = ConfigurationSection<Configuration>

    private static var mpris: Section {
        Section(
            name: "mpris", summary: "How Baton appears to status bars, phones and other programs that show players.",
            keys: [
                .scalar(
                    "name", .at(\.mpris.name), .word,
                    """
                    The player name that Baton takes on the bus: `auto` takes playerctld's name when it is free, \
                    `baton` and `playerctld` always take that name, `both` takes both, `none` takes neither.
                    """),
                .scalar(
                    "art-cache", .at(\.mpris.artCache), .boolean,
                    """
                    With `yes`, Baton keeps cover pictures that a player names by an `https:` or `data:` URL as files, \
                    and offers these files to bars and phones. For `https:`, a program of Baton's downloads the \
                    picture. Cover files of sandboxed players are copied too.
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
                    Which player comes first when none is pinned: `playing` is the one that started playing last, \
                    `recent` the one that changed last in any way, as with playerctld.
                    """
                ).usual(),
                .list(
                    "ignore", .at(\.routing.ignore), of: .player,
                    "A player that never gets a command; repeat for more."
                ).usual(),
                .list(
                    "priority", .at(\.routing.priority), of: .player,
                    """
                    A player that Play prefers when nothing is playing and the last player has ended by itself or was \
                    not used for 10 minutes; repeat for more, most preferred first. A player that you paused with a \
                    key still resumes with the next press. `batonctl doctor` lists names that match no player.
                    """),
                .scalar(
                    "remote-players-last", .at(\.routing.remotePlayersLast), .remotePlayers,
                    """
                    With `yes`, players on another device (KDE Connect, GSConnect, Valent) come after all players on \
                    this machine, and a machine that `[mqtt] follow` names does while it does not play. `silent`: all \
                    of them come last only while they do not play.
                    """),
                .list(
                    "remote", .at(\.routing.remote), of: .player,
                    """
                    Another player that runs on another device, such as a speaker; repeat for more. Phones that those \
                    programs show need no entry.
                    """
                ),
                .scalar(
                    "focused", .at(\.routing.focused), .word,
                    """
                    Send key and headset presses to the player of the window in front: `idle` only while nothing is \
                    playing, `always` at any time. A pinned player still comes first.
                    """),
                .scalar(
                    "call-timeout", .at(\.routing.callTimeout), .duration(.milliseconds(50)...(.seconds(60))),
                    """
                    How long a player may take to answer a command. Baton skips a player that takes longer, until that \
                    player sends something again.
                    """),
                .scalar(
                    "app-timeout", .at(\.routing.appTimeout), .duration(.milliseconds(50)...(.seconds(10))),
                    """
                    How long a registered app may take to answer. If it does not answer in time, a command counts as \
                    handled and a shake as not handled.
                    """),
                .scalar(
                    "start-wait", .at(\.routing.startWait), .duration(.zero...(.seconds(10))),
                    """
                    The longest time a command waits: for the first answers of players that have just appeared, and \
                    for a player that Baton asks for its state before it decides whether to send the command. `0s`: \
                    Baton asks none.
                    """),
                .command(
                    "launch", .at(\.routing.launch),
                    """
                    The program, with its arguments, that Play starts when there is no player. No shell is involved. \
                    Repeat the key to add arguments. Empty: nothing is started.
                    """
                ).usual(),
            ])
    }

    private static var seek: Section {
        return Section(
            name: "seek", summary: "How far a held seek button seeks.",
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
                    "Seeking stops after this time even if Baton does not see the button being released."),
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
            name: "remote-control", summary: "Which commands Baton delivers.",
            keys: [
                .list(
                    "disabled", .at(\.remoteControl.disabled), of: .remoteControl,
                    "A command that Baton delivers to no player or app; repeat for more.")
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
            name: "limits", summary: "How much one client or player may use.",
            keys: [
                .scalar(
                    "in-flight-per-player", .at(\.limits.inFlightPerPlayer), .integer(1...4096),
                    "How many unanswered calls one player may have; further calls wait."),
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
