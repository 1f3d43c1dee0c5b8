// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor
internal import CDBus

/// An object that we serve: its interfaces, and Properties, Introspectable and Peer from their descriptions.
///
/// Peer is answered by libdbus itself, on every path.
///
/// For example, an object with one method that answers what it is given:
/// ```swift
/// let echo = Method("Echo", in: [Argument("text", "s")], out: [Argument("text", "s")]) { $0.reply($0.arguments) }
/// connection.export(ExportedObject(interfaces: [Interface("org.example.Echo", methods: [echo])]), at: "/org/example")
/// ```
public final class ExportedObject {
    /// The interfaces.
    public let interfaces: [Interface]
    /// Lets calls in: does the work it is given, at once or later, in the order given. Nil lets all in at once.
    public var admission: ((_ work: @escaping () -> Void) -> Void)?
    /// The checks of the members that not anyone may ask for.
    let checks: [ObjectMember: CallCheck]
    weak var connection: Connection?
    private var path: ObjectPath?
    private var dirty: [(interface: Interface, names: [MemberName])] = []
    private var isFlushScheduled = false

    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    /// Makes an object.
    ///
    /// - Parameter access: the check of a member, asked once for each; nil for one that anyone may ask for. Introspection is open
    ///   to anyone. Properties that a caller may not read are left out of its GetAll.
    public init(interfaces: [Interface], access: (ObjectMember) -> CallCheck? = { _ in nil }) {
        self.interfaces = interfaces
        var checks: [ObjectMember: CallCheck] = [:]
        for member in Self.members(of: interfaces) { checks[member] = access(member) }
        self.checks = checks
    }

    /// Everything that callers may ask for, apart from the standard interfaces.
    public var members: [ObjectMember] { Self.members(of: interfaces) }

    private static func members(of interfaces: [Interface]) -> [ObjectMember] {
        interfaces.flatMap { interface in
            interface.methods.map { .call(interface.name, $0.name) }
                + interface.properties.map { .read(interface.name, $0.name) }
                + interface.properties.filter { $0.set != nil }.map { .write(interface.name, $0.name) }
        }
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

    /// Whether the call is of a method that has file descriptors among its arguments.
    func takesDescriptors(_ message: Message) -> Bool {
        let member = dbus_message_get_member(message.handle)
        let wanted = dbus_message_get_interface(message.handle)
        return interfaces.contains { interface in
            (wanted == nil || isEqual(wanted, interface.name.rawValue))
                && interface.methods.contains { $0.takesDescriptors && isEqual(member, $0.name.rawValue) }
        }
    }

    func receive(_ message: Message) {
        guard let admission else { return admit(message) }
        connection?.unansweredCalls += 1
        admission { [self, weak connection] in
            connection?.unansweredCalls -= 1
            admit(message)
        }
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
        try checked(checks.isEmpty ? nil : checks[.call(interface.name, method.name)], message) {
            [self] () throws(DBusError) in
            let arguments = method.input.isEmpty ? [] : try message.arguments()
            method.handler(
                Invocation(
                    message, arguments: arguments, outputSignature: method.outputSignature, connection: connection))
        }
    }

    /// Does `work` once the check has let the call in; errors of later work are answered.
    func checked(
        _ check: CallCheck?, _ message: Message, _ work: @escaping () throws(DBusError) -> Void
    ) throws(DBusError) {
        guard let check else { return try work() }
        connection?.unansweredCalls += 1
        check(message) { [weak connection] refusal in
            connection?.unansweredCalls -= 1
            do throws(DBusError) {
                if let refusal { throw refusal }
                try work()
            } catch {
                connection?.answer(.error(to: message, error), to: message)
            }
        }
    }

    func name(_ message: Message) -> String {
        [message.interface?.rawValue, message.member?.rawValue].compactMap(\.self).joined(separator: ".")
    }

    func answer(_ message: Message, _ values: [Value]) throws(DBusError) {
        guard message.expectsReply else { return }
        let reply = Message.methodReturn(to: message)
        try reply.append(contentsOf: values)
        connection?.answer(reply, to: message)
    }
}
