// SPDX-License-Identifier: Apache-2.0

/// How a connection behaves.
///
/// For example, a service that takes small calls only:
/// ```swift
/// var options = ConnectionOptions()
/// options.largestCall = 1 << 20
/// let connection = Connection(address: "unix:path=/run/user/1000/bus", reactor: reactor, options: options)
/// ```
public struct ConnectionOptions: Sendable {
    /// The first wait after the bus is lost; it doubles up to ``longestBackOff``. With nil the connection is not made
    /// again.
    public var firstBackOff: Duration? = .seconds(1)
    /// The longest wait between two tries.
    public var longestBackOff: Duration = .seconds(60)
    /// How long the bus may take to answer `Hello`.
    public var greetingDeadline: Duration = .seconds(10)
    /// The most bytes of arguments that a call to an exported object may have. A larger call gets `LimitsExceeded`
    /// before its arguments are read. 16 MiB by default.
    public var largestCall = 16 << 20
    /// The most bytes that the unanswered calls of one caller may take. Further calls get `LimitsExceeded`. 16 MiB by
    /// default.
    public var largestShare = 16 << 20
    /// The most bytes that the unanswered calls of all callers may take together. libdbus stops reading from the bus at
    /// 32 MiB, so this must stay well below that. 24 MiB by default.
    public var largestShareTogether = 24 << 20
    /// How many bytes may wait to be written for one caller that does not read its answers, or that the bus delivers to
    /// slowly. When more wait its calls get `LimitsExceeded`, and signals that go to it alone are dropped, until less
    /// than 64 KiB wait. 4 MiB by default.
    public var largestUnsent = 4 << 20
    /// How many bytes may wait to be written for all callers together. When more wait, each caller for which 64 KiB wait
    /// counts as over its own bound. 16 MiB by default.
    public var largestUnsentTogether = 16 << 20
    /// The most bytes of text that are read from any other message: a signal or a reply. ``Message/arguments()`` of a
    /// larger one throws. 64 MiB by default.
    public var largestBody = 64 << 20
    /// How many calls one callee may leave unanswered beyond their deadlines. The bus stores each of them until it is
    /// answered, and stores only a limited number for one connection. Further calls to that callee fail at once with
    /// `Timeout` until it answers or leaves the bus.
    public var mostUnanswered = 256

    /// Makes the defaults.
    public init() {}
}

/// Whether a connection is connected.
///
/// For example:
/// ```swift
/// connection.onStateChange = { state in
///     if case .waiting(_, let error) = state { print("the bus is lost: \(error)") }
/// }
/// ```
public enum ConnectionState: Equatable, Sendable {
    /// Not opened yet, or closed for good.
    case closed
    /// `Hello` was sent. Messages that are sent now follow it.
    case connecting
    /// Connected under this unique name.
    case connected(BusName)
    /// The bus was lost, or is not there; the next attempt is at this instant.
    case waiting(until: Duration, after: DBusError)
}
