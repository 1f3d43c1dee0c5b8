// SPDX-License-Identifier: Apache-2.0

/// Where a connection is in its life.
public enum ConnectionState: Equatable, Sendable {
    /// Not opened yet, or closed for good.
    case closed
    /// On its way: what is sent now goes out right behind the greeting.
    case connecting
    /// On the bus under this unique name.
    case connected(BusName)
    /// Lost, and tried again at this instant.
    case waiting(until: Duration, after: DBusError)
}
