// SPDX-License-Identifier: Apache-2.0

/// How long to wait before the next attempt to connect: twice as long each time, and each wait is shortened at random by up to
/// half, so that the machines of a household do not all come back in the same moment.
///
/// For example:
/// ```swift
/// var backoff = Backoff(first: .seconds(1), longest: .seconds(300))
/// let wait = backoff.next(shortenedBy: Double.random(in: 0...1))   // 0.5 to 1 s, then 1 to 2 s, … at last 150 to 300 s
/// ```
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var bound: Duration

    /// Makes a backoff that begins with `first`.
    ///
    /// - Parameters:
    ///   - first: the bound of the first wait; greater than zero.
    ///   - longest: the bound that no wait exceeds.
    package init(first: Duration = .seconds(1), longest: Duration = .seconds(300)) {
        self.first = first
        self.longest = max(first, longest)
        bound = first
    }

    /// The next wait, between half its bound and the bound.
    ///
    /// - Parameter share: which share of half the bound is taken off, from 0 to 1; at random.
    package mutating func next(shortenedBy share: Double) -> Duration {
        defer { bound = min(bound * 2, longest) }
        return bound - bound / 2 * min(max(share, 0), 1)
    }

    /// The next wait is the first one again.
    package mutating func reset() { bound = first }
}
