// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CDBus

/// An object that this connection serves: its interfaces, and the standard interfaces Properties and Introspectable,
/// which follow from their descriptions.
///
/// The connection answers the standard interface Peer, on every path.
///
/// For example, an object with one method that returns its argument:
/// ```swift
/// let echo = Method("Echo", in: [Argument("text", "s")], out: [Argument("text", "s")]) { $0.reply($0.arguments) }
/// connection.export(ExportedObject(interfaces: [Interface("org.example.Echo", methods: [echo])]), at: "/org/example")
/// ```
public final class ExportedObject {
    /// The interfaces.
    public let interfaces: [Interface]
    // These three need no check at run time: they are copied before they are called.
    /// Called with the work of each call. It must run all work, at once or later, in the order given. With nil all
    /// calls are handled at once.
    @exclusivity(unchecked) public var admission: ((_ work: @escaping () -> Void) -> Void)?
    /// Whether ``admission`` would run work at once, so that none needs to be made; nil if that is not known.
    @exclusivity(unchecked) package var admitsAtOnce: (() -> Bool)?
    /// Whether calls that read properties or the description go ahead of the work that ``admission`` holds back; nil if
    /// they never do.
    @exclusivity(unchecked) package var readsGoAhead: (() -> Bool)?
    /// The checks of the properties that are not open to every caller.
    let checks: [ObjectMember: CallCheck]
    /// Those of the methods, by their places in ``interfaces``, because commands should not wait for a search by names; empty
    /// without any.
    private let callChecks: [[CallCheck?]]
    /// The description of the object, which is made when it is asked for, and then kept: it does not change.
    private lazy var introspection = Introspection.xml(interfaces: interfaces, children: [])
    private(set) var link: ConnectionLink?
    private var path: ObjectPath?
    private var dirty: [(interface: Interface, names: [MemberName])] = []
    private var isFlushScheduled = false

    /// Makes an object.
    ///
    /// - Parameter access: called once for each member, and returns its check, or nil for a member that is open to
    ///   every caller. Introspection is open to every caller. GetAll leaves out the properties that the caller may not
    ///   read.
    /// - Parameter interfaces: what the object has, each interface once.
    public init(interfaces: [Interface], access: (ObjectMember) -> CallCheck? = { _ in nil }) {
        self.interfaces = interfaces
        var checks: [ObjectMember: CallCheck] = [:]
        for member in Self.members(of: interfaces) {
            if case .call = member { continue }
            checks[member] = access(member)
        }
        self.checks = checks
        let callChecks = interfaces.map { interface in
            interface.methods.map { access(.call(interface.name, $0.name)) }
        }
        self.callChecks = callChecks.contains { $0.contains { $0 != nil } } ? callChecks : []
    }

    /// The members of the interfaces, without those of the standard interfaces.
    public var members: [ObjectMember] { Self.members(of: interfaces) }

    private static func members(of interfaces: [Interface]) -> [ObjectMember] {
        interfaces.flatMap { interface in
            interface.methods.map { .call(interface.name, $0.name) }
                + interface.properties.map { .read(interface.name, $0.name) }
                + interface.properties.filter { $0.set != nil }.map { .write(interface.name, $0.name) }
        }
    }

    var connection: Connection? { link?.connection }

    func attach(to connection: Connection, at path: ObjectPath) {
        link = connection.link
        self.path = path
    }

    func detach() {
        link = nil
        path = nil
        dirty = []
    }

    // MARK: Signals

    /// Emits PropertiesChanged at the end of the turn, once for each interface, with the values that the properties
    /// have then. Several calls in one turn emit one signal.
    public func emitPropertiesChanged(_ interface: InterfaceName, _ names: [MemberName]) {
        // Before the export no client can have read an old value.
        guard let connection, let description = interfaces.first(where: { $0.name == interface }) else { return }
        if let index = dirty.firstIndex(where: { $0.interface.name == interface }) {
            for name in names where !dirty[index].names.contains(name) { dirty[index].names.append(name) }
        } else {
            dirty.append((description, names))
        }
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        connection.reactor.deferUntilEndOfTurn { [self] in flush() }
    }

    /// Emits now what ``emitPropertiesChanged(_:_:)`` has collected. Call it before a signal that must come after it.
    public func flush() {
        isFlushScheduled = false
        let changes = dirty
        dirty = []
        for change in changes { send(change.interface, change.names) }
    }

    /// Emits a signal.
    ///
    /// - Parameter destination: the connection that gets it, or nil for all whose rules match.
    /// - Parameter interface: the interface that has the signal.
    /// - Parameter member: the signal's name.
    /// - Parameter values: its arguments.
    /// - Throws: ``DBusError`` when D-Bus cannot carry a value.
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
                .properties, "PropertiesChanged",
                [.string(interface.name.rawValue), vardict(changed), .strings(invalidated)])
        } catch {
            connection?.onError?(error)
        }
    }

    // MARK: Calls

    /// Whether the called method has file descriptors among its arguments.
    func takesDescriptors(_ message: Message) -> Bool {
        let member = dbus_message_get_member(message.handle)
        let wanted = dbus_message_get_interface(message.handle)
        return interfaces.contains { interface in
            (wanted == nil || isEqual(wanted, interface.name.rawValue))
                && interface.methods.contains { $0.takesDescriptors && isEqual(member, $0.name.rawValue) }
        }
    }

    func receive(_ message: Message) {
        guard let admission, admitsAtOnce?() != true, !(isRead(message) && readsGoAhead?() ?? false) else {
            return admit(message)
        }
        connection?.unansweredCalls += 1
        admission { [self, link] in
            link?.connection?.unansweredCalls -= 1
            admit(message)
        }
    }

    private func isRead(_ message: Message) -> Bool {
        let interface = dbus_message_get_interface(message.handle)
        let member = dbus_message_get_member(message.handle)
        if isEqual(interface, InterfaceName.properties.rawValue) {
            return isEqual(member, "Get") || isEqual(member, "GetAll")
        }
        return isEqual(interface, Introspection.interface.rawValue) && isEqual(member, "Introspect")
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
        // By places, because a method that is looked at would be copied.
        for place in interfaces.indices where wanted == nil || isEqual(wanted, interfaces[place].name.rawValue) {
            isKnownInterface = true
            for number in interfaces[place].methods.indices
            where isEqual(member, interfaces[place].methods[number].name.rawValue) {
                try call(
                    interfaces[place].methods[number], gate: interfaces[place].gate,
                    check: callChecks.isEmpty ? nil : callChecks[place][number], message)
                return
            }
        }
        if isEqual(wanted, InterfaceName.properties.rawValue) {
            try receiveProperties(message)
        } else if message.isMethodCall(Introspection.interface, "Introspect") {
            try answer(message) { [.string(introspection)] }
        } else if isKnownInterface {
            throw DBusError(.unknownMethod, "there is no method '\(name(message))' here")
        } else {
            throw DBusError(.unknownInterface, "this object has no interface '\(message.interface?.rawValue ?? "")'")
        }
    }

    private func call(
        _ method: Method, gate: (() throws(DBusError) -> Void)?, check: CallCheck?, _ message: Message
    ) throws(DBusError) {
        guard message.hasSignature(method.inputSignature) else {
            throw DBusError(
                .invalidArguments,
                "\(method.name) takes '\(method.inputSignature)', not '\(message.signature)'")
        }
        if method.isGated { try gate?() }
        guard check != nil else { return try perform(method, message) }
        try checked(check, message) { [self] () throws(DBusError) in try perform(method, message) }
    }

    private func perform(_ method: Method, _ message: Message) throws(DBusError) {
        let arguments = method.input.isEmpty ? [] : try message.arguments()
        method.handler(
            Invocation(message, arguments: arguments, outputSignature: method.outputSignature, connection: connection))
    }

    /// Does `work` when the check allows the call. If that is later, the errors of `work` become the error reply.
    func checked(
        _ check: CallCheck?, _ message: Message, _ work: @escaping () throws(DBusError) -> Void
    ) throws(DBusError) {
        guard let check else { return try work() }
        connection?.unansweredCalls += 1
        check(message) { [link] refusal in
            link?.connection?.unansweredCalls -= 1
            do throws(DBusError) {
                if let refusal { throw refusal }
                try work()
            } catch {
                link?.connection?.answer(.error(to: message, error), to: message)
            }
        }
    }

    func name(_ message: Message) -> String {
        [message.interface?.rawValue, message.member?.rawValue].compactMap(\.self).joined(separator: ".")
    }

    /// Answers with values, which are read only if the answer is wanted and may be sent.
    func answer(
        _ message: Message, _ values: () throws(DBusError) -> [Value]
    ) throws(DBusError) {
        guard message.expectsReply else { return }
        if let refusal = connection?.refusal(of: message) { throw refusal }
        let reply = Message.methodReturn(to: message)
        try reply.append(contentsOf: values())
        connection?.answer(reply, to: message)
    }
}
