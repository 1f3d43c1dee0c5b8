// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
package import BatonValues

/// All settings of the user, with their defaults.
///
/// `Configuration()` is the configuration without a file. ``schema(_:)`` has the names, types and ranges of the keys; the
/// tables of docs/configuration.md are made from it. Get a configuration from ``load(file:paths:overrides:keys:)``.
package struct Configuration: Sendable, Equatable {
    /// `[mpris]`: how Baton appears to media clients.
    package var mpris = MPRIS()
    /// `[routing]`: which player gets a command.
    package var routing = Routing()
    /// `[seek]`: how far seeking goes.
    package var seek = Seek()
    /// `[remote-control]`: which commands are delivered.
    package var remoteControl = RemoteControl()
    /// `[media-keys]`: the media keys that desktops pass to programs.
    package var mediaKeys = MediaKeys()
    /// `[headset]`: buttons of headsets and media keys that are read from the kernel.
    package var headset = Headset()
    /// `[device NAME]`, by the name as it is in the file.
    package var devices: [String: DeviceRule] = [:]
    /// `[bluetooth]`: headsets through BlueZ.
    package var bluetooth = Bluetooth()
    /// `[notifications]`: what Baton shows on the screen without a question.
    package var notifications = Notifications()
    /// `[shake]`: whether and how a shake is recognized.
    package var shake = Shake()
    /// `[motion]`: how the sensors lie in the device.
    package var motion = Motion()
    /// `[undo]`: what a shake does that no app handled.
    package var undo = Undo()
    /// `[app NAME]`, by the name in lower case.
    package var apps: [String: AppRule] = [:]
    /// `[interruptions]`: what pauses players that nobody pressed a button for.
    package var interruptions = Interruptions()
    /// `[player NAME]`, by the name as it is in the file.
    package var players: [String: PlayerRule] = [:]
    /// `[awake]`: what keeps the screen on while it plays.
    package var awake = Awake()
    /// `[hook NAME]`, by the name as it is in the file.
    package var hooks: [String: HookRule] = [:]
    /// `[mqtt]`: other machines and the home, through an MQTT broker.
    package var mqtt = MQTT()
    /// `[log]`: what Baton writes to the log.
    package var log = Log()
    /// `[limits]`: how much a client or player may use.
    package var limits = Limits()

    package init() {}

    /// How Baton appears to media clients.
    package struct MPRIS: Sendable, Equatable {
        /// Which MPRIS names Baton owns (rule MPRIS36).
        package var name = FaceName.auto
        /// Whether pictures are kept as files for the face's clients.
        package var artCache = false
    }

    /// Which player gets a command (rules MPRIS14 to MPRIS20).
    package struct Routing: Sendable, Equatable {
        /// Which player is the first responder if no player is pinned.
        package var policy = RoutingPolicy.playing
        /// Players that never get a command and are never shown.
        package var ignore: [PlayerPattern] = []
        /// Players that come before others of the same class, the first pattern first.
        package var priority: [PlayerPattern] = []
        /// Whether players on another device, such as a phone's, come after every local one.
        package var remotePlayersLast = RemotePlayersChoice.yes
        /// Whether the player of the window in front comes first (rule MPRIS102).
        package var focused = FocusedChoice.no
        /// Players on another device, beside those whose names say so.
        package var remote: [PlayerPattern] = []
        /// The deadline of a routed call. A player that misses it is suspect (rule MPRIS26).
        package var callTimeout = Duration.seconds(1)
        /// The time within which a registered app must answer whether it handled an event.
        package var appTimeout = Duration.milliseconds(250)
        /// The longest time a command waits for the first answers of new players (rule MPRIS20).
        package var startWait = Duration.milliseconds(200)
        /// The program, and its arguments, that a play command starts if there is no player.
        ///
        /// Empty: no program is started.
        package var launch: [String] = []
    }

    /// How far seeking goes (rules MPRIS28 and MPRIS30).
    package struct Seek: Sendable, Equatable {
        /// The time between two steps while a seek key is held.
        package var holdInterval = Duration.milliseconds(250)
        /// The steps while a seek key is held: ascending by `after`, the first with `after` zero, never empty.
        var holdSteps = [
            SeekStep(.seconds(2), after: .zero), SeekStep(.seconds(4), after: .seconds(2)),
            SeekStep(.seconds(8), after: .seconds(5)),
        ]
        /// After what time seeking ends although the key's release was not seen.
        package var holdLimit = Duration.seconds(30)

        /// The step for a key that has been held for `duration`.
        package func holdStep(after duration: Duration) -> Duration {
            holdSteps.last { $0.after <= duration }?.step ?? .seconds(2)
        }
    }

    /// Which commands are delivered (rule C6).
    package struct RemoteControl: Sendable, Equatable {
        /// Commands that are not delivered, only counted.
        package var disabled: [RemoteControlSubtype] = []
    }

    /// What Baton writes to the log.
    package struct Log: Sendable, Equatable {
        /// The least severe level that is written.
        package var level = LogLevel.info
    }

    /// How much a client or player may use (rules MPRIS31 to MPRIS33).
    package struct Limits: Sendable, Equatable {
        /// How many calls to one player may be unanswered; further calls wait in a queue.
        package var inFlightPerPlayer = 256
        /// How many commands of one sender may wait; further commands are refused.
        package var waitingPerSender = 10_000
    }
}

/// The MPRIS names that Baton owns on the bus (rule MPRIS36).
package enum FaceName: String, Sendable, CaseIterable {
    /// `org.mpris.MediaPlayer2.playerctld` when it is free or becomes free, else none.
    case auto
    /// `org.mpris.MediaPlayer2.baton`.
    case baton
    /// `org.mpris.MediaPlayer2.playerctld`.
    case playerctld
    /// Both names.
    case both
    /// No name: only `org.baton.Baton1`.
    case none
}

/// Whether the player of the window in front comes first (rule MPRIS102). The raw value is the word in baton.conf.
package enum FocusedChoice: String, Sendable, CaseIterable {
    case no
    /// For a press while nothing plays.
    case idle
    /// For each press.
    case always
}

/// How the first responder is found if no player is pinned (rules MPRIS14 and MPRIS18).
package enum RoutingPolicy: String, Sendable, CaseIterable {
    /// Players that play come first, the one that started last before the others.
    case playing
    /// The player of which any property changed last comes first, as with playerctld.
    case recent

    /// Whether it is playerctld's. A comparison of two policies would compare their words, for each command.
    package var isRecent: Bool {
        switch self {
        case .playing: false
        case .recent: true
        }
    }
}
