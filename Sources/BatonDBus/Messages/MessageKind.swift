// SPDX-License-Identifier: Apache-2.0

/// The four kinds of message on the bus.
public enum MessageKind: Int32, Sendable {
    /// Asks for something.
    case methodCall = 1
    /// Answers a call.
    case methodReturn = 2
    /// Answers a call with an error.
    case error = 3
    /// Tells something.
    case signal = 4
}
