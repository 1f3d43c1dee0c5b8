// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
package import BatonLog

/// Everything the user can set, with the value each setting has when nobody sets it.
///
/// `Configuration()` is the configuration of a machine without a file. The names, types and ranges of the keys are in
/// ``schema``, which is also where the documentation's table comes from. Get one from ``load(file:paths:overrides:)``.
package struct Configuration: Sendable, Equatable {
    /// `[mpris]`: how Baton shows itself to media clients.
    package var mpris = MPRIS()
    /// `[routing]`: who gets a command.
    package var routing = Routing()
    /// `[seek]`: what seeking backward and forward means.
    package var seek = Seek()
    /// `[remote-control]`: which commands are listened to.
    package var remoteControl = RemoteControl()
    /// `[media-keys]`: the media keys that desktops hand out.
    package var mediaKeys = MediaKeys()
    /// `[headset]`: buttons of headsets and media keys that are read from the kernel.
    package var headset = Headset()
    /// `[device NAME]`, by the name as it is written.
    package var devices: [String: DeviceRule] = [:]
    /// `[bluetooth]`: headsets through BlueZ.
    package var bluetooth = Bluetooth()
    /// `[shake]`: whether and how a shake is recognized.
    package var shake = Shake()
    /// `[undo]`: what a shake does when no app took it.
    package var undo = Undo()
    /// `[app NAME]`, by the name in lower case.
    package var apps: [String: AppRule] = [:]
    /// `[log]`: what is said about it.
    package var log = Log()
    /// `[limits]`: what a client or player may cost.
    package var limits = Limits()

    package init() {}

    /// How Baton shows itself to media clients.
    package struct MPRIS: Sendable, Equatable {
        /// Which MPRIS names Baton takes (design §4, "Faces").
        package var name = FaceName.auto
    }

    /// Who gets a command (spec/mpris.md iii).
    package struct Routing: Sendable, Equatable {
        /// Which player is the first responder when there is no pin.
        package var policy = RoutingPolicy.playing
        /// Players that never get a command and are never shown.
        package var ignore: [PlayerPattern] = []
        /// Players that go before others of the same class, the first pattern first.
        package var priority: [PlayerPattern] = []
        /// Whether players on another device, such as a phone's, come after every local one.
        package var remotePlayersLast = true
        /// The deadline of a routed call; the player that misses it is suspect.
        package var callTimeout = Duration.seconds(1)
        /// How long a registered app may take to say whether it handled an event.
        package var appTimeout = Duration.milliseconds(250)
        /// How long a command waits for the players' first answers after start.
        package var startWait = Duration.milliseconds(200)
        /// The program started by a play command when there is no player, and its arguments.
        ///
        /// Empty: none is started.
        package var launch: [String] = []
    }

    /// What seeking backward and forward means (spec/mpris.md iii).
    package struct Seek: Sendable, Equatable {
        /// The time between two steps while a seek key is held.
        package var holdInterval = Duration.milliseconds(250)
        /// The steps while a seek key is held: ascending by `after`, the first from zero on, never empty.
        var holdSteps = [
            SeekStep(.seconds(2), after: .zero), SeekStep(.seconds(4), after: .seconds(2)),
            SeekStep(.seconds(8), after: .seconds(5)),
        ]
        /// The longest time a key may be held before seeking ends by itself.
        package var holdLimit = Duration.seconds(30)

        /// The step for a key that has been held for `duration`.
        package func holdStep(after duration: Duration) -> Duration {
            holdSteps.last { $0.after <= duration }?.step ?? .seconds(2)
        }
    }

    /// Which commands are listened to (rule C6).
    package struct RemoteControl: Sendable, Equatable {
        /// Commands that are not delivered, only counted.
        package var disabled: [RemoteControlSubtype] = []
    }

    /// What is said about it.
    package struct Log: Sendable, Equatable {
        /// The least severe lines that are written.
        package var level = LogLevel.info
    }

    /// What a client or player may cost (design §4).
    package struct Limits: Sendable, Equatable {
        /// Calls that one player may have unanswered; more wait in a queue.
        package var inFlightPerPlayer = 256
        /// Commands that one sender may have waiting; more are refused.
        package var waitingPerSender = 10_000
    }
}

/// The MPRIS names Baton takes on the bus (design §4, "Faces").
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

/// How the first responder is found when there is no pin (design §4).
package enum RoutingPolicy: String, Sendable, CaseIterable {
    /// Playing players first, the latest start of playing first.
    case playing
    /// The player with the latest change of any property first, as playerctld does.
    case recent
}
