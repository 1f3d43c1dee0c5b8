// SPDX-License-Identifier: Apache-2.0

/// Where in a track a player is, without asking it: the last known position and the time since.
///
/// `Position` has no change signal (MPRIS 2.2), so between two facts it is extrapolated by the rate.
struct PositionClock {
    private var base: MediaTime = 0
    private var since: Duration = .zero
    private(set) var isRunning = false
    private var rate = 1.0
    private var length: MediaTime?
    /// The last position told: a track is at least as long. (mpv gives a stream of unknown length the length buffered.)
    private var told: MediaTime = 0
    /// Whether something happened since the last fact that may have moved the position.
    private(set) var isStale = true

    /// The position, within the track.
    func position(at now: Duration) -> MediaTime {
        guard isRunning, now > since else { return clamp(base) }
        let elapsed = MediaTime(now - since)
        return clamp(base + (rate == 1 ? elapsed : elapsed * rate))
    }

    /// The player told where it is.
    mutating func set(_ position: MediaTime, at now: Duration) {
        base = max(0, position)
        told = base
        since = now
        isStale = false
    }

    /// Another track begins: from its start, until the player tells otherwise.
    mutating func startTrack(at now: Duration) {
        base = 0
        told = 0
        since = now
        isStale = true
    }

    /// The player started or stood still.
    mutating func setStatus(_ status: PlaybackStatus, at now: Duration) {
        base = status == .stopped ? 0 : position(at: now)
        if status == .stopped { told = 0 }
        since = now
        isRunning = status == .playing
        isStale = true
    }

    /// The player goes faster or slower. A rate that is no number, or beyond a thousand, is taken for 1.
    mutating func setRate(_ newRate: Double, at now: Duration) {
        base = position(at: now)
        since = now
        rate = newRate.isFinite && newRate.magnitude <= 1000 ? newRate : 1
        isStale = true
    }

    /// The track is this long; nil or 0 when nobody knows.
    mutating func setLength(_ newLength: MediaTime?, at now: Duration) {
        base = position(at: now)
        since = now
        length = newLength.flatMap { $0 > 0 ? $0 : nil }
    }

    /// What was played changed in a way that may have moved the position.
    mutating func markStale() { isStale = true }

    private func clamp(_ position: MediaTime) -> MediaTime {
        max(0, length.map { min(position, max($0, told)) } ?? position)
    }
}
