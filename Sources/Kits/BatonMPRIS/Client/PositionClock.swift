// SPDX-License-Identifier: Apache-2.0

/// Extrapolates a player's position from the last known position and the time since.
///
/// `Position` has no change signal, so between two reports it is extrapolated by the rate (rule MPRIS7).
struct PositionClock {
    private var base: MediaTime = 0
    private var since: Duration = .zero
    private(set) var isRunning = false
    private var rate = 1.0
    private var length: MediaTime?
    /// The last reported position. A track is at least as long: mpv reports the buffered length as the length of a
    /// stream of unknown length.
    private var told: MediaTime = 0
    /// Whether something has happened since the last report that may have changed the position.
    private(set) var isStale = true
    /// How often a position was told, or was made invalid, other than by a jump that was passed on.
    private(set) var tellings: UInt64 = 0
    /// Whether the player is paused, and not stopped.
    private var isPaused = false
    /// How far the position before the last jump is from the one after it.
    private var formerOffset: MediaTime = 0
    /// Until when an answer may be the position before that jump.
    private var formerUntil = Duration.zero
    /// Until when an answer of the player may still be the position before a jump that was passed on to it.
    private(set) var settlesAt = Duration.zero

    /// How long a player may need to do a jump that it has confirmed. Larger: a jump that it has not done is shown for longer.
    static let jumpTime = Duration.milliseconds(450)
    /// How far a `Seeked` may be from the jump that was passed on just before. Larger: an old position is believed sooner.
    private static let jumpTolerance: MediaTime = 2_000_000

    /// How long a player may answer with the position before a jump that it has reported. Larger: a jump back to there is seen later.
    private static let formerTime = Duration.milliseconds(500)
    /// How far an answer may be from the position before the jump, to be taken for it.
    private static let formerTolerance: MediaTime = 1_000_000
    /// How far an answer may be from where a paused player were if it played, to be taken for that. Larger: more short jumps of a
    /// paused player are missed.
    private static let runTolerance: MediaTime = 300_000

    /// A `Seeked` that is less than this from the known position does not count as a jump. Larger: more short jumps are asked for.
    private static let noJump: MediaTime = 1_500_000

    /// The position, within the track.
    func position(at now: Duration) -> MediaTime {
        guard isRunning, now > since else { return clamp(base) }
        let elapsed = MediaTime(now - since)
        return clamp(base + (rate == 1 ? elapsed : elapsed * rate))
    }

    /// Notes a reported position.
    ///
    /// - Parameter askedAt: when the player was asked for it; nil if it told it by itself.
    /// - Returns: whether it counts. One that was asked for while a jump was being done, or just after, may be the position before
    ///   it (rules MPRIS59 and MPRIS105).
    @discardableResult
    mutating func set(_ position: MediaTime, at now: Duration, askedAt: Duration? = nil) -> Bool {
        if let askedAt {
            if askedAt < settlesAt { return false }
            if askedAt < formerUntil, isFormer(position, at: now) {
                isStale = true
                return false
            }
        }
        tellings &+= 1
        if askedAt != nil, isRunOn(position, at: now) { isStale = false } else { place(position, at: now) }
        return true
    }

    /// Whether it is the position before the last jump, or the 0 that GStreamer answers while it jumps elsewhere.
    private func isFormer(_ position: MediaTime, at now: Duration) -> Bool {
        let known = self.position(at: now)
        if position == 0 { return known.magnitude > Self.noJump }
        return (position - (known + formerOffset)).magnitude < Self.formerTolerance
    }

    /// Whether it is where a paused player were if it had played on, as Firefox says (rule MPRIS98).
    private func isRunOn(_ position: MediaTime, at now: Duration) -> Bool {
        guard isPaused, position > base else { return false }
        let elapsed = MediaTime(now - since)
        let run = rate == 1 ? elapsed : elapsed * rate
        return run >= 250_000 && (position - base - run).magnitude < Self.runTolerance
    }

    /// Notes that the position is elsewhere now.
    private mutating func noteFormer(_ new: MediaTime, at now: Duration) {
        formerOffset = position(at: now) - max(0, new)
        formerUntil = formerOffset.magnitude > Self.noJump ? now + Self.formerTime : .zero
    }

    private mutating func place(_ position: MediaTime, at now: Duration) {
        base = max(0, position)
        told = base
        since = now
        isStale = false
    }

    /// A jump that was passed on to the player and that it may refuse.
    struct Jump {
        fileprivate let offset: MediaTime
        fileprivate let tellings: UInt64
        fileprivate let settlesAt: Duration
    }

    /// Notes a jump that was passed on to the player: it is there, or will be in a moment (rule MPRIS59).
    @discardableResult
    mutating func jump(to position: MediaTime, at now: Duration) -> Jump {
        let offset = max(0, position) - self.position(at: now)
        noteFormer(position, at: now)
        place(position, at: now)
        settlesAt = now + Self.jumpTime
        isStale = true
        return Jump(offset: offset, tellings: tellings, settlesAt: settlesAt)
    }

    /// Takes a jump back that the player has refused. Jumps that were counted from it are as much elsewhere (rule MPRIS87).
    ///
    /// - Returns: whether no other jump was passed on since.
    mutating func takeBack(_ jump: Jump) -> Bool {
        let isLast = settlesAt == jump.settlesAt
        isStale = true
        formerUntil = .zero
        // What the player has told since counts.
        if jump.tellings == tellings {
            base = max(0, base - jump.offset)
            told = base
        }
        if isLast { settlesAt = .zero }
        return isLast
    }

    /// Notes a jump that the player reports. Just after a jump that was passed on, a report of another place is the one
    /// before the jump: cmus sends such.
    ///
    /// - Returns: whether it counts.
    @discardableResult
    mutating func seeked(to position: MediaTime, at now: Duration) -> Bool {
        guard now < settlesAt, (position - self.position(at: now)).magnitude > Self.jumpTolerance else {
            // After a jump that was passed on, the place before it is known already.
            if now >= settlesAt { noteFormer(position, at: now) }
            return set(position, at: now)
        }
        isStale = true
        return false
    }

    /// Whether a `Seeked` to this position says that nothing has jumped: it is where the clock is (rule MPRIS86).
    func isWhereItWas(_ position: MediaTime, at now: Duration) -> Bool {
        now >= settlesAt && (position - self.position(at: now)).magnitude < Self.noJump
    }

    /// Notes that another track begins, at its start.
    mutating func startTrack(at now: Duration) {
        base = 0
        told = 0
        since = now
        settlesAt = .zero
        formerUntil = .zero
        tellings &+= 1
        isStale = true
    }

    /// Notes the player's status.
    mutating func setStatus(_ status: PlaybackStatus, at now: Duration) {
        base = status == .stopped ? 0 : position(at: now)
        if status == .stopped { (told, settlesAt, tellings) = (0, .zero, tellings &+ 1) }
        since = now
        isRunning = status == .playing
        isPaused = status == .paused
        isStale = true
    }

    /// Notes the player's rate. A rate that is not finite, or beyond ±1000, is taken as 1.
    mutating func setRate(_ newRate: Double, at now: Duration) {
        keep(at: now)
        rate = newRate.isFinite && newRate.magnitude <= 1000 ? newRate : 1
        isStale = true
    }

    /// Goes on from here by another rate or within another length. A paused player is still where it has paused, since then.
    private mutating func keep(at now: Duration) {
        base = position(at: now)
        if isRunning { since = now }
    }

    /// Notes the track's length; nil or 0 when it is not known.
    mutating func setLength(_ newLength: MediaTime?, at now: Duration) {
        keep(at: now)
        length = newLength.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Notes a change that may have changed the position.
    mutating func markStale() { isStale = true }

    private func clamp(_ position: MediaTime) -> MediaTime {
        max(0, length.map { min(position, max($0, told)) } ?? position)
    }
}
