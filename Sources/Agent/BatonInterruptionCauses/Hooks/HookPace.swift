// SPDX-License-Identifier: Apache-2.0

/// When something that may be started so many times in 10 s may be started again (rule I82).
struct HookPace {
    /// The time in which starts are counted.
    static let window = Duration.seconds(10)

    private let most: Int
    private var starts: [Duration] = []

    /// - Parameter most: how many starts ``window`` may have.
    init(_ most: Int) {
        self.most = most
    }

    /// The earliest time, from now on, at which one more start is within the limit.
    mutating func nextStart(at now: Duration) -> Duration {
        starts.removeAll { now - $0 > Self.window }
        return starts.count < most ? now : starts[starts.count - most] + Self.window + .milliseconds(1)
    }

    /// Counts a start.
    mutating func noteStart(at now: Duration) { starts.append(now) }
}
