// SPDX-License-Identifier: Apache-2.0

/// What a device said of one of its keys.
public struct KeyEvent: Sendable, Equatable {
    /// The key's code.
    public let code: Int
    /// 0 up, 1 down, 2 repeated; a device may say anything else too.
    public let value: Int32
    /// When, since boot on CLOCK_MONOTONIC; never in the future.
    public let timestamp: Duration

    /// Makes an event.
    public init(code: Int, value: Int32, timestamp: Duration) {
        self.code = code
        self.value = value
        self.timestamp = timestamp
    }
}
