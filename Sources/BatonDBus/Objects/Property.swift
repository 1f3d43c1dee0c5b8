// SPDX-License-Identifier: Apache-2.0

/// A property of an interface that we serve.
public struct Property {
    /// What PropertiesChanged tells of it. The raw values are those of the annotation
    /// `org.freedesktop.DBus.Property.EmitsChangedSignal`.
    public enum Change: String, Sendable {
        /// The new value.
        case value = "true"
        /// That there is a new one, without it.
        case invalidates
        /// Nothing: it never changes.
        case const
        /// Nothing, although it changes.
        case none = "false"
    }

    /// Its name.
    public let name: MemberName
    /// Its type: one complete type.
    public let signature: Signature
    /// What is told when it changes.
    public let emitsChange: Change
    let get: () throws(DBusError) -> Value
    let set: ((Value, Invocation) -> Void)?

    /// Describes a property.
    ///
    /// - Parameters:
    ///   - set: called with a new value of the declared type; it answers the invocation, now or later. Nil makes the
    ///     property read-only.
    ///   - get: the present value; an error leaves the property out of GetAll.
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
