// SPDX-License-Identifier: Apache-2.0

import CDBus

/// The path of an object, such as `/org/mpris/MediaPlayer2`.
///
/// A value of this type is always valid. It can be passed to libdbus, which ends the process at an invalid one.
///
/// For example:
/// ```swift
/// let player: ObjectPath = "/org/mpris/MediaPlayer2"
/// let given = try ObjectPath(text)  // throws if the text is not an object path
/// ```
public struct ObjectPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The path as a string.
    public let rawValue: String

    /// Makes a path of a string, after checking it.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs`, quoting the name, when the D-Bus specification does not allow it.
    public init(_ string: String) throws(DBusError) {
        guard Validation.isValid(string, dbus_validate_path) else { throw Validation.error("object path", string) }
        rawValue = string
    }

    /// A path written in the source.
    ///
    /// - Precondition: the literal is a valid name.
    public init(stringLiteral: String) {
        precondition(
            Validation.isValid(stringLiteral, dbus_validate_path), "'\(stringLiteral)' is not a valid object path")
        rawValue = stringLiteral
    }

    /// Makes a path of a string that libdbus has checked.
    init(checked: String) {
        rawValue = checked
    }

    /// The path as a string.
    public var description: String { rawValue }
}
