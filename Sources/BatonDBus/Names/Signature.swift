// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// A type signature of zero or more complete types, such as `a{sv}`.
///
/// A value of this type is always valid, so that it can be handed to libdbus, which ends the process on a bad one.
public struct Signature: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as it goes over the bus.
    public let rawValue: String

    /// Checks and wraps a name.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs`, quoting the name, when the D-Bus specification does not allow it.
    public init(_ string: String) throws(DBusError) {
        guard Validation.isValid(string, dbus_signature_validate) else {
            throw Validation.error("type signature", string)
        }
        rawValue = string
    }

    /// A name written in the source.
    ///
    /// - Precondition: the literal is a valid name.
    public init(stringLiteral: String) {
        precondition(
            Validation.isValid(stringLiteral, dbus_signature_validate),
            "'\(stringLiteral)' is not a valid type signature")
        rawValue = stringLiteral
    }

    /// Wraps a name that libdbus has already checked.
    init(checked: String) {
        rawValue = checked
    }

    /// The name as it goes over the bus.
    public var description: String { rawValue }
}
