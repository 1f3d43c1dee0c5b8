// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CDBus
import Glibc
import SystemPackage

/// One libdbus connection from its opening to its end, driven by a reactor.
///
/// Messages are taken from libdbus's queue and go to `onMessage`; libdbus's own handlers get none, and its dispatcher, which
/// takes several times as many instructions, is not used. There are no DBusPendingCalls and so no time-outs of libdbus: the
/// reactor keeps the deadlines of calls.
final class LibraryTransport: Transport {
    private let handle: OpaquePointer
    private let reactor: Reactor
    // Needs no check at run time: they are pointers, and nothing else runs while they are looked through or changed.
    @exclusivity(unchecked) private var libraryWatches: [OpaquePointer] = []
    private var watches: SortedTable<Int32, Watch> = [:]
    private var hook: Hook?
    private var isClosed = false
    private var isDispatching = false
    /// Whether libdbus may have messages in its queue. Each of its functions that could queue one tells of that, by its return,
    /// by the status of the queue, or by a change of a watch.
    private var mayHaveMessages = true
    /// Whether the bus has sent anything, so that the connection is authenticated.
    private var hasReceived = false
    /// Whether a watch for writing is enabled: libdbus has something that the socket does not take yet.
    private var isWriting = false
    /// The number of bytes that wait to be written. It changes only when something is sent or a watch is handled, so libdbus
    /// is not asked at other times.
    private(set) var outgoingSize = 0
    // Needs no check at run time: it is copied before it is called, and holds no more than the way to the connection.
    @exclusivity(unchecked) var onMessage: ((Message) -> Void)?
    var onDisconnect: (() -> Void)?
    var onWritten: (() -> Void)?

    /// How many messages are handled before the reactor looks at its other descriptors.
    private static let batch = 256
    /// How many bytes may be received and not handled, before libdbus stops reading. It is enough for the largest
    /// metadata, and bounds a flood.
    private static let maximumReceived = 32 << 20
    /// How many bytes may wait to be written before no more messages are handled. The callers' shares are far below it
    /// (see ``UnsentMessages``); it bounds the refusals, and what very many callers get.
    private static let maximumUnsent = 32 << 20
    /// The most descriptors of one message; the kernel passes at most 253 at once. libdbus closes the connection at a
    /// message with more, so with a smaller number any peer could close it.
    private static let maximumMessageDescriptors = 253
    /// How many descriptors of unhandled messages there may be before libdbus stops reading. With those of one more
    /// message they stay below the usual limit of 1024 of a process.
    private static let maximumReceivedDescriptors = 256

    init(address: String, reactor: Reactor) throws(DBusError) {
        try Spare.prepare()
        var failure = CDBus.DBusError()
        dbus_error_init(&failure)
        defer { dbus_error_free(&failure) }
        // Otherwise libdbus ignores SIGPIPE for the whole process, which it does not need where sockets have
        // MSG_NOSIGNAL.
        dbus_connection_set_change_sigpipe(0)
        guard !Validation.containsNUL(address), let handle = dbus_connection_open_private(address, &failure) else {
            let reason = failure.message.map { String(cString: $0) } ?? "the address is not valid"
            throw DBusError(.noServer, "cannot connect to the bus at '\(address)': \(reason)")
        }
        self.handle = handle
        self.reactor = reactor
        dbus_connection_set_exit_on_disconnect(handle, 0)
        dbus_connection_set_max_received_size(handle, Self.maximumReceived)
        dbus_connection_set_max_message_unix_fds(handle, Self.maximumMessageDescriptors)
        dbus_connection_set_max_received_unix_fds(handle, Self.maximumReceivedDescriptors)
        install()
    }

    /// Opens one; see ``TransportOpener``.
    static func open(_ address: String, _ reactor: Reactor) throws(DBusError) -> any Transport {
        try LibraryTransport(address: address, reactor: reactor)
    }

    deinit {
        close()
        dbus_connection_unref(handle)
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        hook?.cancel()
        onMessage = nil
        onDisconnect = nil
        onWritten = nil
        // Messages that are still queued are lost: waiting for a bus that hangs would block this process. A caller that
        // needs them sent waits for `outgoingSize` to reach 0 first.
        dbus_connection_close(handle)
        dbus_connection_set_watch_functions(handle, nil, nil, nil, nil, nil)
        dbus_connection_set_dispatch_status_function(handle, nil, nil, nil)
        for watch in watches.values { watch.cancel() }
        watches = [:]
        measure()
    }

    func send(_ message: Message) -> UInt32? {
        var serial: UInt32 = 0
        guard !isClosed, dbus_connection_send(handle, message.handle, &serial) != 0 else { return nil }
        // libdbus found that the bus is gone. Where nothing turns the reactor, no descriptor asks for the turn that tells of it.
        if watches.isEmpty { dispatchSoon() }
        measure()
        return serial
    }

    /// Notes how much waits to be written. While an authenticated connection has its watches, libdbus enables the one for
    /// writing whenever anything waits.
    private func measure() {
        let isAllWritten = hasReceived && !isWriting && !libraryWatches.isEmpty
        outgoingSize = isAllWritten ? 0 : dbus_connection_get_outgoing_size(handle)
    }

    func setUniqueName(_ name: BusName) {
        _ = name.rawValue.withCString { dbus_bus_set_unique_name(handle, $0) }
    }

    var hasUnreadInput: Bool {
        guard !isClosed else { return false }
        if dbus_connection_get_dispatch_status(handle) == DBUS_DISPATCH_DATA_REMAINS { return true }
        var byte: UInt8 = 0
        return watches.keys.contains(where: {
            recv($0, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 1
        })
    }

    // MARK: libdbus's callbacks

    /// The hook and the watch do not refer to this object weakly, which would make each of its uses slower from then on. They
    /// end before it does, in ``close()``.
    private func install() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        dbus_connection_set_watch_functions(
            handle,
            { watch, context in
                guard let watch, let transport = LibraryTransport.from(context) else { return 0 }
                return transport.add(watch) ? 1 : 0
            },
            { watch, context in
                guard let watch else { return }
                LibraryTransport.from(context)?.remove(watch)
            },
            { watch, context in
                guard let watch else { return }
                LibraryTransport.from(context)?.update(dbus_watch_get_unix_fd(watch))
            }, context, nil)
        dbus_connection_set_dispatch_status_function(
            handle,
            { _, status, context in
                LibraryTransport.from(context)?.mayHaveMessages = status != DBUS_DISPATCH_COMPLETE
            }, context, nil)
        hook = reactor.addBeforeSleepHook { [unowned self] in dispatch() }
    }

    /// Passes on a message that was taken from the queue.
    private func receive(_ message: OpaquePointer) {
        hasReceived = true
        let message = Message(owning: message)
        guard message.kind == .signal, dbus_message_is_signal(message.handle, DBUS_INTERFACE_LOCAL, "Disconnected") != 0
        else {
            onMessage?(message)
            return
        }
        let onDisconnect = onDisconnect
        self.onDisconnect = nil
        onDisconnect?()
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> LibraryTransport? {
        context.map { Unmanaged<LibraryTransport>.fromOpaque($0).takeUnretainedValue() }
    }

    private func add(_ watch: OpaquePointer) -> Bool {
        libraryWatches.append(watch)
        return update(dbus_watch_get_unix_fd(watch))
    }

    private func remove(_ watch: OpaquePointer) {
        libraryWatches.removeAll { $0 == watch }
        update(dbus_watch_get_unix_fd(watch))
    }

    /// libdbus has a watch for reading and one for writing, both on one descriptor. The reactor gets one watch for
    /// both.
    @discardableResult
    private func update(_ descriptor: Int32) -> Bool {
        // The end of the connection is a message too, and libdbus goes on reading when a message that it waited for is released.
        mayHaveMessages = true
        isWriting = libraryWatches.contains {
            dbus_watch_get_enabled($0) != 0 && dbus_watch_get_flags($0) & DBUS_WATCH_WRITABLE.rawValue != 0
        }
        var readiness: Readiness = []
        var isNeeded = false
        for watch in libraryWatches
        where dbus_watch_get_unix_fd(watch) == descriptor && dbus_watch_get_enabled(watch) != 0 {
            isNeeded = true
            let flags = dbus_watch_get_flags(watch)
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { readiness.insert(.readable) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { readiness.insert(.writable) }
        }
        guard isNeeded else {
            watches.removeValue(forKey: descriptor)?.cancel()
            return true
        }
        if let watch = watches[descriptor] {
            watch.readiness = readiness
            return true
        }
        let watch = try? reactor.watch(FileDescriptor(rawValue: descriptor), for: readiness) { [unowned self] ready in
            handle(ready, on: descriptor)
        }
        watches[descriptor] = watch
        return watch != nil
    }

    private func handle(_ ready: Readiness, on descriptor: Int32) {
        var flags: UInt32 = 0
        if ready.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if ready.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if ready.contains(.hangUp) { flags |= DBUS_WATCH_HANGUP.rawValue }
        if ready.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
        // Handling one watch may remove another.
        for watch in libraryWatches {
            guard libraryWatches.contains(watch), dbus_watch_get_unix_fd(watch) == descriptor,
                dbus_watch_get_enabled(watch) != 0
            else { continue }
            let wanted = dbus_watch_get_flags(watch) | DBUS_WATCH_HANGUP.rawValue | DBUS_WATCH_ERROR.rawValue
            if flags & wanted != 0 { dbus_watch_handle(watch, flags & wanted) }
        }
        mayHaveMessages = true
        if outgoingSize > 0 { measure() }
        if ready.contains(.writable), !isClosed, outgoingSize == 0 { onWritten?() }
        dispatch()
    }

    private func dispatchSoon() {
        reactor.deferUntilEndOfTurn { [weak self] in self?.dispatch() }
    }

    /// Passes on the messages that libdbus has queued. The queue must be empty before the reactor sleeps, because no
    /// descriptor becomes readable for it.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    private func dispatch() -> Bool {
        guard mayHaveMessages, !isClosed, !isDispatching else { return false }
        isDispatching = true
        var hasPassed = false
        // A handler may release the last other reference to this object.
        withExtendedLifetime(self) {
            var budget = Self.batch
            // Where too much waits, the next writing goes on here.
            while mayHaveMessages, budget > 0, !isClosed, outgoingSize < Self.maximumUnsent {
                guard let message = dbus_connection_pop_message(handle) else {
                    mayHaveMessages = dbus_connection_get_dispatch_status(handle) == DBUS_DISPATCH_NEED_MEMORY
                    break
                }
                hasPassed = true
                receive(message)
                budget -= 1
            }
            isDispatching = false
            if budget == 0, !isClosed { dispatchSoon() }
        }
        return hasPassed
    }
}
