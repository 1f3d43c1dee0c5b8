// SPDX-License-Identifier: Apache-2.0

/// An error of D-Bus: a name that programs compare, and a sentence for people.
///
/// For example:
/// ```swift
/// func isGone(_ error: DBusError) -> Bool { error.name == .serviceUnknown || error.name == .nameHasNoOwner }
/// ```
public struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of error it is; the standard ones are constants of ``ErrorName``.
    public let name: ErrorName
    /// What happened, on what, and what to do about it. May be empty in an error from another program.
    public let message: String

    /// Makes an error.
    public init(_ name: ErrorName, _ message: String) {
        self.name = name
        self.message = message
    }

    /// The message, followed by the name.
    public var description: String { message.isEmpty ? name.rawValue : "\(message) (\(name))" }
}
