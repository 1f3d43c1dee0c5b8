// SPDX-License-Identifier: Apache-2.0

/// Lets so many through in a window of time, over all callers: for methods that change what other programs see.
struct RateLimit: Sendable {
    let count: Int
    let window: Duration
    private var started = Duration.zero
    private var used = 0

    init(count: Int, per window: Duration) {
        self.count = count
        self.window = window
    }

    mutating func allows(at now: Duration) -> Bool {
        if now - started >= window || now < started {
            started = now
            used = 0
        }
        used += 1
        return used <= count
    }
}
