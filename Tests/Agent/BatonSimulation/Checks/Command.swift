// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents

/// A call to the agent, from its reading to its reply.
final class Command {
    let caller: BusName
    let serial: UInt32
    let readAt: Duration
    /// The number of the command, in the order of reading.
    let number: Int
    let isConfined: Bool
    let wantsAnswer: Bool
    /// "Player.Next", "Application.Pin".
    let name: String
    /// Its remote-control event; nil for other calls.
    let subtype: RemoteControlSubtype?
    let arguments: [Value]
    /// The model at the time of reading: a call may wait behind others for the player that was first then.
    var known: Model?
    /// The calls at players and apps that it caused.
    var deliveries: [Delivery] = []
    /// How long the agent did not read while this call waited.
    var slack = Duration.zero
    /// Whether it exchanged deliveries with a similar command, so that it is not certain which ones it had.
    var wasTraded = false
    /// Whether the caller does not wait for the reply any more.
    var isAbandoned = false
    /// Whether it is the beginning of seeking, and its first step was sent.
    var hasStepped = false

    init(_ call: Message, number: Int, isConfined: Bool, at now: Duration) {
        self.number = number
        caller = call.sender ?? ":0.0"
        serial = call.serial
        readAt = now
        self.isConfined = isConfined
        wantsAnswer = call.expectsReply
        let interface = call.interface?.rawValue.split(separator: ".").last.map(String.init) ?? ""
        name = "\(interface).\(call.member?.rawValue ?? "")"
        arguments = (try? call.arguments()) ?? []
        switch name {
        case "Player.Play": subtype = .play
        case "Player.Pause": subtype = .pause
        case "Player.Stop": subtype = .stop
        case "Player.PlayPause": subtype = .togglePlayPause
        case "Player.Next": subtype = .nextTrack
        case "Player.Previous": subtype = .previousTrack
        case "Application.SendRemoteControlEvent":
            if case .uint32(let number)? = arguments.first {
                subtype = RemoteControlSubtype(rawValue: Int(number))
            } else {
                subtype = nil
            }
        default: subtype = nil
        }
    }

    /// A press that is not a call. The key Play of a settings daemon means play-or-pause.
    init(press name: String, isToggle: Bool, number: Int, at now: Duration) {
        let subtypes: [String: RemoteControlSubtype] = [
            "Play": isToggle ? .togglePlayPause : .play, "Pause": .pause, "Stop": .stop, "Next": .nextTrack,
            "Previous": .previousTrack,
        ]
        (caller, serial, readAt, isConfined, wantsAnswer) = (":0.0", 0, now, false, false)
        self.number = number
        self.name = "Press.\(name)"
        subtype = subtypes[name]
        arguments = []
    }

    /// Whether it falls through to another responder that plays.
    var fallsThrough: Bool {
        switch subtype {
        case .nextTrack, .previousTrack, .beginSeekingBackward, .beginSeekingForward: true
        default: false
        }
    }

    /// Whether it is the beginning or the end of seeking.
    var isOfSeeking: Bool { subtype.map { $0.end != nil || $0.isEnd } ?? false }

    /// Whether it starts a player or stops it.
    var startsOrStops: Bool {
        switch subtype {
        case .play, .pause, .stop, .togglePlayPause: true
        default: false
        }
    }

    /// Whether it is this event.
    func isEvent(_ event: RemoteControlSubtype) -> Bool { subtype == event }

    /// The calls that every caller may make.
    private static let open: Set<String> = [
        "Player.Play", "Player.Pause", "Player.Stop", "Player.PlayPause", "Player.Next", "Player.Previous",
        "Player.Seek", "Application.SendRemoteControlEvent", "Application.Unregister",
        "Application.BecomeFirstResponder", "Application.ResignFirstResponder", "Properties.Get", "Properties.GetAll",
        "Introspectable.Introspect",
    ]

    /// Whether only callers outside a sandbox may make this call.
    var isRestricted: Bool {
        !Self.open.contains(name)
    }

    /// Whether it can cause a call of this method at a player.
    func mayCause(_ member: String) -> Bool {
        switch subtype {
        case .play: member == "Play"
        case .pause: member == "Pause"
        case .stop: member == "Stop"
        // By status at a player of which PlayPause had no effect (rule MPRIS95).
        case .togglePlayPause: ["PlayPause", "Play", "Pause", "Stop"].contains(member)
        case .nextTrack: member == "Next"
        case .previousTrack: member == "Previous"
        default: false
        }
    }

    /// Whether this method is possible but not the one that a player with this state gets for it (rule MPRIS23).
    func isUnusual(_ member: String, at target: Model.Entry) -> Bool {
        guard subtype == .togglePlayPause else { return false }
        let withoutPause = target.isPlaying ? "Stop" : "Play"
        return member != (target.can("CanPause") ? "PlayPause" : withoutPause)
    }

    /// Whether this responder was in the chain when the command was read: what comes later gets nothing of what waits. A command that may
    /// have waited for first answers was routed later than it was read (rule MPRIS20).
    func knew(_ id: String, of owner: BusName) -> Bool {
        guard let known, known.entries.values.allSatisfy(\.isAnswered) else { return true }
        return known.entries[id]?.owner == owner && known.entries[id]?.isListed == true
    }

    /// Whether its call at a player may be confused with the other's.
    func looksLike(_ other: Command) -> Bool {
        subtype != nil && subtype == other.subtype || startsOrStops && other.startsOrStops
    }

    /// Whether a call of the agent's own may have been taken for one that this command caused, so that its own may seem another's.
    var isUncertain: Bool { deliveries.contains(where: \.mayBeOwn) }

    /// Whether it may be sent: it was not delivered yet, or every responder that received it did nothing.
    var isFree: Bool { deliveries.allSatisfy { $0.ending == .passed } }
}

/// A call of the agent to a player or app that a command caused.
final class Delivery {
    enum Ending {
        case open
        /// The responder handled the command, or replied with an error for the caller.
        case done
        /// The responder replied that it did nothing.
        case passed
    }

    let target: String
    let isApp: Bool
    let sentAt: Duration
    var ending = Ending.open
    /// Whether the call may be the agent's own, for an interruption.
    var mayBeOwn = false
    /// Whether the responder played when the call was sent.
    var wasPlaying = false

    init(target: String, isApp: Bool, at now: Duration) {
        self.target = target
        self.isApp = isApp
        sentAt = now
    }
}
