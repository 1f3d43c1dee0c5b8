// SPDX-License-Identifier: Apache-2.0

/// Whether a connection is connected.
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
