// SPDX-License-Identifier: Apache-2.0

/// Whether a name is ours.
public enum NameOwnership: Equatable, Sendable {
    /// We own it.
    case owned
    /// We wait for it behind its owner.
    case queued
    /// Somebody else owns it, and we do not wait.
    case taken
    /// We owned it, and do not any more.
    case lost
    /// The bus refused.
    case refused(DBusError)
}
