// SPDX-License-Identifier: Apache-2.0

import CDBus

/// A type signature of zero or more complete types, such as `a{sv}`.
///
/// A value of this type is always valid. It can be passed to libdbus, which ends the process at an invalid one.
///
/// For example:
/// ```swift
/// let metadata: Signature = "a{sv}"
/// let given = try Signature(text)  // throws if the text is not a signature
/// ```
public struct Signature: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The signature as a string.
    public let rawValue: String

    /// Makes a signature of a string, after checking it.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs`, quoting the name, when the D-Bus specification does not allow it.
    public init(_ string: String) throws(DBusError) {
        guard Validation.isValid(string, dbus_signature_validate) else {
            throw Validation.error("type signature", string)
        }
        rawValue = string
    }

    /// A signature written in the source.
    ///
    /// - Precondition: the literal is a valid name.
    public init(stringLiteral: String) {
        precondition(
            Validation.isValid(stringLiteral, dbus_signature_validate),
            "'\(stringLiteral)' is not a valid type signature")
        rawValue = stringLiteral
    }

    /// Makes a signature of a string that libdbus has checked, or that is made of such ones.
    package init(checked: String) {
        rawValue = checked
    }

    /// The signature as a string.
    public var description: String { rawValue }
}
