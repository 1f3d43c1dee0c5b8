// SPDX-License-Identifier: Apache-2.0

/// An interface to be served. Calls, properties and introspection all follow this description.
///
/// For example:
/// ```swift
/// let time = Property("Time", "t") { .uint64(1_700_000_000) }
/// let ring = Signal("Ring", [Argument("times", "u")])
/// let clock = Interface("org.example.Clock", signals: [ring], properties: [time])
/// ```
public struct Interface {
    /// Its name.
    public let name: InterfaceName
    /// Its methods.
    public let methods: [Method]
    /// Its signals.
    public let signals: [Signal]
    /// Its properties.
    public let properties: [Property]
    /// Called before each call of a method (but see ``Method``'s initializer) and each access to a property. The caller gets the error that it throws.
    public let gate: (() throws(DBusError) -> Void)?

    /// Describes an interface.
    public init(
        _ name: InterfaceName, methods: [Method] = [], signals: [Signal] = [], properties: [Property] = [],
        gate: (() throws(DBusError) -> Void)? = nil
    ) {
        self.name = name
        self.methods = methods
        self.signals = signals
        self.properties = properties
        self.gate = gate
    }
}

/// A method of a served interface.
///
/// For example:
/// ```swift
/// let add = Method("Add", in: [Argument("a", "i"), Argument("b", "i")], out: [Argument("sum", "x")]) { call in
///     call.reply(.int64((call.arguments[0].asInt64 ?? 0) + (call.arguments[1].asInt64 ?? 0)))
/// }
/// ```
public struct Method {
    /// Its name.
    public let name: MemberName
    /// Its arguments.
    public let input: [Argument]
    /// Its results.
    public let output: [Argument]
    let inputSignature: Signature
    let outputSignature: Signature
    let handler: (Invocation) -> Void
    /// Whether there is a file descriptor among its arguments.
    let takesDescriptors: Bool
    /// Whether the interface's gate is asked before each call.
    let isGated: Bool

    /// Describes a method.
    ///
    /// - Parameter handler: called with each call whose arguments are of the declared types. It may answer later.
    /// - Parameter isGated: whether the interface's gate is asked before each call.
    /// - Parameter name: the method's name.
    /// - Parameter input: its arguments.
    /// - Parameter output: what it returns.
    public init(
        _ name: MemberName, in input: [Argument] = [], out output: [Argument] = [],
        isGated: Bool = true, handler: @escaping (Invocation) -> Void
    ) {
        self.name = name
        self.input = input
        self.output = output
        inputSignature = Signature(checked: input.map(\.signature.rawValue).joined())
        outputSignature = Signature(checked: output.map(\.signature.rawValue).joined())
        takesDescriptors = inputSignature.rawValue.utf8.contains(UInt8(ascii: "h"))
        self.isGated = isGated
        self.handler = handler
    }
}

/// A signal of a served interface.
///
/// For example:
/// ```swift
/// let seeked = Signal("Seeked", [Argument("Position", "x")])
/// ```
public struct Signal: Hashable, Sendable {
    /// Its name.
    public let name: MemberName
    /// Its arguments.
    public let arguments: [Argument]

    /// Describes a signal.
    public init(_ name: MemberName, _ arguments: [Argument] = []) {
        self.name = name
        self.arguments = arguments
    }
}

/// A property of a served interface.
///
/// For example:
/// ```swift
/// var volume = 1.0
/// let property = Property("Volume", "d") { value, call in
///     volume = value.asDouble ?? volume
///     call.reply()
/// } get: {
///     .double(volume)
/// }
/// ```
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
    ///   - name: the property's name.
    ///   - signature: its type.
    ///   - emitsChange: what PropertiesChanged tells about it.
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

/// One argument of a method or signal.
///
/// For example:
/// ```swift
/// let text = Argument("text", "s")
/// ```
public struct Argument: Hashable, Sendable {
    /// Its name, which introspection shows.
    public let name: String
    /// Its type: one complete type.
    public let signature: Signature

    /// Makes an argument.
    public init(_ name: String, _ signature: Signature) {
        self.name = name
        self.signature = signature
    }
}

/// A use of a member of an exported object.
///
/// For example:
/// ```swift
/// let member = ObjectMember.read("org.mpris.MediaPlayer2.Player", "Volume")
/// print(member)  // get org.mpris.MediaPlayer2.Player.Volume
/// ```
public enum ObjectMember: Hashable, Sendable, CustomStringConvertible {
    /// Calls a method.
    case call(InterfaceName, MemberName)
    /// Reads a property, with Get or GetAll.
    case read(InterfaceName, MemberName)
    /// Sets a property.
    case write(InterfaceName, MemberName)

    /// Its interface.
    public var interface: InterfaceName {
        switch self {
        case .call(let interface, _), .read(let interface, _), .write(let interface, _): interface
        }
    }

    /// The interface and the member, with "get" or "set" before a property.
    public var description: String {
        switch self {
        case .call(let interface, let member): "\(interface).\(member)"
        case .read(let interface, let member): "get \(interface).\(member)"
        case .write(let interface, let member): "set \(interface).\(member)"
        }
    }
}

/// Checks whether the sender of a call may make it, and calls `then` once, now or later: with nil if it may, else with
/// the error for the reply.
public typealias CallCheck = (_ call: Message, _ then: @escaping (DBusError?) -> Void) -> Void
