// SPDX-License-Identifier: Apache-2.0

import CDBus

/// The name of an error, such as `org.freedesktop.DBus.Error.Timeout`.
///
/// A value of this type is always valid. It can be passed to libdbus, which ends the process at an invalid one.
///
/// For example:
/// ```swift
/// func isWorthRepeating(_ error: DBusError) -> Bool { error.name == .timeout || error.name == .disconnected }
/// ```
public struct ErrorName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as a string.
    public let rawValue: String

    /// Makes a name of a string, after checking it.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs`, quoting the name, when the D-Bus specification does not allow it.
    public init(_ string: String) throws(DBusError) {
        guard Validation.isValid(string, dbus_validate_error_name) else { throw Validation.error("error name", string) }
        rawValue = string
    }

    /// A name written in the source.
    ///
    /// - Precondition: the literal is a valid name.
    public init(stringLiteral: String) {
        precondition(
            Validation.isValid(stringLiteral, dbus_validate_error_name), "'\(stringLiteral)' is not a valid error name")
        rawValue = stringLiteral
    }

    /// Makes a name of a string that libdbus has checked.
    init(checked: String) {
        rawValue = checked
    }

    /// The name as a string.
    public var description: String { rawValue }
}

extension ErrorName {
    /// A failure that only the message describes.
    public static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
    /// No reply came within the deadline.
    public static let timeout: ErrorName = "org.freedesktop.DBus.Error.Timeout"
    /// The callee left the bus before it replied.
    public static let noReply: ErrorName = "org.freedesktop.DBus.Error.NoReply"
    /// The connection to the bus was lost.
    public static let disconnected: ErrorName = "org.freedesktop.DBus.Error.Disconnected"
    /// The object or interface has no such method.
    public static let unknownMethod: ErrorName = "org.freedesktop.DBus.Error.UnknownMethod"
    /// There is no such object.
    public static let unknownObject: ErrorName = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such interface.
    public static let unknownInterface: ErrorName = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such property.
    public static let unknownProperty: ErrorName = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly: ErrorName = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// An argument has the wrong type or a value that makes no sense.
    public static let invalidArguments: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The operation is not supported.
    public static let notSupported: ErrorName = "org.freedesktop.DBus.Error.NotSupported"
    /// A file could not be read or written.
    public static let inputOutput: ErrorName = "org.freedesktop.DBus.Error.IOError"
    /// There is not enough memory.
    public static let noMemory: ErrorName = "org.freedesktop.DBus.Error.NoMemory"
    /// A limit of the callee or of the bus is reached.
    public static let limitsExceeded: ErrorName = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The caller may not do this.
    public static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
    /// The name has no owner, and no service can be started for it.
    public static let serviceUnknown: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The name has no owner.
    public static let nameHasNoOwner: ErrorName = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// No connection to the bus could be made.
    public static let noServer: ErrorName = "org.freedesktop.DBus.Error.NoServer"
    /// A message does not have the arguments that its description declares.
    public static let inconsistentMessage: ErrorName = "org.freedesktop.DBus.Error.InconsistentMessage"
}
