// SPDX-License-Identifier: Apache-2.0

/// How a connection behaves.
public struct ConnectionOptions: Sendable {
    /// The first wait after the bus is lost; it doubles up to ``longestBackOff``. Nil never connects again.
    public var firstBackOff: Duration? = .seconds(1)
    /// The longest wait between two tries.
    public var longestBackOff: Duration = .seconds(60)
    /// How long the bus may take to answer the greeting.
    public var greetingDeadline: Duration = .seconds(10)

    /// Makes the defaults.
    public init() {}
}
