// SPDX-License-Identifier: Apache-2.0

public import BatonReactor

extension Reactor {
    /// Turns until `condition` holds.
    ///
    /// - Parameter limit: the longest wait, in real time, so that a test ends if the condition never holds.
    /// - Returns: whether the condition holds.
    public func turn(
        until condition: () throws -> Bool, within limit: Duration = BusStage.patience
    ) rethrows -> Bool {
        let end = ContinuousClock.now + limit
        while try !condition() {
            guard ContinuousClock.now < end else { return false }
            _ = try? turn(timeout: .milliseconds(5))
        }
        return true
    }

    /// Turns as long as there is something to do without waiting, at most `limit` times.
    public func turnUntilIdle(limit: Int = 1000) {
        for _ in 0..<limit {
            guard (try? turn(timeout: .zero)) == true else { return }
        }
    }
}
