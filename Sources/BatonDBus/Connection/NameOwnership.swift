// SPDX-License-Identifier: Apache-2.0

/// Whether this connection owns a name.
public enum NameOwnership: Equatable, Sendable {
    /// This connection owns the name.
    case owned
    /// This connection waits for the name in the bus's queue.
    case queued
    /// Another connection owns the name, and this one does not wait for it.
    case taken
    /// This connection owned the name and does not any more.
    case lost
    /// The bus refused the request.
    case refused(DBusError)
}
