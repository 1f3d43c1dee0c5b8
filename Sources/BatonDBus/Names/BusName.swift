// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// A unique (`:1.42`) or well-known (`org.mpris.MediaPlayer2.vlc`) bus name.
///
/// A value of this type is always valid, so that it can be handed to libdbus, which ends the process on a bad one.
public struct BusName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as it goes over the bus.
    public let rawValue: String

    /// Checks and wraps a name.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs`, quoting the name, when the D-Bus specification does not allow it.
    public init(_ string: String) throws(DBusError) {
        guard Validation.isValid(string, dbus_validate_bus_name) else { throw Validation.error("bus name", string) }
        rawValue = string
    }

    /// A name written in the source.
    ///
    /// - Precondition: the literal is a valid name.
    public init(stringLiteral: String) {
        precondition(
            Validation.isValid(stringLiteral, dbus_validate_bus_name), "'\(stringLiteral)' is not a valid bus name")
        rawValue = stringLiteral
    }

    /// Wraps a name that libdbus has already checked.
    init(checked: String) {
        rawValue = checked
    }

    /// The name as it goes over the bus.
    public var description: String { rawValue }
}
