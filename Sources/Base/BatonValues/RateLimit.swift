// SPDX-License-Identifier: Apache-2.0

/// Allows a number of things in a window of time, such as calls, events or lines. Pure: the caller passes the time.
///
/// A window begins with the first thing in it, so at most twice the number comes through in the time of one window.
package struct RateLimit: Sendable {
    private let count: Int
    private let window: Duration
    private var began: Duration?
    private var used = 0

    package init(count: Int, per window: Duration) {
        self.count = count
        self.window = window
    }

    /// Counts something; false if it is too much.
    ///
    /// - Parameter cost: for how many it counts.
    package mutating func allows(_ cost: Int = 1, at now: Duration) -> Bool {
        if isOver(at: now) {
            began = now
            used = 0
        }
        used += cost
        return used <= count
    }

    /// Whether nothing more is allowed now.
    package func isUsedUp(at now: Duration) -> Bool { !isOver(at: now) && used >= count }

    /// Whether no window runs. One that begins in the future is over: the caller's clock was set back.
    package func isOver(at now: Duration) -> Bool {
        guard let began else { return true }
        return now - began >= window || now < began
    }
}
