// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// A clock that a world moves, and that may also go on a little with each reading, as a real one does between two readings.
final class MovingClock: ReactorClock {
    /// How far it goes on with each reading.
    private let step: Duration
    private var time = Duration.seconds(1000)

    init(step: Duration) {
        self.step = step
    }

    var now: Duration {
        time += step
        return time
    }

    var isRealTime: Bool { false }

    func advance(by duration: Duration) { time += duration }
}
