// SPDX-License-Identifier: Apache-2.0

/// How a connection behaves.
///
/// For example, a service that takes small calls only:
/// ```swift
/// var options = ConnectionOptions()
/// options.largestCall = 1 << 20
/// let connection = Connection(address: address, reactor: reactor, options: options)
/// ```
public struct ConnectionOptions: Sendable {
    /// The first wait after the bus is lost; it doubles up to ``longestBackOff``. Nil never connects again.
    public var firstBackOff: Duration? = .seconds(1)
    /// The longest wait between two tries.
    public var longestBackOff: Duration = .seconds(60)
    /// How long the bus may take to answer the greeting.
    public var greetingDeadline: Duration = .seconds(10)
    /// The most bytes of arguments of a call to an exported object; a larger one is answered `LimitsExceeded` before anything
    /// of it is read or kept. 16 MiB by default.
    public var largestCall = 16 << 20
    /// The most bytes that the calls of one caller take while they are not answered, and those of all callers together. More are
    /// answered `LimitsExceeded`. libdbus stops to read from the bus at 32 MiB, so that the second has to stay well below that.
    public var largestShare = 16 << 20
    /// See ``largestShare``; 24 MiB by default.
    public var largestShareTogether = 24 << 20
    /// The most bytes of text that are read of any other message: a signal or an answer. ``Message/arguments()`` of a larger one
    /// throws. 64 MiB by default.
    public var largestBody = 64 << 20
    /// How many calls one callee may leave unanswered beyond their deadlines. The bus keeps a place for each of them, and has a
    /// limited number for us: more calls to that callee fail at once with `Timeout`, until it answers or leaves.
    public var mostUnanswered = 256

    /// Makes the defaults.
    public init() {}
}
