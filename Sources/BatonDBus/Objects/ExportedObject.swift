// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor
internal import CDBus

/// An object that we serve: its interfaces, and Properties, Introspectable and Peer from their descriptions.
///
/// Peer is answered by libdbus itself, on every path.
public final class ExportedObject {
    /// The interfaces.
    public let interfaces: [Interface]
    /// Lets calls in: does the work it is given, at once or later, in the order given. Nil lets all in at once.
    public var admission: ((_ work: @escaping () -> Void) -> Void)?
    private weak var connection: Connection?
    private var path: ObjectPath?
    private var dirty: [(interface: Interface, names: [MemberName])] = []
    private var isFlushScheduled = false

    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    /// Makes an object.
    public init(interfaces: [Interface]) {
        self.interfaces = interfaces
    }

    func attach(to connection: Connection, at path: ObjectPath) {
        self.connection = connection
        self.path = path
    }

    func detach() {
        connection = nil
        path = nil
        dirty = []
    }

    // MARK: Signals

    /// Tells that properties changed: one PropertiesChanged an interface at the end of the turn, with the values they have
    /// then, however often and in however many pieces it was asked for.
    public func emitPropertiesChanged(_ interface: InterfaceName, _ names: [MemberName]) {
        // Before the export there is nobody who could have read an old value.
        guard let connection, let description = interfaces.first(where: { $0.name == interface }) else { return }
        if let index = dirty.firstIndex(where: { $0.interface.name == interface }) {
            for name in names where !dirty[index].names.contains(name) { dirty[index].names.append(name) }
        } else {
            dirty.append((description, names))
        }
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        connection.reactor.deferUntilEndOfTurn { [weak self] in self?.flush() }
    }

    /// Tells now what ``emitPropertiesChanged(_:_:)`` has gathered; for a signal that must come after it.
    public func flush() {
        isFlushScheduled = false
        let changes = dirty
        dirty = []
        for change in changes { send(change.interface, change.names) }
    }

    /// Emits a signal.
    ///
    /// - Parameter destination: the one connection that gets it, or nil for all that match.
    /// - Throws: ``DBusError`` when a value cannot go over the bus.
    public func emitSignal(
        _ interface: InterfaceName, _ member: MemberName, _ values: [Value], to destination: BusName? = nil
    ) throws(DBusError) {
        guard let path, let connection else { return }
        let signal = Message.signal(path: path, interface: interface, member: member, to: destination)
        try signal.append(contentsOf: values)
        connection.send(signal)
    }

    private func send(_ interface: Interface, _ names: [MemberName]) {
        var changed: [(String, Value)] = []
        var invalidated: [String] = []
        let isShut = (try? interface.gate?()) == nil && interface.gate != nil
        for name in names {
            guard let property = interface.properties.first(where: { $0.name == name }) else { continue }
            switch property.emitsChange {
            case .value:
                if !isShut, let value = try? read(property) {
                    changed.append((name.rawValue, value))
                } else {
                    invalidated.append(name.rawValue)
                }
            case .invalidates: invalidated.append(name.rawValue)
            case .const, .none: continue
            }
        }
        guard !changed.isEmpty || !invalidated.isEmpty else { return }
        do {
            try emitSignal(
                Self.properties, "PropertiesChanged",
                [.string(interface.name.rawValue), vardict(changed), .strings(invalidated)])
        } catch {
            connection?.onError?(error)
        }
    }

    // MARK: Calls

    func receive(_ message: Message) {
        guard let admission else { return admit(message) }
        admission { [self] in admit(message) }
    }

    private func admit(_ message: Message) {
        do {
            try dispatch(message)
        } catch {
            connection?.answer(.error(to: message, error), to: message)
        }
    }

    private func dispatch(_ message: Message) throws(DBusError) {
        let handle = message.handle
        let wanted = dbus_message_get_interface(handle)
        let member = dbus_message_get_member(handle)
        var isKnownInterface = wanted == nil
        for interface in interfaces where wanted == nil || isEqual(wanted, interface.name.rawValue) {
            isKnownInterface = true
            for method in interface.methods where isEqual(member, method.name.rawValue) {
                try call(method, of: interface, message)
                return
            }
        }
        if isEqual(wanted, Self.properties.rawValue) {
            try receiveProperties(message)
        } else if message.isMethodCall(Introspection.interface, "Introspect") {
            try answer(message, [.string(Introspection.xml(interfaces: interfaces, children: []))])
        } else if isKnownInterface {
            throw DBusError(.unknownMethod, "there is no method '\(name(message))' here")
        } else {
            throw DBusError(.unknownInterface, "this object has no interface '\(message.interface?.rawValue ?? "")'")
        }
    }

    private func call(_ method: Method, of interface: Interface, _ message: Message) throws(DBusError) {
        guard message.hasSignature(method.inputSignature) else {
            throw DBusError(
                .invalidArguments,
                "\(method.name) takes '\(method.inputSignature)', not '\(message.signature)'")
        }
        try interface.gate?()
        let arguments = method.input.isEmpty ? [] : try message.arguments()
        method.handler(
            Invocation(
                message, arguments: arguments, outputSignature: method.outputSignature, connection: connection))
    }

    private func name(_ message: Message) -> String {
        [message.interface?.rawValue, message.member?.rawValue].compactMap(\.self).joined(separator: ".")
    }

    private func answer(_ message: Message, _ values: [Value]) throws(DBusError) {
        guard message.expectsReply else { return }
        let reply = Message.methodReturn(to: message)
        try reply.append(contentsOf: values)
        connection?.answer(reply, to: message)
    }

    // MARK: org.freedesktop.DBus.Properties

    private func receiveProperties(_ message: Message) throws(DBusError) {
        if message.isMethodCall(Self.properties, "Get"), message.hasSignature("ss") {
            let (interface, property) = try self.property(message.arguments())
            try interface.gate?()
            try answer(message, [.variant(read(property))])
        } else if message.isMethodCall(Self.properties, "GetAll"), message.hasSignature("s") {
            try answer(message, [self.vardict(all(message.arguments()))])
        } else if message.isMethodCall(Self.properties, "Set"), message.hasSignature("ssv") {
            try set(message)
        } else {
            throw DBusError(.unknownMethod, "there is no method '\(name(message))' with these arguments")
        }
    }

    private func all(_ arguments: [Value]) throws(DBusError) -> [(String, Value)] {
        let interface = try self.interface(arguments[0].asString ?? "")
        try interface?.gate?()
        var result: [(String, Value)] = []
        for property in interface?.properties ?? [] {
            if let value = try? read(property) { result.append((property.name.rawValue, value)) }
        }
        return result
    }

    /// The value of a property, of the type its description promises.
    private func read(_ property: Property) throws(DBusError) -> Value {
        let value = try property.get()
        guard value.isOfType(property.signature) else {
            let error = DBusError(
                .failed,
                "property '\(property.name)' is of type '\(property.signature)', its value of '\(value.signatureText)'")
            connection?.onError?(error)
            throw error
        }
        return value
    }

    /// Properties as a dictionary, without those that no message can carry: one of them must not hide the others.
    private func vardict(_ pairs: [(String, Value)]) -> Value {
        let all = Value.vardict(pairs)
        do {
            _ = try all.byteCount()
            return all
        } catch {
            connection?.onError?(error)
            return .vardict(pairs.filter { (try? Value.vardict([$0]).byteCount()) != nil })
        }
    }

    private func set(_ message: Message) throws(DBusError) {
        let arguments = try message.arguments()
        let (interface, property) = try self.property(arguments)
        guard let set = property.set else {
            throw DBusError(.propertyReadOnly, "property '\(property.name)' cannot be set")
        }
        try interface.gate?()
        let value = arguments[2].unwrapped
        guard value.isOfType(property.signature) else {
            throw DBusError(
                .invalidArguments,
                "property '\(property.name)' is of type '\(property.signature)', not '\(value.signature)'")
        }
        set(value, Invocation(message, arguments: arguments, outputSignature: "", connection: connection))
    }

    private func property(_ arguments: [Value]) throws(DBusError) -> (Interface, Property) {
        let name = arguments[1].asString ?? ""
        guard let interface = try interface(arguments[0].asString ?? "") else {
            throw DBusError(.unknownProperty, "the interface has no properties")
        }
        for property in interface.properties where property.name.rawValue == name { return (interface, property) }
        throw DBusError(.unknownProperty, "interface '\(interface.name)' has no property '\(name)'")
    }

    /// Nil for the standard interfaces, which have no properties.
    private func interface(_ name: String) throws(DBusError) -> Interface? {
        for interface in interfaces where interface.name.rawValue == name { return interface }
        if name.hasPrefix("org.freedesktop.DBus.") { return nil }
        throw DBusError(.unknownInterface, "this object has no interface '\(name)'")
    }
}
