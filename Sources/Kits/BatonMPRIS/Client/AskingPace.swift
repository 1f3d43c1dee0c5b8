// SPDX-License-Identifier: Apache-2.0

/// How often a player is asked again because it says that its properties have changed, without their values (rule
/// MPRIS82).
///
/// Some questions are asked at once, because players tell of one change with several signals. A player that tells of a
/// change whenever it is read is asked twice a second.
struct AskingPace {
    /// When a player that was asked evenly would be asked next.
    private var next = Duration.zero

    /// The time for each question in the long run. Larger: the last of many changes is known later. Smaller: a player
    /// that never ends makes more work.
    static let pause = Duration.milliseconds(500)
    /// How many questions are asked at once after a time without any.
    static let burst = 4

    /// Counts a question, if it may be asked now.
    ///
    /// - Returns: nil if it may; else the instant at which it may.
    mutating func ask(at now: Duration) -> Duration? {
        let due = max(next, now)
        let earliest = due - Self.pause * (Self.burst - 1)
        guard earliest <= now else { return earliest }
        next = due + Self.pause
        return nil
    }
}
