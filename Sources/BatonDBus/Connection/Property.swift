// SPDX-License-Identifier: Apache-2.0

/// A property of a served interface.
public struct Property {
    /// What PropertiesChanged says about the property. The raw values are those of the annotation
    /// `org.freedesktop.DBus.Property.EmitsChangedSignal`.
    public enum Change: String, Sendable {
        /// The new value.
        case value = "true"
        /// Only that there is a new value.
        case invalidates
        /// Nothing, because the value never changes.
        case const
        /// Nothing, although the value changes.
        case none = "false"
    }

    /// Its name.
    public let name: MemberName
    /// Its type: one complete type.
    public let signature: Signature
    /// What PropertiesChanged says when it changes.
    public let emitsChange: Change
    let get: () throws(DBusError) -> Value
    let set: ((Value, Invocation) -> Void)?

    /// Describes a property.
    ///
    /// - Parameters:
    ///   - set: called with a new value of the declared type. It must answer the invocation, now or later. Nil makes
    ///     the property read-only.
    ///   - get: returns the present value. If it throws, GetAll leaves the property out.
    public init(
        _ name: MemberName, _ signature: Signature, emitsChange: Change = .value,
        set: ((Value, Invocation) -> Void)? = nil, get: @escaping () throws(DBusError) -> Value
    ) {
        self.name = name
        self.signature = signature
        self.emitsChange = emitsChange
        self.set = set
        self.get = get
    }
}
