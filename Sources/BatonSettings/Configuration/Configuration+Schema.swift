// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// The one table of every section and key.
    ///
    /// Built anew at each use: it is needed at start and at a reload only.
    static var schema: ConfigurationSchema<Configuration> {
        ConfigurationSchema(sections: [
            mpris, routing, seek, remoteControl, mediaKeysSection, headsetSection, deviceSection, bluetoothSection,
            shakeSection, undoSection, appSection, log, limits,
        ])
    }

    private typealias Section = ConfigurationSection<Configuration>

    private static func at<Value: Sendable & Equatable>(
        _ path: any WritableKeyPath<Configuration, Value> & Sendable
    ) -> ConfigurationField<Configuration, Value> {
        .at(path, of: Configuration())
    }

    private static var mpris: Section {
        Section(
            name: "mpris", summary: "How Baton shows itself to media clients.",
            keys: [
                .scalar(
                    "name", at(\.mpris.name), .word,
                    """
                    Which MPRIS name is taken: `auto` takes playerctld's when it is free, `baton` and `playerctld` \
                    force one, `both` takes both, `none` takes none.
                    """)
            ])
    }

    private static var routing: Section {
        Section(
            name: "routing", summary: "Who gets a command.",
            keys: [
                .scalar(
                    "policy", at(\.routing.policy), .word,
                    """
                    Who is first without a pin: `playing` is whoever started playing last, `recent` whoever changed \
                    anything last, as playerctld does.
                    """),
                .list(
                    "ignore", at(\.routing.ignore), of: .player, "A player that never gets a command; repeat for more."),
                .list(
                    "priority", at(\.routing.priority), of: .player,
                    "A player that goes before others of the same class; repeat for more, the first one first."),
                .scalar(
                    "remote-players-last", at(\.routing.remotePlayersLast), .boolean,
                    "Whether players on another device (KDE Connect, GSConnect) come after all local ones."),
                .scalar(
                    "call-timeout", at(\.routing.callTimeout), .duration(.milliseconds(50)...(.seconds(60))),
                    "How long a player may take to answer a command before it is passed over."),
                .scalar(
                    "app-timeout", at(\.routing.appTimeout), .duration(.milliseconds(50)...(.seconds(10))),
                    """
                    How long a registered app may take to answer: without an answer a command counts as handled, and a \
                    shake as not handled.
                    """),
                .scalar(
                    "start-wait", at(\.routing.startWait), .duration(.zero...(.seconds(10))),
                    "How long a command waits at most for the first answers of players that have just appeared."),
                .command(
                    "launch", at(\.routing.launch),
                    """
                    The program a play command starts when there is no player, with its arguments; no shell. Repeating \
                    the key adds arguments. Empty: nothing is started.
                    """),
            ])
    }

    private static var seek: Section {
        return Section(
            name: "seek", summary: "How far seeking goes.",
            keys: [
                .scalar(
                    "hold-interval", at(\.seek.holdInterval), .duration(.milliseconds(50)...(.seconds(5))),
                    "The time between two steps while a seek button is held."),
                .list(
                    "hold-step", at(\.seek.holdSteps), of: .seekStep, most: 16,
                    "How far each step goes while a seek button is held; repeat for longer steps after a while.",
                    review: review),
                .scalar(
                    "hold-limit", at(\.seek.holdLimit), .duration(.seconds(1)...(.seconds(600))),
                    "When seeking ends although no release was seen."),
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
            name: "remote-control", summary: "Which commands are listened to.",
            keys: [
                .list(
                    "disabled", at(\.remoteControl.disabled), of: .remoteControl,
                    "A command that is not delivered to anybody; repeat for more.")
            ])
    }

    private static var log: Section {
        Section(
            name: "log", summary: "What is said about it.",
            keys: [
                .scalar(
                    "level", at(\.log.level), .word,
                    "The least severe lines to write; `$BATON_LOG` and `--log-level` go before it.")
            ])
    }

    private static var limits: Section {
        Section(
            name: "limits", summary: "What a client or player may cost.",
            keys: [
                .scalar(
                    "in-flight-per-player", at(\.limits.inFlightPerPlayer), .integer(1...4096),
                    "Calls a player may leave unanswered before more are held back."),
                .scalar(
                    "waiting-per-sender", at(\.limits.waitingPerSender), .integer(1...1_000_000),
                    "Commands one sender may have waiting before more are refused."),
            ])
    }
}
