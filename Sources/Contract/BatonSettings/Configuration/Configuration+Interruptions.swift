// SPDX-License-Identifier: Apache-2.0

package import BatonInterruptions

extension Configuration {
    /// `[interruptions]`: what pauses players that nobody pressed a button for (docs/rules/interruptions.md).
    package struct Interruptions: Sendable, Equatable {
        /// Whether anything does (rule I10).
        package var isEnabled = true
        /// What happens when the output on which a player is heard is gone (rule I20).
        package var routeLost = RouteLostChoice.pause
        /// Names of sinks, or words for how they are connected, whose loss counts for nothing (rule I23).
        package var routeIgnore: [String] = []
        /// Whether a player that cannot pause is stopped (rule I2).
        package var stopsUnpausable = false
        /// What the user chose of causes that have one key, where that is not what they do without it (rules I26 and I27).
        private var choices: [InterruptionCause: PauseChoice] = [:]
        /// Which streams are a call (rule I28).
        package var call = CallSign.phone
        /// What a call does.
        package var callEffect = CallEffect.pauseResume
        /// To how many percent of its volume a stream is lowered (rule VOL6).
        package var lowerTo = 20
        /// How long lowering it takes (rule VOL11).
        package var fade = Duration.zero
        /// How long a stream must count until a call begins.
        package var callBegin = CallWatch().beginTime
        /// How long none may count until a call ends.
        package var callEnd = CallWatch().endTime
        /// Applications that record all the time and are no call.
        package var callIgnore = [
            "obs*", "com.obsproject.Studio", "easyeffects*", "com.github.wwmm.easyeffects", "noisetorch*", "cava",
            "qpwgraph",
        ]
        /// What a player that starts to play does to the others (rule I60).
        package var exclusive = ExclusiveChoice.no
        /// How long it must play until then.
        package var exclusiveAfter = Duration.milliseconds(500)
        /// How long after its pause a player is still resumed (rule I43).
        package var resumeLimit = InterruptionSettings().resumeLimit
        /// The same for what a bud has paused that was taken out of its ear; zero for never (rule I30).
        package var wearResume = InterruptionSettings().wearLimit
        /// Which players are hidden while there is nothing to do with them (rule I90).
        package var ghosts = GhostChoice.browsers
        /// How long they must be so.
        package var ghostAfter = Duration.seconds(5)

        package init() {}

        /// What a cause with one key does.
        package func choice(of cause: InterruptionCause) -> PauseChoice {
            let choice = choices[cause] ?? cause.key?.initial ?? .nothing
            // What sleeps is silent.
            return cause == .suspend && choice.lowers ? .pause : choice
        }

        fileprivate mutating func choose(_ choice: PauseChoice, for cause: InterruptionCause) {
            choices[cause] = choice == cause.key?.initial ? nil : choice
        }
    }

    /// `[player NAME]`: settings of one player.
    package struct PlayerRule: Sendable, Equatable {
        /// Whether interruptions pause it.
        package var interrupt = InterruptChoice.usual
        /// Whether it takes part in `exclusive` (rule I61).
        package var exclusive = InterruptChoice.usual
        /// Whether a Pause of another program is awaited first (rule I24).
        package var pausesOnce = false
        /// How its volume is changed (rule VOL1).
        package var volume = VolumeChoice.auto
        /// The name of the program that plays for it, if that is another process (rule I22).
        package var stream = "" {
            didSet { streamPattern = stream.isEmpty ? nil : Glob(stream) }
        }
        /// The same as a pattern; nil for none.
        package private(set) var streamPattern: Glob?
        /// How it is told to play or pause by one button (rules MPRIS95 and MPRIS96).
        package var toggle = ToggleChoice.auto
        /// How far Next and Previous jump; nil for another track (rule MPRIS100).
        package var next: Duration?
        package var previous: Duration?
        /// How long a track must be for that.
        package var long = Duration.zero

        package init() {}
    }

    /// The keys of `[interruptions]`.
    static var interruptionsSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "interruptions", summary: "What pauses your players without a key press, and when they resume.",
            keys: interruptionKeys + callKeys + ghostKeys)
    }

    private static var interruptionKeys: [ConfigurationKey<Configuration>] {
        [
            .scalar(
                "enabled", .at(\.interruptions.isEnabled), .boolean,
                "With `no`, only commands pause players, and Baton watches nothing."),
            .scalar(
                "route-lost", .at(\.interruptions.routeLost), .word,
                """
                What happens when a player's output is gone, for example because you unplug headphones: `pause` pauses \
                until you press play; `pause-resume` resumes if the same output is back within 10 minutes and nothing \
                else was done in between.
                """),
            .list(
                "route-ignore", .at(\.interruptions.routeIgnore), of: .text(most: 255), most: 64,
                """
                An output whose loss pauses nothing: its name or a glob, or `hdmi`, `usb`, `bluetooth` or `analog`; \
                repeat for more.
                """),
            .scalar(
                "stop-unpausable", .at(\.interruptions.stopsUnpausable), .boolean,
                """
                With `yes`, Baton stops players that cannot pause. They are not resumed, because a live stream loses \
                its place.
                """),
        ] + InterruptionCause.allCases.compactMap(causeKey) + [
            .scalar(
                "wear-resume", .at(\.interruptions.wearResume), .duration(.zero...(.seconds(3600))),
                """
                If a Bluetooth headset sends Pause (you took an earbud out), how long its next Play resumes only the \
                player that was paused by it. 0s: its Play is an ordinary Play.
                """),
            .scalar(
                "exclusive", .at(\.interruptions.exclusive), .word,
                """
                What happens to the other players when one starts to play: `pause` pauses them, `pause-resume` also \
                resumes them when it stops, `lower` makes them quieter until then.
                """
            ).usual(),
            .scalar(
                "lower-to", .at(\.interruptions.lowerTo), .integer(0...100),
                "How loud `lower` leaves a player, in percent of its volume."),
            .scalar(
                "fade", .at(\.interruptions.fade), .duration(.zero...(.seconds(2))),
                "How long `lower` takes to turn the volume down, and up again. 0s: at once."),
            .scalar(
                "exclusive-after", .at(\.interruptions.exclusiveAfter), .duration(.zero...(.seconds(60))),
                "How long a player must play before it pauses the others."),
            .scalar(
                "resume-limit", .at(\.interruptions.resumeLimit), .duration(.seconds(1)...(.seconds(86_400))),
                """
                A player that was paused longer ago than this is not resumed. Time in which the machine sleeps does \
                not count.
                """
            ),
        ]
    }

    /// The key of a cause that says what it does in one word; nil without such a key.
    private static func causeKey(_ cause: InterruptionCause) -> ConfigurationKey<Configuration>? {
        guard let key = cause.key else { return nil }
        let made = ConfigurationKey<Configuration>.scalar(
            cause.rawValue,
            ConfigurationField(
                get: { root, _ in root.interruptions.choice(of: cause) },
                set: { root, _, value in root.interruptions.choose(value, for: cause) }, initial: key.initial),
            .word, key.summary)
        return key.isUsual ? made.usual() : made
    }

    private static var callKeys: [ConfigurationKey<Configuration>] {
        [
            .scalar(
                "call", .at(\.interruptions.call), .word,
                """
                What counts as a call: `phone` is an audio stream that declares itself one, `microphone` is any use of \
                a microphone, `off` is nothing.
                """
            ).usual(),
            .scalar(
                "call-effect", .at(\.interruptions.callEffect), .word,
                """
                What a call does: `pause-resume` pauses players and resumes them afterwards, `pause` leaves them \
                paused, `lower` makes them quieter until the call is over.
                """),
            .scalar(
                "call-begin", .at(\.interruptions.callBegin), .duration(.zero...(.seconds(60))),
                "How long a program must use the microphone before players pause."),
            .scalar(
                "call-end", .at(\.interruptions.callEnd), .duration(.zero...(.seconds(600))),
                "How long after the end of the call players resume."),
            .list(
                "call-ignore", .at(\.interruptions.callIgnore), of: .text(most: 255), most: 64,
                """
                An app whose use of the microphone is not a call, by its name, its program or its sandbox's \
                identifier, or a glob of them; repeat for more.
                """),
        ]
    }

    private static var ghostKeys: [ConfigurationKey<Configuration>] {
        [
            .scalar(
                "ghosts", .at(\.interruptions.ghosts), .word,
                """
                Which players Baton hides from lists, displays and commands while they are stopped and have no title, \
                address or artist: `browsers` (which stay on the bus after you close the page), `all` players, or `no` \
                player.
                """),
            .scalar(
                "ghost-after", .at(\.interruptions.ghostAfter), .duration(.zero...(.seconds(3600))),
                "How long a player must be in that state: it also passes through it when the page changes."),
        ]
    }

    /// The keys of `[player NAME]`.
    static var playerSection: ConfigurationSection<Configuration> {
        @Sendable func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<PlayerRule, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, in: \Configuration.players, new: PlayerRule())
        }
        return ConfigurationSection(
            name: "player", argument: "NAME",
            summary: """
                Settings for one player. NAME is its name on the bus, its display name, its desktop file, its program, \
                or a glob of one, such as `spotify` or `chrom*`.
                """,
            keys: [
                .scalar("interrupt", at(\.interrupt), .word, "With `no`, interruptions do not pause this player."),
                .scalar(
                    "exclusive", at(\.exclusive), .word,
                    """
                    With `no`, `[interruptions] exclusive` ignores this player: it neither pauses others nor is \
                    paused.
                    """
                ),
                .scalar(
                    "pause-once", at(\.pausesOnce), .boolean,
                    """
                    With `yes`, Baton waits 150 ms for the Pause of another program before it sends its own: for a \
                    player that starts again at a second Pause.
                    """),
                .scalar(
                    "volume", at(\.volume), .word,
                    """
                    How Baton changes this player's volume: `player` by its own `Volume`, `stream` by its stream at \
                    the sound server, `auto` by the first, or by the second where the first is missing or does \
                    nothing.
                    """),
                .scalar(
                    "stream", at(\.stream), .text(most: 255),
                    """
                    The name or program of the application that plays the sound, if that is another process, such as \
                    `mpd` for mpDris2.
                    """),
                .scalar(
                    "toggle", at(\.toggle), .word,
                    """
                    How Baton sends a toggle: `play-pause` as PlayPause; `by-status` as Play or Pause, depending on \
                    what the player says; `auto` as PlayPause, and as Play or Pause if that does nothing.
                    """),
                .scalar(
                    "next", at(\.next), .jump,
                    """
                    How far Next jumps within the track, such as `+30s`, for podcasts and films; empty: to the next \
                    track.
                    """
                ),
                .scalar(
                    "previous", at(\.previous), .jump,
                    "How far Previous jumps within the track, such as `-10s`; empty: to the previous track."),
                .scalar(
                    "long", at(\.long), .duration(.zero...(.seconds(86_400))),
                    """
                    How long a track must be for `next` and `previous` to jump within it; in shorter tracks, and in \
                    those of unknown length, they skip.
                    """
                ),
            ])
    }
}

// What uses a choice asks for what follows from it: `!=` of two choices compares their words through tables that the program
// would otherwise not build.

/// Which players may be hidden as ghosts (rule I90).
package enum GhostChoice: String, Sendable, CaseIterable {
    case browsers, all, no

    /// Whether browsers are among them.
    package var hidesBrowsers: Bool {
        switch self {
        case .browsers, .all: true
        case .no: false
        }
    }

    /// Whether all players are.
    package var hidesAll: Bool {
        switch self {
        case .all: true
        case .browsers, .no: false
        }
    }
}

/// What the loss of an output does.
package enum RouteLostChoice: String, Sendable, CaseIterable {
    case nothing, pause
    case pauseResume = "pause-resume"

    /// Whether what was heard there is paused.
    package var pauses: Bool {
        switch self {
        case .nothing: false
        case .pause, .pauseResume: true
        }
    }

    /// Whether what was paused goes on when the output is back (rule I174).
    package var resumes: Bool {
        switch self {
        case .nothing, .pause: false
        case .pauseResume: true
        }
    }
}

/// What a player that starts to play does to the others (rule I60).
package enum ExclusiveChoice: String, Sendable, CaseIterable {
    /// Nothing: two at once are often meant.
    case no
    case pause
    case pauseResume = "pause-resume"
    case lower

    /// What that is for the others; they go on when it stops.
    package var effect: PauseChoice {
        switch self {
        case .no: .nothing
        case .pause: .pause
        case .pauseResume: .pauseResume
        case .lower: .lower
        }
    }
}

/// What a call does with what plays.
package enum CallEffect: String, Sendable, CaseIterable {
    case pause
    case pauseResume = "pause-resume"
    case lower
}

/// How the volume of a player is changed (rule VOL1).
package enum VolumeChoice: String, Sendable, CaseIterable {
    /// By its own `Volume`; by its stream where that does not act.
    case auto
    /// By its own only.
    case player
    /// By its stream only.
    case stream
}

/// Whether interruptions concern a player.
package enum InterruptChoice: String, Sendable, CaseIterable {
    case usual, no

    /// Whether they do.
    package var isUsual: Bool {
        switch self {
        case .usual: true
        case .no: false
        }
    }
}

extension Configuration.Interruptions {
    /// What the model has to know of it.
    package var settings: InterruptionSettings {
        var settings = InterruptionSettings()
        settings.isEnabled = isEnabled
        settings.stopsUnpausable = stopsUnpausable
        settings.resumeLimit = resumeLimit
        settings.wearLimit = wearResume
        return settings
    }
}
