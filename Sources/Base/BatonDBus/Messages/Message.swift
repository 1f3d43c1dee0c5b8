// SPDX-License-Identifier: Apache-2.0

import CDBus
import Glibc

/// A D-Bus message, to be sent or received.
///
/// A message that was received or sent cannot be changed. Not Sendable, because the connection that it came from is
/// not.
///
/// For example:
/// ```swift
/// let notify = Message.methodCall(
///     to: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
///     interface: "org.freedesktop.Notifications", member: "CloseNotification")
/// try notify.append(.uint32(7))
/// connection.send(notify)
/// ```
public final class Message {
    let handle: OpaquePointer
    /// Tells whether it came over the present connection to the bus; see ``Connection/answer(_:to:)``.
    var generation: UInt32 = 0
    /// The most bytes of text that ``arguments()`` reads.
    var largestBody = ValueReader.largestBody
    /// Whether there was no memory for it. It has no header of its own, takes no arguments and is never sent.
    let isVoid: Bool
    /// The destination of a call that was made here. Read from the header it would be a new text for each call.
    private var callee: BusName?
    /// The bytes that its sender is charged for until the message is released; see ``CallerShares``.
    var share: CallerShare?

    /// Takes over a reference to a libdbus message.
    init(owning handle: OpaquePointer) {
        self.handle = handle
        isVoid = false
    }

    /// Takes over a reference to a new libdbus message; nil, for which there was no memory, makes a void one.
    private init(new handle: OpaquePointer?) {
        // All names are of validated types, so libdbus returns nil for one reason only: there is no memory.
        self.handle = handle ?? Spare.reference()
        isVoid = handle == nil
    }

    /// Adds a reference to a libdbus message.
    convenience init(borrowed handle: OpaquePointer) {
        dbus_message_ref(handle)
        self.init(owning: handle)
    }

    /// What is made where there is no memory for a message.
    static var void: Message { Message(new: nil) }

    deinit { dbus_message_unref(handle) }

    // MARK: Making messages

    /// Makes a method call without arguments.
    ///
    /// - Parameters:
    ///   - destination: the name of the callee.
    ///   - noAutoStart: whether the bus must not start the callee. A key press must not start a player.
    ///   - noReply: whether the callee need not answer.
    ///   - path: the callee's object.
    ///   - interface: nil where the callee has only one method of that name.
    ///   - member: the method's name.
    public static func methodCall(
        to destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName,
        noAutoStart: Bool = true, noReply: Bool = false
    ) -> Message {
        let handle = withCString(destination?.rawValue) { destination in
            path.rawValue.withCString { path in
                withCString(interface?.rawValue) { interface in
                    member.rawValue.withCString { dbus_message_new_method_call(destination, path, interface, $0) }
                }
            }
        }
        let message = Message(new: handle)
        guard !message.isVoid else { return message }
        message.callee = destination
        if noAutoStart { dbus_message_set_auto_start(message.handle, 0) }
        if noReply { dbus_message_set_no_reply(message.handle, 1) }
        return message
    }

    /// Makes a call of the same method, with the same arguments, to another callee.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs` when file descriptors came with the call, because they are never passed
    ///   on; `NoMemory` when there is no memory for the copy.
    public static func methodCall(copying call: Message, to destination: BusName) throws(DBusError) -> Message {
        if call.kind == .methodCall, !call.hasArguments {
            // For libdbus a new message is half as expensive as a copy with another header.
            let handle = destination.rawValue.withCString {
                dbus_message_new_method_call(
                    $0, dbus_message_get_path(call.handle), dbus_message_get_interface(call.handle),
                    dbus_message_get_member(call.handle))
            }
            let message = Message(new: handle)
            if !message.isVoid {
                message.callee = destination
                dbus_message_set_auto_start(message.handle, 0)
            }
            return message
        }
        let copy = try copy(call)
        copy.setDestination(destination)
        dbus_message_set_sender(copy.handle, nil)
        dbus_message_set_auto_start(copy.handle, 0)
        // The original caller may not expect a reply. This process does, to notice a player that hangs.
        dbus_message_set_no_reply(copy.handle, 0)
        return copy
    }

    /// Makes the same call once more, with the same arguments. For libdbus that is a fifth of the work of a new call.
    ///
    /// - Throws: ``DBusError`` as ``methodCall(copying:to:)`` does.
    public static func methodCall(repeating call: Message) throws(DBusError) -> Message { try copy(call) }

    /// Makes a signal.
    ///
    /// - Parameter destination: the connection that gets it, or nil for all whose rules match.
    /// - Parameter path: the object that sends it.
    /// - Parameter interface: the interface that has the signal.
    /// - Parameter member: the signal's name.
    public static func signal(
        path: ObjectPath, interface: InterfaceName, member: MemberName, to destination: BusName? = nil
    ) -> Message {
        let handle = path.rawValue.withCString { path in
            interface.rawValue.withCString { interface in
                member.rawValue.withCString { dbus_message_new_signal(path, interface, $0) }
            }
        }
        let message = Message(new: handle)
        if let destination, !message.isVoid {
            _ = destination.rawValue.withCString { dbus_message_set_destination(message.handle, $0) }
        }
        return message
    }

    /// Makes the reply to a call.
    public static func methodReturn(to call: Message) -> Message {
        Message(new: dbus_message_new_method_return(call.handle))
    }

    /// Makes an empty reply to a call from which later ones can be made; see ``methodReturn(to:repeating:)``.
    ///
    /// The serial, which is another one in each copy, is the first field of the header: libdbus passes the others to find it.
    static func repeatableReturn(to call: Message) -> Message {
        let answer = Message(new: dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN))
        guard !answer.isVoid else { return answer }
        dbus_message_set_no_reply(answer.handle, 1)
        guard dbus_message_set_reply_serial(answer.handle, call.serial) != 0,
            dbus_message_set_destination(answer.handle, dbus_message_get_sender(call.handle)) != 0
        else { return .void }
        return answer
    }

    /// Makes an empty reply to a call, as a copy of an earlier one to the same caller: for libdbus a third of the work of a new
    /// one. Nil if the caller is another one.
    static func methodReturn(to call: Message, repeating earlier: Message) -> Message? {
        // Reading a field makes libdbus note where each field of the header is, and copies have its notes.
        guard let receiver = dbus_message_get_destination(earlier.handle),
            let caller = dbus_message_get_sender(call.handle), strcmp(receiver, caller) == 0,
            let copy = dbus_message_copy(earlier.handle)
        else { return nil }
        let answer = Message(owning: copy)
        return dbus_message_set_reply_serial(copy, call.serial) != 0 ? answer : nil
    }

    /// Makes a reply with the same arguments to another call.
    ///
    /// - Throws: ``DBusError`` as ``methodCall(copying:to:)`` does.
    public static func answer(copying answer: Message, to call: Message) throws(DBusError) -> Message {
        if answer.kind == .methodReturn, !answer.hasArguments { return methodReturn(to: call) }
        let copy = try copy(answer)
        dbus_message_set_destination(copy.handle, dbus_message_get_sender(call.handle))
        dbus_message_set_sender(copy.handle, nil)
        dbus_message_set_reply_serial(copy.handle, call.serial)
        return copy
    }

    /// Makes the error reply to a call.
    public static func error(to call: Message, _ error: DBusError) -> Message {
        // A NUL in the text cuts it short, which is not worth a failure.
        Message(new: dbus_message_new_error(call.handle, error.name.rawValue, error.message))
    }

    /// A copy with its own header. Messages with descriptors are refused: libdbus duplicates them, and a peer could use
    /// up the descriptors that the process may have.
    static func copy(_ original: Message) throws(DBusError) -> Message {
        guard !original.hasDescriptors else {
            throw DBusError(.invalidArguments, "the message brings file descriptors, which are not handed on")
        }
        guard let handle = dbus_message_copy(original.handle) else {
            throw DBusError(.noMemory, "there is no memory for a copy of the message")
        }
        let copy = Message(owning: handle)
        copy.callee = original.callee
        return copy
    }

    // MARK: Header

    /// What kind of message it is; nil for a kind that this version of D-Bus does not know.
    public var kind: MessageKind? { MessageKind(rawValue: dbus_message_get_type(handle)) }

    /// The serial that its sender gave it; 0 before it is sent.
    public var serial: UInt32 { dbus_message_get_serial(handle) }

    /// The serial of the call that this one answers; 0 for none.
    public var replySerial: UInt32 { dbus_message_get_reply_serial(handle) }

    /// The unique name of the sender, as the bus wrote it.
    public var sender: BusName? { text(dbus_message_get_sender(handle)).map(BusName.init(checked:)) }

    /// The destination: a unique or well-known name.
    public var destination: BusName? {
        callee ?? text(dbus_message_get_destination(handle)).map(BusName.init(checked:))
    }

    /// The path of the object that is called, or that sends the signal.
    public var path: ObjectPath? { text(dbus_message_get_path(handle)).map(ObjectPath.init(checked:)) }

    /// The interface that the method or signal belongs to.
    public var interface: InterfaceName? { text(dbus_message_get_interface(handle)).map(InterfaceName.init(checked:)) }

    /// The name of the method or signal.
    public var member: MemberName? { text(dbus_message_get_member(handle)).map(MemberName.init(checked:)) }

    /// The name of the error; nil for a message of another kind.
    public var errorName: ErrorName? { text(dbus_message_get_error_name(handle)).map(ErrorName.init(checked:)) }

    /// The types of its arguments.
    public var signature: Signature { Signature(checked: text(dbus_message_get_signature(handle)) ?? "") }

    /// Whether its sender expects a reply.
    public var expectsReply: Bool { kind == .methodCall && dbus_message_get_no_reply(handle) == 0 }

    /// Whether the bus may start the callee to deliver it.
    var mayStartCallee: Bool { dbus_message_get_auto_start(handle) != 0 }

    /// Sets the destination. Only before it is sent.
    package func setDestination(_ destination: BusName) {
        guard !isVoid else { return }
        // It fails for lack of memory only. Then the message keeps the destination that it had.
        if destination.rawValue.withCString({ dbus_message_set_destination(handle, $0) }) != 0 { callee = destination }
    }

    /// Whether it is a call of this method. Compares without copying.
    public func isMethodCall(_ interface: InterfaceName, _ member: MemberName) -> Bool {
        kind == .methodCall && isEqual(dbus_message_get_member(handle), member.rawValue)
            && isEqual(dbus_message_get_interface(handle), interface.rawValue)
    }

    /// Whether it is this signal. Compares without copying.
    public func isSignal(_ interface: InterfaceName, _ member: MemberName) -> Bool {
        kind == .signal && isEqual(dbus_message_get_member(handle), member.rawValue)
            && isEqual(dbus_message_get_interface(handle), interface.rawValue)
    }

    /// Whether it comes from this connection. Compares without copying.
    public func isFrom(_ sender: BusName) -> Bool { isEqual(dbus_message_get_sender(handle), sender.rawValue) }

    /// Whether it has arguments of exactly these types. Compares without copying.
    public func hasSignature(_ signature: Signature) -> Bool {
        isEqual(dbus_message_get_signature(handle), signature.rawValue)
    }

    /// Whether file descriptors came with it.
    public var hasDescriptors: Bool { dbus_message_contains_unix_fds(handle) != 0 }

    var hasArguments: Bool { dbus_message_get_signature(handle).map { $0.pointee != 0 } ?? false }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

    // MARK: Body

    /// Appends arguments.
    ///
    /// - Throws: ``DBusError`` `InvalidArgs` or `LimitsExceeded` when D-Bus cannot carry a value: an element of another
    ///   type than declared, a NUL in a string, nesting beyond 32 levels, an array over 64 MiB. Nothing is appended
    ///   then.
    public func append(_ values: Value...) throws(DBusError) {
        try append(contentsOf: values)
    }

    /// Appends arguments; see ``append(_:)``.
    public func append(contentsOf values: [Value]) throws(DBusError) {
        guard !isVoid else { throw DBusError(.noMemory, "there is no memory for a D-Bus message") }
        guard serial == 0 else {
            throw DBusError(.failed, "a message that was sent or received is not changed any more; make a new one")
        }
        if values.isEmpty { return }
        try ValueCheck.check(values, after: signature)
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(handle, &iterator)
        for value in values { try ValueWriter.append(value, to: &iterator) }
    }

    /// Reads all arguments.
    ///
    /// - Throws: ``DBusError`` when they are nested beyond 32 levels, are more than two million, take more bytes than
    ///   ``ConnectionOptions/largestBody``, or name a file descriptor that did not come.
    public func arguments() throws(DBusError) -> [Value] {
        var result: [Value] = []
        var reader = ValueReader(largestBody: largestBody)
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(handle, &iterator) != 0 else { return result }
        repeat {
            result.append(try reader.read(&iterator))
        } while dbus_message_iter_next(&iterator) != 0
        return result
    }

    /// The first argument if it is a string, cut after ``longestFirst`` bytes. No other argument is read.
    var firstString: String? {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(handle, &iterator) != 0,
            dbus_message_iter_get_arg_type(&iterator) == TypeCode.string
        else { return nil }
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        return pointer.map { beginning(of: $0, most: Self.longestFirst) }
    }

    /// How many bytes of the first string are read. Error texts and names are shorter.
    private static let longestFirst = 4096

    /// The error, if the message is of the kind `error`. Its text is empty if the sender gave none.
    public var error: DBusError? {
        guard kind == .error else { return nil }
        return DBusError(errorName ?? .failed, firstString ?? "")
    }
}

/// The four kinds of D-Bus messages.
///
/// For example:
/// ```swift
/// func isAnswer(_ message: Message) -> Bool { message.kind == .methodReturn || message.kind == .error }
/// ```
public enum MessageKind: Int32, Sendable {
    /// A call of a method.
    case methodCall = 1
    /// The reply to a call.
    case methodReturn = 2
    /// An error as the reply to a call.
    case error = 3
    /// A signal.
    case signal = 4
}
