// SPDX-License-Identifier: Apache-2.0

import CDBus

/// The name of an interface, such as `org.mpris.MediaPlayer2.Player`.
///
/// A value of this type is always valid. It can be passed to libdbus, which ends the process at an invalid one.
///
/// For example:
/// ```swift
/// let player: InterfaceName = "org.mpris.MediaPlayer2.Player"
/// let given = try InterfaceName(text)  // throws if the text is not the name of an interface
/// ```
public struct InterfaceName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The standard interface by which the properties of any object are read, set, and told of when they change (D-Bus
    /// Specification, "org.freedesktop.DBus.Properties").
    public static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    /// The name as a string.
    public let rawValue: String

    /// Makes a name of a string, after checking it.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs`, quoting the name, when the D-Bus specification does not allow it.
    public init(_ string: String) throws(DBusError) {
        guard Validation.isValid(string, dbus_validate_interface) else {
            throw Validation.error("interface name", string)
        }
        rawValue = string
    }

    /// A name written in the source.
    ///
    /// - Precondition: the literal is a valid name.
    public init(stringLiteral: String) {
        precondition(
            Validation.isValid(stringLiteral, dbus_validate_interface),
            "'\(stringLiteral)' is not a valid interface name")
        rawValue = stringLiteral
    }

    /// Makes a name of a string that libdbus has checked.
    init(checked: String) {
        rawValue = checked
    }

    /// The name as a string.
    public var description: String { rawValue }
}
