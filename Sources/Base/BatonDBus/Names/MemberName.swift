// SPDX-License-Identifier: Apache-2.0

import CDBus

/// The name of a method, signal or property, such as `PlayPause`.
///
/// A value of this type is always valid. It can be passed to libdbus, which ends the process at an invalid one.
///
/// For example:
/// ```swift
/// let method: MemberName = "PlayPause"
/// let given = try MemberName(text)  // throws if the text is not the name of a member
/// ```
public struct MemberName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as a string.
    public let rawValue: String

    /// Makes a name of a string, after checking it.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs`, quoting the name, when the D-Bus specification does not allow it.
    public init(_ string: String) throws(DBusError) {
        guard Validation.isValid(string, dbus_validate_member) else { throw Validation.error("member name", string) }
        rawValue = string
    }

    /// A name written in the source.
    ///
    /// - Precondition: the literal is a valid name.
    public init(stringLiteral: String) {
        precondition(
            Validation.isValid(stringLiteral, dbus_validate_member), "'\(stringLiteral)' is not a valid member name")
        rawValue = stringLiteral
    }

    /// Makes a name of a string that libdbus has checked.
    init(checked: String) {
        rawValue = checked
    }

    /// The name as a string.
    public var description: String { rawValue }
}
