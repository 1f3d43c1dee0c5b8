// SPDX-License-Identifier: Apache-2.0

/// An event of a key.
public struct KeyEvent: Sendable, Equatable {
    /// The key's code.
    public let code: Int
    /// 0 released, 1 pressed, 2 repeated. A device may send any other value too.
    public let value: Int32
    /// The time of the event, since boot on CLOCK_MONOTONIC; never in the future.
    public let timestamp: Duration

    /// Makes an event.
    public init(code: Int, value: Int32, timestamp: Duration) {
        self.code = code
        self.value = value
        self.timestamp = timestamp
    }
}
