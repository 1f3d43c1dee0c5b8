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
    private var tellings: UInt64 = 0
    /// Until when an answer of the player may still be the position before a jump that was passed on to it.
    private(set) var settlesAt = Duration.zero

    /// How long a player may need to do a jump that it has confirmed. Larger: a jump that it has not done is shown for longer.
    static let jumpTime = Duration.milliseconds(450)
    /// How far a `Seeked` may be from the jump that was passed on just before. Larger: an old position is believed sooner.
    private static let jumpTolerance: MediaTime = 2_000_000

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
    /// - Returns: whether it counts. One that was asked for while a jump was being done may be the position before it.
    @discardableResult
    mutating func set(_ position: MediaTime, at now: Duration, askedAt: Duration? = nil) -> Bool {
        if let askedAt, askedAt < settlesAt { return false }
        tellings &+= 1
        place(position, at: now)
        return true
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
    mutating func seeked(to position: MediaTime, at now: Duration) -> Bool {
        guard now < settlesAt, (position - self.position(at: now)).magnitude > Self.jumpTolerance else {
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
        tellings &+= 1
        isStale = true
    }

    /// Notes the player's status.
    mutating func setStatus(_ status: PlaybackStatus, at now: Duration) {
        base = status == .stopped ? 0 : position(at: now)
        if status == .stopped { (told, settlesAt, tellings) = (0, .zero, tellings &+ 1) }
        since = now
        isRunning = status == .playing
        isStale = true
    }

    /// Notes the player's rate. A rate that is not finite, or beyond ±1000, is taken as 1.
    mutating func setRate(_ newRate: Double, at now: Duration) {
        base = position(at: now)
        since = now
        rate = newRate.isFinite && newRate.magnitude <= 1000 ? newRate : 1
        isStale = true
    }

    /// Notes the track's length; nil or 0 when it is not known.
    mutating func setLength(_ newLength: MediaTime?, at now: Duration) {
        base = position(at: now)
        since = now
        length = newLength.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Notes a change that may have changed the position.
    mutating func markStale() { isStale = true }

    private func clamp(_ position: MediaTime) -> MediaTime {
        max(0, length.map { min(position, max($0, told)) } ?? position)
    }
}
