// SPDX-License-Identifier: Apache-2.0

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
        var start: Duration
        var admitted = 0
        var suppressed = 0
    }

    /// The origin for all lines whose origin is not counted separately.
    static let otherOrigins = "other origins"

    private let limits: Limits
    private var windows: [String: Window] = [:]
    private var total: Window

    /// A limiter that has not seen a line yet.
    package init(limits: Limits = Limits()) {
        self.limits = limits
        total = Window(start: .zero)
    }

    /// Whether a line of `origin` may be written now.
    package mutating func admit(_ origin: String, at now: Duration) -> Bool {
        if now - total.start >= limits.window { total = Window(start: now) }
        let isKnown = windows[origin] != nil || windows.count < limits.origins
        let origin = isKnown ? origin : Self.otherOrigins
        var window = windows[origin] ?? Window(start: now)
        let isAdmitted = window.admitted < limits.linesPerOrigin && total.admitted < limits.lines
        if isAdmitted {
            window.admitted += 1
            total.admitted += 1
        } else {
            window.suppressed += 1
        }
        windows[origin] = window
        return isAdmitted
    }

    /// Removes the windows that are over, or all windows, and returns what was suppressed in them.
    ///
    /// Call it before ``admit(_:at:)``.
    mutating func takeSuppressions(at now: Duration, all: Bool = false) -> [Suppression] {
        var suppressions: [Suppression] = []
        for (origin, window) in windows where all || now - window.start >= limits.window {
            windows[origin] = nil
            if window.suppressed > 0 { suppressions.append(Suppression(origin: origin, count: window.suppressed)) }
        }
        return suppressions.sorted { $0.origin < $1.origin }
    }
}
