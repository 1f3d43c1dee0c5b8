// SPDX-License-Identifier: Apache-2.0

/// What a held player is in.
///
/// | state | paused | playing | stopped | acted, left | track changed | too late | the last hold ends | held again | its time |
/// |---|---|---|---|---|---|---|---|---|---|
/// | awaiting | paused | awaiting | over | over | awaiting | pausing | awaiting | awaiting | |
/// | pausing | paused | pausing | over | over | pausing | over, or pausing once more | pausing | pausing | |
/// | paused | paused | over, or pausing once more | over | over | over | | due, or over | paused | |
/// | due | due | over | over | over | over | | | paused | over: plays |
///
/// *Too late* is 150 ms in awaiting and 1 s in pausing. *Once more* is for causes that insist (rules I100 and I103).
enum HoldState: Sendable, Equatable {
    /// Another program pauses it as well; nothing was sent (rule I24).
    case awaiting(until: Duration)
    /// Pause was sent, and not announced yet (rule I42).
    case pausing(since: Duration)
    /// It announced that it has paused.
    case paused(since: Duration)
    /// Play is sent at this time (rule I6).
    case due(at: Duration)
}

/// A player that interruptions hold.
struct Hold: Sendable, Equatable {
    /// How long an answer to Pause is awaited (rule I42).
    static let answer = Duration.seconds(1)
    /// How long the Pause of another program is awaited (rule I24).
    static let others = Duration.milliseconds(150)
    /// A player that plays again this soon after our Pause has not been started by the user (rule I103).
    static let byItself = Duration.seconds(2)
    /// A jump this soon after our Pause is the player's own (rule I140).
    static let settling = Duration.seconds(1)
    /// A jump to a place no farther than this is the player's own (rule I140).
    static let near = Duration.seconds(2)
    /// What an app says this soon after it was told it may have sent before (rule I15).
    static let crossing = Duration.milliseconds(150)

    var state: HoldState {
        didSet { wasRefused = false }
    }
    /// Whether it has refused the Pause that was sent last, and plays on (rule I143).
    var wasRefused = false
    /// When the player started playing; the order of resuming (rule I6).
    let playingSince: Duration
    /// When the first interruption took it.
    let since: Duration
    /// Its track when it paused; until then the one that it plays, because an agent that is killed saves nothing later (rules I8
    /// and I140).
    var track: UInt64 = 0
    /// Where it has paused; nil while that is not known (rule I140).
    var position: Duration?
    /// Where it was heard; nil where that is not known (rule I117).
    var place: AudioPlace?
    /// The interruptions of which an app was told, and not yet of their ends (rule I15).
    var told: Set<UInt32> = []
    /// When it was told last.
    var toldAt = Duration.zero
    /// The interruptions that hold it now.
    var holders: Set<UInt32> = []
    /// Whether every interruption that ever held it allows resuming (rule I6).
    var mayResume = true
    /// Whether one that ever held it insists (rule I100).
    var insists = false
    /// Whether one that ever held it began while the session was not locked (rule I11).
    var beganUnlocked = false
    /// Until when it may be resumed by itself (rule I43).
    var resumable = Duration.seconds(Int64.max)
    /// Whether the user wants it to go on, whatever the interruptions allowed (rule I47).
    var isWished = false
    /// Whether Pause was sent a second time.
    var wasRepeated = false
    /// Until when `resume` plays it, if the user had it paused (rule I47).
    var manualUntil: Duration?

    init(state: HoldState, playingSince: Duration, since: Duration) {
        (self.state, self.playingSince, self.since) = (state, playingSince, since)
    }

    /// A hold of a player that is as it is known.
    init(state: HoldState, _ known: InterruptionModel.Known, since: Duration) {
        self.init(state: state, playingSince: known.playingSince, since: since)
        track = known.facts.track
        place = known.place
    }

    /// When time changes its state.
    var deadline: Duration? {
        switch state {
        case .awaiting(let until): until
        case .pausing(let since): since + Self.answer
        case .paused: nil
        case .due(let at): at
        }
    }

    /// The state after the player has announced that it plays; nil when it is not held any more.
    func afterPlaying(at now: Duration) -> HoldState? {
        switch state {
        case .awaiting, .pausing: state
        case .paused(let since) where insists && !wasRepeated && now - since <= Self.byItself: .pausing(since: now)
        case .paused, .due: nil
        }
    }

    /// The state after the player has announced that it has paused.
    func afterPaused(at now: Duration) -> HoldState {
        switch state {
        case .awaiting, .pausing: .paused(since: now)
        case .paused, .due: state
        }
    }

    /// Whether an app that says that it plays has started again. What it sent before it was told does not count (rule I15).
    func isAnswer(at now: Duration) -> Bool { now - toldAt > Self.crossing }

    /// Whether it has been paused for so long that a jump to here is the user's (rule I140).
    func isJump(to place: Duration, at now: Duration) -> Bool {
        guard endsWithTrack, now - since > Self.settling, let position else { return false }
        return Self.isFar(place, from: position)
    }

    /// Whether two places of a track are different ones (rule I140).
    static func isFar(_ place: Duration, from other: Duration) -> Bool {
        max(place, other) - min(place, other) > near
    }

    /// Whether a change of the track ends the hold: it is the player's own until it has paused (rule I41).
    var endsWithTrack: Bool { hasPaused }

    /// Whether it has announced that it has paused.
    var hasPaused: Bool {
        switch state {
        case .awaiting, .pausing: false
        case .paused, .due: true
        }
    }

    /// Whether it has paused, and no Play is planned.
    var isPaused: Bool { if case .paused = state { true } else { false } }
}
