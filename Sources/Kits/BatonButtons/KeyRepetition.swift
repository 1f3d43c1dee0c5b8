// SPDX-License-Identifier: Apache-2.0

/// Tells the presses of one key from its auto-repeat, for a service that reports each repetition as a press (rules
/// KEYS23 and KEYS24).
///
/// A keyboard's first repetition looks like a second press, so a report that may be it waits for the next one. It reads
/// no clock: call ``advance(to:)`` at ``nextDeadline``. Times are of the monotonic clock.
///
/// | state | report after the last one | result | next state |
/// | --- | --- | --- | --- |
/// | idle | none, or 1.2 s and more | press | idle |
/// | idle | 150 ms to 1.2 s, or less than 60 ms | – | waiting 1 |
/// | idle | 60 to 150 ms: a quick hand | press; the fourth in a row: held | idle; repeating |
/// | waiting 1 | less than 60 ms | held | repeating |
/// | waiting 1 | less than 100 ms | – | waiting 2 |
/// | waiting 2 | less than 100 ms | held | repeating |
/// | waiting n | none for 100 ms, or a release | n presses | idle |
/// | repeating | less than 150 ms | – | repeating |
/// | repeating | none for 200 ms, or a release | let go | idle |
/// | repeating | 150 to 200 ms | – | repeating, waiting 1 |
/// | repeating, waiting 1 | less than 100 ms | – | repeating |
/// | repeating, waiting 1 | none for 100 ms | let go, press | idle |
///
/// Of a service that reports releases, a report after a release is a press, and one without a release before it is a
/// repetition if it comes within a second. A release less than 150 ms after the press does not count for this.
///
/// Only ``advance(to:)`` finds that nothing has come: a report that is read late, because the program was kept from running for
/// less than a second, does not end a wait.
///
/// For example:
/// ```swift
/// var key = KeyRepetition()
/// let first = key.pressed(at: .milliseconds(1000))  // [.press(at: 1 s)]
/// let second = key.pressed(at: .milliseconds(1500))  // []: it waits
/// let third = key.pressed(at: .milliseconds(1530))  // [.held]: both are auto-repeat
/// ```
public struct KeyRepetition: Sendable {
    /// What the reports of a key mean.
    public enum Event: Equatable, Sendable {
        /// The key went down, at this time.
        case press(at: Duration)
        /// The key has not been released since its last press, and repeats.
        case held
        /// The key that was held is up, as far as is known.
        case letGo
    }

    /// A report that comes sooner after another one does not count as a second press: no finger is that fast. With a larger value quick
    /// presses are lost.
    static let shortestPress = Duration.milliseconds(60)
    /// The first repetition does not come sooner than this after the press. With a larger value a short delay before
    /// the first repetition makes it a press.
    ///
    /// A release that comes sooner tells nothing about the finger: kglobalaccel may report one while the key is down, 20 ms
    /// after the press, and 55 ms after it on a busy machine.
    static let shortestDelay = Duration.milliseconds(150)
    /// The first repetition does not come later than this after the press. With a larger value more presses wait.
    static let longestDelay = Duration.milliseconds(1200)
    /// How long a report waits for the next one. With a larger value a press after another one acts later; with a
    /// smaller one a busy machine makes a press of the first repetition.
    static let patience = Duration.milliseconds(100)
    /// A key that repeats is up when no report has come for so long. With a larger value seeking ends later.
    static let silence = Duration.milliseconds(200)
    /// A report this long after the last one is a press, although no release was reported: that one was lost.
    static let longestHold = Duration.seconds(1)
    /// So many quick presses in a row are the repetitions of a slow keyboard.
    static let mostQuickPresses = 4

    private var last: Duration?
    /// The reports that wait, at most two.
    private var waiting: [Duration] = []
    private var isRepeating = false
    private var quickPresses = 0
    /// Whether the service has ever reported a release of this key.
    private var reportsReleases = false
    private var release = Release.none
    private var isReleasedBeforeWaiting = false

    /// What has been reported since the last press.
    private enum Release {
        case none
        /// A release so soon after the press that it tells nothing about the finger.
        case early
        case proper
    }

    /// Makes a key that has not been pressed (rule KEYS23).
    public init() {}

    /// When ``advance(to:)`` must be called if nothing is reported before; nil for never (rule KEYS23).
    public var nextDeadline: Duration? {
        guard let last else { return nil }
        if !waiting.isEmpty { return last + Self.patience }
        return isRepeating ? last + Self.silence : nil
    }

    /// Takes a report that the key went down (rule KEYS23).
    ///
    /// - Parameter instant: when it came.
    /// - Returns: what is known now.
    public mutating func pressed(at instant: Duration) -> [Event] {
        let events = advanceAfterPause(to: instant)
        let gap = last.map { instant - $0 }
        let former = release
        // After a second without a repetition a release has been lost.
        if waiting.isEmpty { isReleasedBeforeWaiting = former != .none || (gap ?? .zero) >= Self.longestHold }
        last = instant
        release = .none
        guard let gap, gap < Self.longestDelay else {
            quickPresses = 0
            return events + [.press(at: instant)]
        }
        if isRepeating {
            // After a pause as long as the shortest delay it may be a new press, and waits.
            waiting = waiting.isEmpty && gap >= Self.shortestDelay ? [instant] : []
            return events
        }
        if reportsReleases {
            if former == .proper, gap >= Self.shortestPress { return events + [.press(at: instant)] }
            if former == .none, gap < Self.longestHold { return events + beginRepeating() }
        }
        return events + judge(instant, after: gap)
    }

    /// Takes a report that the key went up (rule KEYS23).
    ///
    /// - Parameter instant: when it came.
    /// - Returns: what is known now.
    public mutating func released(at instant: Duration) -> [Event] {
        let events = advanceAfterPause(to: instant)
        guard let last else { return events }
        reportsReleases = true
        if !waiting.isEmpty, !isRepeating {
            defer { waiting = [] }
            release = .early
            // Without a release before them they were repetitions.
            return isReleasedBeforeWaiting ? events + waiting.map { .press(at: $0) } : events
        }
        if instant - last >= Self.shortestDelay {
            release = .proper
        } else if !isRepeating {
            release = .early
        }
        guard isRepeating else { return events }
        isRepeating = false
        waiting = []
        return events + [.letGo]
    }

    /// Lets time pass (rule KEYS23).
    ///
    /// - Parameter instant: until when.
    /// - Returns: what is known now.
    public mutating func advance(to instant: Duration) -> [Event] {
        guard let deadline = nextDeadline, deadline <= instant else { return [] }
        return decide()
    }

    /// Decides what waits, because another key was pressed: keyboards repeat the last key only (rule KEYS23).
    ///
    /// - Returns: what is known now.
    public mutating func decide() -> [Event] {
        defer { waiting = [] }
        let presses = waiting.map { Event.press(at: $0) }
        guard isRepeating else { return presses }
        isRepeating = false
        quickPresses = 0
        return [.letGo] + presses
    }

    /// Lets time pass before a report, if it is a second or more. If it is less, the caller has not called ``advance(to:)`` at a
    /// deadline in between because it was kept from running, and what it reads now may have come in time.
    private mutating func advanceAfterPause(to instant: Duration) -> [Event] {
        guard let last, instant - last >= Self.longestHold else { return [] }
        return advance(to: instant)
    }

    private mutating func judge(_ instant: Duration, after gap: Duration) -> [Event] {
        if waiting.isEmpty, gap >= Self.shortestPress, gap < Self.shortestDelay {
            quickPresses += 1
            return quickPresses < Self.mostQuickPresses ? [.press(at: instant)] : beginRepeating()
        }
        quickPresses = 0
        if !waiting.isEmpty, gap < Self.shortestPress || waiting.count == 2 { return beginRepeating() }
        waiting.append(instant)
        return []
    }

    private mutating func beginRepeating() -> [Event] {
        waiting = []
        isRepeating = true
        return [.held]
    }
}
