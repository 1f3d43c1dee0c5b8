// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A POSIX signal.
///
/// For example:
/// ```swift
/// let signals: [SignalNumber] = [.terminate, .interrupt]
/// print(signals)  // [SIGTERM, SIGINT]
/// ```
public struct SignalNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number of the signal.
    public let rawValue: Int32

    /// Makes a signal from its number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Reload the configuration. The corresponding C name is `SIGHUP`.
    public static let hangUp = SignalNumber(rawValue: SIGHUP)
    /// The user's Ctrl-C. The corresponding C name is `SIGINT`.
    public static let interrupt = SignalNumber(rawValue: SIGINT)
    /// Stop in an orderly way. The corresponding C name is `SIGTERM`.
    public static let terminate = SignalNumber(rawValue: SIGTERM)
    /// End at once; cannot be caught. The corresponding C name is `SIGKILL`.
    public static let kill = SignalNumber(rawValue: SIGKILL)
    /// The corresponding C name is `SIGUSR1`.
    public static let user1 = SignalNumber(rawValue: SIGUSR1)
    /// The corresponding C name is `SIGUSR2`.
    public static let user2 = SignalNumber(rawValue: SIGUSR2)
    /// The process continues after it was stopped. The corresponding C name is `SIGCONT`.
    public static let continued = SignalNumber(rawValue: SIGCONT)
    /// A child process ended. The corresponding C name is `SIGCHLD`.
    public static let child = SignalNumber(rawValue: SIGCHLD)

    /// The C name of the signal, or its number.
    public var description: String {
        switch self {
        case .hangUp: "SIGHUP"
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        case .kill: "SIGKILL"
        case .user1: "SIGUSR1"
        case .user2: "SIGUSR2"
        case .child: "SIGCHLD"
        case .continued: "SIGCONT"
        default: "signal \(rawValue)"
        }
    }
}
