// SPDX-License-Identifier: Apache-2.0

/// The four kinds of D-Bus messages.
public enum MessageKind: Int32, Sendable {
    /// A call of a method.
    case methodCall = 1
    /// The reply to a call.
    case methodReturn = 2
    /// An error as the reply to a call.
    case error = 3
    /// A signal.
    case signal = 4
}
