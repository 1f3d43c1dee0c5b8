// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A call to the agent, from the moment it was read to its answer.
final class Command {
    let caller: BusName
    let serial: UInt32
    let readAt: Duration
    /// The commands are numbered as they are read.
    let number: Int
    let isConfined: Bool
    let wantsAnswer: Bool
    /// "Player.Next", "Application.Pin".
    let name: String
    /// What it means as a remote-control event; nil for all else.
    let subtype: UInt32?
    let arguments: [Value]
    /// What was known when it was read: a call may wait behind others for the player that was first then.
    var known: Model?
    /// To whom it went.
    var deliveries: [Delivery] = []
    /// Until when the agent did not read while this waited.
    var slack = Duration.zero
    /// It changed deliveries with one that looks the same: which one it had is not certain.
    var wasTraded = false
    /// Whether the caller waits for it no more.
    var isAbandoned = false

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
        case "Player.Play": subtype = 100
        case "Player.Pause": subtype = 101
        case "Player.Stop": subtype = 102
        case "Player.PlayPause": subtype = 103
        case "Player.Next": subtype = 104
        case "Player.Previous": subtype = 105
        case "Application.SendRemoteControlEvent":
            if case .uint32(let raw)? = arguments.first { subtype = raw } else { subtype = nil }
        default: subtype = nil
        }
    }

    /// A press of a key or button that is no call. A settings daemon's Play is the one key for both.
    init(press name: String, isToggle: Bool, number: Int, at now: Duration) {
        let subtypes: [String: UInt32] = [
            "Play": isToggle ? 103 : 100, "Pause": 101, "Stop": 102, "Next": 104, "Previous": 105,
        ]
        (caller, serial, readAt, isConfined, wantsAnswer) = (":0.0", 0, now, false, false)
        self.number = number
        self.name = "Press.\(name)"
        subtype = subtypes[name]
        arguments = []
    }

    /// Whether one that cannot act on it lets it go by, to another one that plays.
    var fallsThrough: Bool { [104, 105, 106, 108].contains(subtype) }

    /// Whether it can be this event.
    func isEvent(_ event: UInt32) -> Bool { subtype == event }

    /// What anybody may ask for.
    private static let open: Set<String> = [
        "Player.Play", "Player.Pause", "Player.Stop", "Player.PlayPause", "Player.Next", "Player.Previous",
        "Player.Seek", "Application.SendRemoteControlEvent", "Application.Unregister",
        "Application.BecomeFirstResponder", "Application.ResignFirstResponder", "Properties.Get", "Properties.GetAll",
        "Introspectable.Introspect",
    ]

    /// What an unconfined caller may ask for, and nobody else.
    var isRestricted: Bool {
        !Self.open.contains(name)
    }

    /// Whether a call of this method at a player can come of it.
    func mayCause(_ member: String) -> Bool {
        switch subtype {
        case 100: member == "Play"
        case 101: member == "Pause"
        case 102: member == "Stop"
        case 103: ["PlayPause", "Play", "Stop"].contains(member)
        case 104: member == "Next"
        case 105: member == "Previous"
        default: false
        }
    }

    /// Whether a call of this method is not what it is sent as most often.
    func isAlso(_ member: String) -> Bool { subtype == 103 && member != "PlayPause" }

    /// Whether its call at a player may be taken for the other's.
    func looksLike(_ other: Command) -> Bool {
        let startsOrStops: Set<UInt32> = [100, 101, 102, 103]
        guard let mine = subtype, let theirs = other.subtype else { return false }
        return mine == theirs || startsOrStops.contains(mine) && startsOrStops.contains(theirs)
    }

    /// Whether it may go to somebody: nobody has it, or whoever had it surely did nothing.
    var isFree: Bool { deliveries.allSatisfy { $0.ending == .passed } }
}

/// A call of the agent's at a player or app that a command caused.
final class Delivery {
    enum Ending {
        case open
        /// It took the command, or said something else that is the caller's to hear.
        case done
        /// It said that it did nothing.
        case passed
    }

    let target: String
    let isApp: Bool
    let sentAt: Duration
    var ending = Ending.open
    /// Whether it played when the call went out.
    var wasPlaying = false

    init(target: String, isApp: Bool, at now: Duration) {
        self.target = target
        self.isApp = isApp
        sentAt = now
    }
}
