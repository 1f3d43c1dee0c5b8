// SPDX-License-Identifier: Apache-2.0

import CDBus

/// A unique (`:1.42`) or well-known (`org.mpris.MediaPlayer2.vlc`) bus name.
///
/// A value of this type is always valid. It can be passed to libdbus, which ends the process at an invalid one.
///
/// For example:
/// ```swift
/// let player: BusName = "org.mpris.MediaPlayer2.mpv"
/// let given = try BusName(text)  // throws if the text is not a bus name
/// ```
public struct BusName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as a string.
    public let rawValue: String

    /// Makes a name of a string, after checking it.
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

    /// Makes a name of a string that libdbus has checked.
    init(checked: String) {
        rawValue = checked
    }

    /// The name as a string.
    public var description: String { rawValue }
}

extension BusName {
    /// Whether it is a unique name (`:1.42`), which the bus gives to one connection and never to another.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    /// The message bus itself.
    public static let bus: BusName = "org.freedesktop.DBus"
}
