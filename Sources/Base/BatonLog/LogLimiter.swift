// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Prevents one origin, such as a hostile player, from filling the log.
///
/// Each origin may write 20 lines in 10 s, and all origins together 200. Further lines are only counted. Memory is
/// bounded: beyond 64 origins in a window, the others count as one origin. Pure: the caller passes the time with each
/// line.
package struct LogLimiter: Sendable {
    /// How many lines are admitted, and in what time. Larger: an origin can fill more of the log.
    package struct Limits: Sendable {
        package init() {}

        /// The largest number of lines of one origin in a window.
        var linesPerOrigin = 20
        /// The largest number of lines of all origins in a window.
        package var lines = 200
        /// The window's length.
        package var window = Duration.seconds(10)
        /// The largest number of origins that are counted separately.
        var origins = 64
    }

    /// The suppressed lines of an origin.
    struct Suppression: Sendable, Equatable {
        /// The origin.
        let origin: String
        /// The number of lines.
        let count: Int
    }

    private struct Window {
        var limit: RateLimit
        var suppressed = 0
    }

    /// The origin for all lines whose origin is not counted separately.
    static let otherOrigins = "other origins"

    private let limits: Limits
    private var windows: [String: Window] = [:]
    private var total: RateLimit

    /// A limiter that has not seen a line yet.
    package init(limits: Limits = Limits()) {
        self.limits = limits
        total = RateLimit(count: limits.lines, per: limits.window)
    }

    /// Whether a line of `origin` may be written now.
    package mutating func admit(_ origin: String, at now: Duration) -> Bool {
        let isKnown = windows[origin] != nil || windows.count < limits.origins
        let origin = isKnown ? origin : Self.otherOrigins
        var window = windows[origin] ?? Window(limit: RateLimit(count: limits.linesPerOrigin, per: limits.window))
        // What the origin may not write does not count for all, and the other way round.
        let isAdmitted = !window.limit.isUsedUp(at: now) && total.allows(at: now)
        if isAdmitted { _ = window.limit.allows(at: now) } else { window.suppressed += 1 }
        windows[origin] = window
        return isAdmitted
    }

    /// Removes the windows that are over, or all windows, and returns what was suppressed in them.
    ///
    /// Call it before ``admit(_:at:)``.
    mutating func takeSuppressions(at now: Duration, all: Bool = false) -> [Suppression] {
        var suppressions: [Suppression] = []
        for (origin, window) in windows where all || window.limit.isOver(at: now) {
            windows[origin] = nil
            if window.suppressed > 0 { suppressions.append(Suppression(origin: origin, count: window.suppressed)) }
        }
        return suppressions.sorted { $0.origin < $1.origin }
    }
}
