// SPDX-License-Identifier: Apache-2.0

/// Keeps one talkative origin, such as a hostile player, from filling the log.
///
/// Each origin may write 20 lines in 10 s, all together 200; what is more is counted. Memory is bounded whatever the
/// names are: of the origins beyond 64 at a time none is told apart. Pure: time comes in with each line.
package struct LogLimiter: Sendable {
    /// How many lines and in which time.
    package struct Limits: Sendable {
        package init() {}

        /// Lines of one origin in a window.
        var linesPerOrigin = 20
        /// Lines of all origins in a window.
        package var lines = 200
        /// The window's length.
        package var window = Duration.seconds(10)
        /// Origins told apart.
        var origins = 64
    }

    /// Lines of an origin that were held back.
    struct Suppression: Sendable, Equatable {
        /// Whose.
        let origin: String
        /// How many.
        let count: Int
    }

    private struct Window {
        var start: Duration
        var admitted = 0
        var suppressed = 0
    }

    /// The origin of all lines whose own is not told apart.
    static let otherOrigins = "other origins"

    private let limits: Limits
    private var windows: [String: Window] = [:]
    private var total: Window

    /// A limiter that has seen nothing.
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

    /// Forgets the windows that are over, or all, and returns what was held back in them.
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
