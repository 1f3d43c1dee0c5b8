// SPDX-License-Identifier: Apache-2.0

/// What a cause asks for when it begins an interruption.
package struct InterruptionRequest: Sendable, Equatable {
    package let cause: InterruptionCause
    /// For people: the device, or the application's own words.
    package var reason: String
    /// Whether what is paused may go on at the end.
    package var resumes: Bool
    /// Of a lost output: whether what it has paused may go on when the output is back (rule I174).
    package var mayReturn = false
    /// Whether players are lowered instead of paused: it holds nobody (rule VOL6).
    package var lowers = false
    /// The connection of the program whose interruption it is, which stays the same when the agent restarts; empty for Baton's own.
    package var origin = ""
    /// The only players that it concerns; nil for all.
    package var players: Set<PlayerIdentity>?
    /// How long after its beginning it ends by itself, 0 … 12 h; nil for never (rule I13).
    package let longest: Duration?

    /// The longest that an application may interrupt (rule I13).
    package static let longestLease = Duration.seconds(12 * 3600)

    package init(
        _ cause: InterruptionCause, reason: String = "", resumes: Bool = true, players: Set<PlayerIdentity>? = nil,
        longest: Duration? = nil
    ) {
        self.cause = cause
        self.reason = reason
        self.resumes = resumes
        self.players = players
        self.longest = longest.map { min(max($0, .zero), Self.longestLease) }
    }
}

/// An interruption that has begun and not ended (rule I1).
package struct Interruption: Sendable, Equatable {
    /// Never used again.
    package let id: UInt32
    package let request: InterruptionRequest
    /// When it began.
    package let began: Duration
    /// By what another agent knows it again, of several of one cause.
    let mark: UInt64
    /// Whether the session was locked when it began, and has been so since (rule I11).
    var beganLocked: Bool

    /// What it has let go of, although it lasts for others, and goes on (rule I158).
    var resumed: [PlayerIdentity] = []

    /// When it ends by itself.
    var deadline: Duration? { request.longest.map { began + $0 } }

    /// Whether it concerns a player, if the player may be interrupted at all.
    func concerns(_ player: PlayerIdentity) -> Bool { request.players?.contains(player) ?? true }

    /// Whether it lowers a player, if the player may be interrupted at all.
    package func lowers(_ player: PlayerIdentity) -> Bool { request.lowers && concerns(player) }
}

extension InterruptionRequest {
    /// Tells interruptions of one cause apart that are about different things: those of programs and of headsets, by the program and
    /// their words. Of the other causes there is one at a time, or none that comes again.
    var mark: UInt64 {
        guard cause.isToldApart, !(reason.isEmpty && origin.isEmpty) else { return 0 }
        var checksum = TextChecksum()
        checksum.add(origin)
        checksum.add(reason)
        return checksum.value
    }
}

/// What the model wants done, or has done, in the order in which it is to be carried out.
package enum InterruptionEffect: Sendable, Equatable {
    /// Send `Pause` to the player, ahead of nothing that waits for it (rule I3).
    case pause(PlayerIdentity)
    /// Send `Stop`, because the player cannot pause (rule I2).
    case stop(PlayerIdentity)
    /// Send `Play`, once, after what was saved before it in this list (rule I7).
    case play(PlayerIdentity)
    /// Write ``InterruptionModel/snapshot`` to the disk before what follows (rule I8).
    case save
    /// An interruption has begun and holds these players (rule I9).
    case began(UInt32, InterruptionCause, players: [PlayerIdentity])
    /// An interruption has ended, and these players go on (rule I9).
    case ended(UInt32, InterruptionCause, resumed: [PlayerIdentity])
    /// A player is not held any more and does not go on (rule I9).
    case released(PlayerIdentity, ReleaseReason)
    /// Tell an app that an interruption holds it: it pauses by itself (rule I15).
    case tellBegan(PlayerIdentity, UInt32, InterruptionCause)
    /// Tell an app that an interruption that it was told of has ended, and whether it goes on now (rule I15).
    case tellEnded(PlayerIdentity, UInt32, shouldResume: Bool)
    /// Ask the player where it has paused, and answer with ``InterruptionModel/pausedAt(_:by:at:)`` (rule I140).
    case askPosition(PlayerIdentity)
    /// Ask the player whether it can pause, which it has denied, and answer with ``InterruptionModel/answered(_:at:)`` (rule I157).
    case askCanPause(PlayerIdentity)
    /// Lower the player too, for an interruption that lowers: it played when that began, and says so now (rule VOL6).
    case lower(PlayerIdentity, UInt32)
    /// A player that was to be paused plays on, because it cannot pause (rules I2 and I143).
    case cannotPause(PlayerIdentity, InterruptionCause)
    /// Interruptions pause players from now on, or no more.
    case switched(isOn: Bool)
}

/// Why a player that was held does not go on. The raw value is the word on the bus and in the log.
package enum ReleaseReason: String, Sendable {
    /// It left the bus, or restarted (rule I40).
    case left
    /// The user acted on it (rule I41).
    case acted
    /// It left Paused by itself, or changed its track (rule I41).
    case changed
    /// It did not pause in time, so a later pause is the user's (rules I42 and I100).
    case playsOn = "plays-on"
    /// It was paused for too long (rule I43).
    case expired
    /// The session ended, the user said so, or the player is excepted now (rule I44).
    case forgotten
    /// Something else plays; `resume` plays it (rule I45).
    case somethingPlays = "something-plays"
    /// The session is locked; `resume` plays it (rule I11).
    case locked
    /// Another session is in front, or it is not known whether one is; `resume` plays it (rule I134).
    case behind
    /// One that held it does not allow it (rules I6 and I25).
    case notAllowed = "not-allowed"
}
