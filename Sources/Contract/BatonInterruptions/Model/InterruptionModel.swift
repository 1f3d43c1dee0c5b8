// SPDX-License-Identifier: Apache-2.0

/// Which players interruptions have paused, and which of them go on when the interruptions end.
///
/// It is told what players do, what the user does, and when interruptions begin and end, and it answers with effects. Its
/// property: it plays only what it has paused, once, and never after the user has acted on it. It does no input or output
/// and reads no clock. Times are those of `CLOCK_MONOTONIC`; one that lies before the latest counts as the latest.
///
/// For example:
/// ```swift
/// var model = InterruptionModel()
/// model.playerChanged(mpv, to: PlayerFacts(.playing), at: .seconds(1))
/// let call = model.begin(InterruptionRequest(.call), at: .seconds(2))
/// for effect in model.takeEffects() { carryOut(effect) }
/// ```
package struct InterruptionModel: Sendable {
    /// How long `resume` plays what the user had paused (rule I47).
    static let manualLimit = Duration.seconds(24 * 3600)
    /// The time between two players that are resumed (rule I6).
    static let spacing = Duration.milliseconds(50)
    /// When another member of a group is looked at (rule I95).
    static let memberCheck = Duration.milliseconds(300)
    /// How long players that were there before the agent may take to say that they play (rule I155).
    static let firstAnswer = Duration.milliseconds(200)
    /// How long a player may take to say that it can pause (rule I157).
    static let askingTime = Duration.milliseconds(200)
    /// How long one that is over as soon as it has begun lasts for what it pauses: Pause is awaited from another program (rule I24),
    /// repeated after a second (rule I100), and repeated when a player plays by itself within two (rule I103).
    package static let passing = Duration.seconds(4)
    /// How long a restarted agent waits for interruptions to come again (rule I8).
    static let restoring = Duration.seconds(5)
    /// The most interruptions at a time; one more is refused.
    static let mostInterruptions = 64

    /// A player that an interruption looks at once more.
    struct PlayerCheck: Sendable {
        enum Reason: Sendable {
            /// A member of a group may go on although the one that stands for it was paused (rule I95).
            case member
            /// It is asked whether it can pause, which it had denied (rule I157).
            case asked
            /// It was sent Play, and has not said yet that it plays (rule I6).
            case starting
        }

        let player: PlayerIdentity
        let interruption: UInt32
        let reason: Reason
        var time: Duration
    }

    package internal(set) var settings: InterruptionSettings
    package internal(set) var interruptions: [UInt32: Interruption] = [:]
    var players: [PlayerIdentity: Known] = [:]
    var holds: [PlayerIdentity: Hold] = [:] {
        didSet { isChanged = true }
    }
    var checks: [PlayerCheck] = []
    /// When players were sent Play, for a second, unless the user has acted on them since.
    var justPlayed: [PlayerIdentity: Duration] = [:]
    /// Interruptions that a saved state named and that have not come again, and when they count as ended (rule I8).
    var restored: [UInt32: Duration] = [:]
    /// Saved holds whose players have not been seen yet, or are not known yet to be such that may be paused, and until when they
    /// may be. They are saved again until then, and no longer: what is on the disk would otherwise come back at the next restart.
    var saved: [PlayerIdentity: InterruptionSnapshot.Entry] = [:] {
        didSet { isChanged = true }
    }
    var restoring: Duration?
    /// The causes of a saved state that were asked, and whose interruptions are over (rule I131).
    var over: Set<InterruptionCause> = []
    /// Whether the session is locked; nil when that is not known (rule I133).
    package internal(set) var isLocked: Bool? = false
    /// Whether another session is in front; nil when that is not known (rule I134).
    package internal(set) var isBehind: Bool? = false
    /// Held players that would not be heard where they were: they do not go on by themselves (rule I46).
    package internal(set) var unheard: Set<PlayerIdentity> = []
    /// Held players of which it is not known yet whether they would be heard where they were (rule I117).
    package internal(set) var undecided: Set<PlayerIdentity> = []
    var effects: [InterruptionEffect] = []
    var now = Duration.zero
    /// The time of the latest Play, or of the latest that is planned.
    var lastPlay: Duration?
    /// The interruption of ``pauseAll(at:)``.
    var manual: UInt32?
    /// What came of the latest ``pauseAll(_:at:)`` for players that it does not hold, or that play on.
    var forUser: [PlayerIdentity: UserWish] = [:]
    private var nextID: UInt32 = 1
    private var isChanged = false

    package init(_ settings: InterruptionSettings = InterruptionSettings()) {
        self.settings = settings
    }

    /// What is to be done since the last call, in this order.
    package mutating func takeEffects() -> [InterruptionEffect] {
        if let manual, !isChecking(for: manual), !holds.values.contains(where: { $0.holders.contains(manual) }) {
            interruptions[manual] = nil
            self.manual = nil
        }
        if isChanged {
            isChanged = false
            effects.append(.save)
        }
        defer { effects = [] }
        return effects
    }

    /// The players that are held and by which interruptions, for the user.
    package var held: [PlayerIdentity: Set<UInt32>] { holds.mapValues(\.holders) }

    /// Whether a player is held.
    package func isHeld(_ player: PlayerIdentity) -> Bool { holds[player] != nil }

    /// Whether a player or an app plays.
    package func isPlaying(_ player: PlayerIdentity) -> Bool { players[player]?.facts.isPlaying ?? false }

    /// The players that are about to be played, one after the other (rule I6), or were, and have not said yet that they play.
    package var due: Set<PlayerIdentity> {
        Set(holds.filter { if case .due = $0.value.state { true } else { false } }.map(\.key))
            .union(players.filter { $0.value.untilStarted(at: now) != nil }.map(\.key))
    }

    /// The players and apps that play.
    package var playing: Set<PlayerIdentity> { Set(players.filter { $0.value.facts.isPlaying }.map(\.key)) }

    /// The players that an interruption holds.
    package func players(heldBy id: UInt32) -> Set<PlayerIdentity> {
        Set(holds.filter { $0.value.holders.contains(id) }.map(\.key))
    }

    /// Whether it makes no difference on which player the user acts: nothing is held, and nothing was ever resumed.
    package var isQuiet: Bool { holds.isEmpty && saved.isEmpty && checks.isEmpty && lastPlay == nil }

    /// Whether a player is held that may go on by itself.
    package var hasResumable: Bool {
        holds.values.contains { hold in
            hold.mayResume && (hold.holders.isEmpty || hold.holders.contains { $0 != manual })
        }
    }

    /// Whether an interruption looks at players once more: at members of groups, or at those that are asked.
    package func isChecking(for id: UInt32) -> Bool { checks.contains { $0.interruption == id } }

    /// Whether a player is asked, for an interruption, whether it can pause, or begins to play.
    private func isAsking(for id: UInt32) -> Bool {
        checks.contains { $0.interruption == id && $0.reason != .member }
    }

    /// Whether a player that an interruption holds has not announced yet that it paused, and has not refused to, or has not said
    /// whether it can.
    package func hasPausing(for id: UInt32) -> Bool {
        isAsking(for: id)
            || holds.values.contains { hold in
                guard hold.holders.contains(id), !hold.wasRefused else { return false }
                switch hold.state {
                case .awaiting, .pausing: return true
                case .paused, .due: return false
                }
            }
    }

    /// The players that interruptions of a cause hold.
    package func players(heldBy cause: InterruptionCause) -> Set<PlayerIdentity> {
        Set(
            holds.filter { $0.value.holders.contains { interruptions[$0]?.request.cause == cause } }.map(\.key))
    }

    /// Whether a saved state names an interruption of a cause that has not come again (rule I8).
    package func isAwaited(_ cause: InterruptionCause) -> Bool {
        restored.keys.contains { interruptions[$0]?.request.cause == cause }
    }

    /// Uses no number up to this one: an interruption before a restart had it (rule I1).
    mutating func skipID(_ id: UInt32) { nextID = max(nextID, id &+ 1) }

    /// A number for an interruption.
    mutating func takeID() -> UInt32 {
        defer { nextID &+= 1 }
        return nextID
    }

    /// Saves before it plays, so that no crash makes it play twice (rule I7).
    mutating func play(_ player: PlayerIdentity, _ hold: Hold) {
        holds[player] = nil
        isChanged = false
        effects.append(.save)
        effects.append(.play(player))
        let told = hold.told.sorted()
        for id in told { effects.append(.tellEnded(player, id, shouldResume: id == told.last)) }
        if player.isApp, players[player]?.word == .playing { players[player]?.facts.state = .playing }
        players[player]?.playingSince = hold.playingSince
        players[player]?.resumedAt = now
        players[player]?.place = hold.place
        justPlayed = justPlayed.filter { now - $0.value < Hold.answer }
        justPlayed[player] = now
    }

    /// Ends a hold without playing.
    mutating func release(_ player: PlayerIdentity, _ reason: ReleaseReason) {
        // Looked for first: what is removed in vain would be saved.
        guard let hold = holds[player] else { return }
        holds[player] = nil
        for id in hold.told.sorted() { effects.append(.tellEnded(player, id, shouldResume: false)) }
        effects.append(.released(player, reason))
    }
}
