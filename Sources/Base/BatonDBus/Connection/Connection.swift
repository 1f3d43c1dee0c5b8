// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
import CDBus

/// A connection to a message bus that outlives the bus.
///
/// Nothing blocks. Calls, matches and requests for names are sent in the order in which they were made, right behind
/// `Hello`. When the bus is lost, every pending call fails with `Disconnected`, and the connection is made again after
/// 1 … 60 s, with its matches, names and exported objects. Not thread-safe and not Sendable: use it on the thread that
/// runs the reactor.
///
/// For example:
/// ```swift
/// let connection = Connection(address: "unix:path=/run/user/1000/bus", reactor: reactor)
/// try connection.open()
/// let call = Message.methodCall(
///     to: "org.mpris.MediaPlayer2.mpv", path: "/org/mpris/MediaPlayer2",
///     interface: "org.mpris.MediaPlayer2.Player", member: "PlayPause")
/// connection.call(call, within: .seconds(1)) { result in print(result) }
/// ```
public final class Connection {
    /// The address of the bus, as in $DBUS_SESSION_BUS_ADDRESS.
    public let address: String
    /// The reactor that drives it.
    public let reactor: Reactor
    /// Whether it is connected.
    public private(set) var state: ConnectionState = .closed {
        didSet { if state != oldValue { onStateChange?(state) } }
    }
    /// Called after each change of ``state``.
    public var onStateChange: ((ConnectionState) -> Void)?
    /// Called with errors that no caller gets: a result of a served method that is not of its declared type, a match
    /// that the bus refused.
    public var onError: ((DBusError) -> Void)?
    /// Why the bus was last lost, or was not there.
    package private(set) var lastLoss: DBusError?
    private var lateReplyObservers: [(Message) -> Void] = []

    /// What refers to the connection without keeping it.
    let link = ConnectionLink()
    let options: ConnectionOptions
    private let openTransport: TransportOpener
    // Needs no check at run time: a transport that is released here has been closed, and calls no handler.
    @exclusivity(unchecked) private(set) var transport: (any Transport)?
    private var backOff: Duration
    private var retryTimer: ReactorTimer?
    let pending: PendingCalls
    private var matches: [Match] = []
    private var names: [NameRequest] = []
    // Needs no check at run time: nothing else runs while it is looked at or changed.
    @exclusivity(unchecked) private(set) var exports: [(path: ObjectPath, object: ExportedObject)] = []
    /// Counts the connections to the bus that were made. A call that came over an earlier one cannot be answered.
    private(set) var generation: UInt32 = 0
    /// The last empty answer; see ``emptyAnswer(to:)``.
    var lastEmptyAnswer: Message?
    let shares: CallerShares
    let unsent: UnsentMessages
    /// Called when much that waited has been written to the bus, or was lost with it: the memory is free again.
    package var onRelief: (() -> Void)?
    /// The number of calls to exported objects that have not been answered yet.
    @exclusivity(unchecked) public internal(set) var unansweredCalls = 0

    /// Makes a connection that is not open yet.
    public convenience init(address: String, reactor: Reactor, options: ConnectionOptions = ConnectionOptions()) {
        self.init(address: address, reactor: reactor, options: options, openTransport: nil)
    }

    /// Makes a connection over another transport than libdbus, such as a simulated bus.
    package init(
        address: String, reactor: Reactor, options: ConnectionOptions = ConnectionOptions(),
        openTransport: TransportOpener?
    ) {
        self.address = address
        self.reactor = reactor
        self.options = options
        // Swift 6.2's compiler crashes on ?? here.
        if let openTransport { self.openTransport = openTransport } else { self.openTransport = LibraryTransport.open }
        shares = CallerShares(most: options.largestShare, mostTogether: options.largestShareTogether)
        unsent = UnsentMessages(most: options.largestUnsent, mostTogether: options.largestUnsentTogether)
        pending = PendingCalls(reactor: reactor, mostUnanswered: options.mostUnanswered)
        backOff = options.firstBackOff ?? .zero
        pending.received = { [link] in link.connection?.received ?? 0 }
        pending.mayBeUnread = { [link] in link.connection?.mayBeUnread(since: $0) ?? false }
        pending.askBus = { [link] in link.connection?.askBus(within: $0, then: $1) }
        link.connection = self
    }

    deinit {
        link.connection = nil
        // A pending call and its table refer to each other until the call ends.
        _ = pending.removeAll()
    }

    /// The unique name that the bus gave this connection; nil while it is not connected.
    public var uniqueName: BusName? {
        guard case .connected(let name) = state else { return nil }
        return name
    }

    /// Whether messages can be sent; before the reply to `Hello` they are sent behind it.
    var isOpen: Bool { transport != nil }

    /// Whether there are messages that have not been read. A reply that seems late may be among them.
    public var hasUnreadInput: Bool { transport?.hasUnreadInput ?? false }

    /// Whether a delay may be this process's own: a reply is perhaps unread here, or its call not written yet.
    package var isBehind: Bool { outgoingSize > 0 || hasUnreadInput }

    // These two need no check at run time: they are numbers, and nothing else runs while one is read or changed.
    /// How many messages have come.
    @exclusivity(unchecked) package private(set) var received: UInt64 = 0

    /// Whether a reply that was sent in time may be unread still: this process is behind, or as much came since that the bus
    /// may have more for it.
    ///
    /// - Parameter count: ``received`` when the call was sent.
    package func mayBeUnread(since count: UInt64) -> Bool { isBehind || received &- count >= Self.many }

    /// From how many messages on the bus may have more for this process than the socket shows. Smaller: the bus is asked
    /// more often before a call times out.
    private static let many: UInt64 = 64

    /// The number of calls without an answer, and of matches; for tests that look for leaks.
    package var counts: (calls: Int, matches: Int) { (pending.count, matches.count) }

    /// The number of bytes that have not been written to the bus yet.
    public var outgoingSize: Int { transport?.outgoingSize ?? 0 }

    // MARK: Opening and closing

    /// Begins to connect.
    ///
    /// - Throws: ``DBusError`` `NoServer` when there is no bus at the address and the options say not to try again.
    ///   Otherwise the connection is tried again later.
    public func open() throws(DBusError) {
        guard transport == nil else { return }
        do {
            try connect()
        } catch {
            guard options.firstBackOff != nil else { throw error }
            lose(error)
        }
    }

    /// Leaves the bus for good. Pending calls fail with `Disconnected`. Messages that have not been written yet are
    /// lost. Exported objects are served no longer, and let go: they often keep what has the connection.
    public func close() {
        retryTimer?.cancel()
        retryTimer = nil
        transport?.close()
        transport = nil
        state = .closed
        tellOfLoss()
        failPending(DBusError(.disconnected, "the connection was closed"))
        for path in exports.map(\.path) { unexport(path) }
    }

    private func connect() throws(DBusError) {
        let transport = try openTransport(address, reactor)
        self.transport = transport
        generation &+= 1
        transport.onMessage = { [link] in link.connection?.receive($0) }
        transport.onWritten = { [link] in link.connection?.written() }
        transport.onDisconnect = { [link] in
            link.connection?.lose(DBusError(.disconnected, "the bus closed the connection"))
        }
        state = .connecting
        let greeting = Message.methodCall(to: .bus, path: Self.busPath, interface: Self.busInterface, member: "Hello")
        call(greeting, within: options.greetingDeadline) { [link, generation] result in
            guard let self = link.connection, self.generation == generation, let transport = self.transport
            else { return }
            switch result {
            case .success(let reply): self.greeted(transport, reply)
            case .failure(let error): self.lose(error)
            }
        }
        for match in matches where match.isActive { subscribe(match) }
        for name in names { name.request() }
    }

    private func greeted(_ transport: any Transport, _ reply: Message) {
        guard let text = (try? reply.arguments())?.first?.asString, let name = try? BusName(text) else {
            lose(DBusError(.inconsistentMessage, "the bus did not answer the greeting with a name"))
            return
        }
        transport.setUniqueName(name)
        backOff = options.firstBackOff ?? .zero
        state = .connected(name)
    }

    private func lose(_ error: DBusError) {
        lastLoss = error
        transport?.close()
        transport = nil
        guard options.firstBackOff != nil else {
            state = .closed
            tellOfLoss()
            failPending(error)
            return
        }
        let wait = backOff
        backOff = min(backOff * 2, options.longestBackOff)
        // The attempt is not urgent. With this tolerance it can share a wake-up with other timers.
        retryTimer = reactor.schedule(after: wait, tolerance: min(wait / 4, .seconds(1))) { [link] in
            guard let self = link.connection, self.transport == nil else { return }
            do throws(DBusError) { try self.connect() } catch { self.lose(error) }
        }
        state = .waiting(until: reactor.now + wait, after: error)
        tellOfLoss()
        failPending(DBusError(.disconnected, "the bus was lost before the answer came: \(error.message)"))
    }

    private func tellOfLoss() {
        for name in names { name.busLost() }
        for match in matches { match.busLost?() }
        written()
    }

    private func failPending(_ error: DBusError) {
        for call in pending.removeAll() { call.finish(.failure(error)) }
    }

    // MARK: Sending

    /// Calls a method.
    ///
    /// The owner of a well-known name is looked up first, and the call is sent to it. Only a reply of that connection
    /// counts, or an error of the bus: any program may send a message that claims to be the reply.
    ///
    /// - Parameters:
    ///   - deadline: how long the reply may take, from when the call is written. Looking up the owner may take as long before.
    ///   - reply: called once, after this method has returned, unless the call is cancelled: with the reply, the callee's
    ///     error, `Disconnected`, or `Timeout` (at once above ``ConnectionOptions/mostUnanswered`` unanswered calls).
    ///   - message: the call. It is not changed.
    @discardableResult
    public func call(
        _ message: Message, within deadline: Duration, reply: @escaping (Result<Message, DBusError>) -> Void
    ) -> PendingCall {
        let call = PendingCall(at: reactor.now, within: deadline, reply: reply)
        let callee = message.destination
        if let callee, !callee.isUnique, callee != .bus {
            lookUp(callee, for: message, call)
        } else {
            transmit(message, to: callee, call)
        }
        return call
    }

    /// Calls the bus with a deadline that is not judged by another answer of it.
    func callAlone(
        _ message: Message, within deadline: Duration, reply: @escaping (Result<Message, DBusError>) -> Void
    ) {
        transmit(message, to: .bus, PendingCall(at: reactor.now, within: deadline, isOfBus: true, reply: reply))
    }

    private func transmit(_ message: Message, to callee: BusName?, _ call: PendingCall) {
        guard pending.mayCall(callee) else {
            let text = "\(callee?.rawValue ?? "the callee") has left \(options.mostUnanswered) calls unanswered"
            return fail(call, DBusError(.timeout, text))
        }
        guard let serial = write(message) else { return fail(call, unwritten(message)) }
        call.sent(serial, to: callee, in: pending)
        pending.insert(call)
        if outgoingSize > 0 { pending.wait(toWrite: call) }
    }

    private func fail(_ call: PendingCall, _ error: DBusError) {
        reactor.deferUntilEndOfTurn { call.finish(.failure(error)) }
    }

    /// Looks up the owner of the name, asks the bus to start its service if the message allows that, and sends the
    /// message to the owner.
    private func lookUp(_ name: BusName, for message: Message, _ call: PendingCall, mayStart: Bool = true) {
        ask("GetNameOwner", [.string(name.rawValue)], for: call) { connection, result in
            switch result.flatMap({ Self.owner($0) }) {
            case .success(let owner):
                message.setDestination(owner)
                call.begin(at: connection.reactor.now)
                connection.transmit(message, to: owner, call)
            case .failure(let error) where error.name == .nameHasNoOwner && mayStart && message.mayStartCallee:
                connection.start(name, for: message, call)
            case .failure(let error): call.finish(.failure(error))
            }
        }
    }

    private func start(_ name: BusName, for message: Message, _ call: PendingCall) {
        ask("StartServiceByName", [.string(name.rawValue), .uint32(0)], for: call) { connection, result in
            switch result {
            case .success: connection.lookUp(name, for: message, call, mayStart: false)
            case .failure(let error): call.finish(.failure(error))
            }
        }
    }

    /// Calls `observer` with each reply that came too late: the deadline has passed, or the call was cancelled.
    public func observeLateReplies(_ observer: @escaping (Message) -> Void) {
        lateReplyObservers.append(observer)
    }

    // MARK: Matches, names, objects

    /// Subscribes to signals. The rule is added again whenever the connection is made again.
    public func addMatch(_ rule: MatchRule, handler: @escaping (Message) -> Void) -> Match {
        let match = Match(rule, connection: self, handler: handler)
        matches.append(match)
        if transport != nil { subscribe(match) }
        return match
    }

    func remove(_ match: Match) {
        guard let index = matches.firstIndex(where: { $0 === match }) else { return }
        matches.remove(at: index)
        if transport != nil { sendToBus("RemoveMatch", [.string(match.rule.text)]) { _ in } }
    }

    private func subscribe(_ match: Match) {
        sendToBus("AddMatch", [.string(match.rule.text)]) { [link] result in
            if case .failure(let error) = result, error.name != .disconnected { link.connection?.onError?(error) }
        }
        match.subscribed?()
    }

    /// Requests a well-known name, and again whenever the connection is made again, until the request is released.
    ///
    /// - Parameters:
    ///   - retriesWhenFree: with ``NameFlags/doNotQueue``, requests the name again when it has no owner any more.
    ///   - changed: called with each change.
    ///   - name: the well-known name.
    ///   - flags: whether to wait in the queue for it, and whether others may take it.
    public func requestName(
        _ name: BusName, flags: NameFlags = .doNotQueue, retriesWhenFree: Bool = false,
        changed: @escaping (NameOwnership) -> Void
    ) -> NameRequest {
        let request = NameRequest(
            name, flags: flags, retriesWhenFree: retriesWhenFree, connection: self, changed: changed)
        names.append(request)
        if transport != nil { request.request() }
        return request
    }

    func remove(_ request: NameRequest) {
        names.removeAll { $0 === request }
    }

    /// Serves an object at a path. It replaces the object that was exported there before.
    public func export(_ object: ExportedObject, at path: ObjectPath) {
        unexport(path)
        exports.append((path, object))
        object.attach(to: self, at: path)
    }

    /// Stops serving the object at the path.
    public func unexport(_ path: ObjectPath) {
        guard let index = exports.firstIndex(where: { $0.path == path }) else { return }
        exports.remove(at: index).object.detach()
    }

    // MARK: Receiving

    private func receive(_ message: Message) {
        received &+= 1
        message.generation = generation
        message.largestBody = options.largestBody
        switch message.kind {
        case .methodReturn, .error: receiveReply(message)
        case .signal: receiveSignal(message)
        case .methodCall: receiveCall(message)
        case nil: break
        }
    }

    private func receiveReply(_ message: Message) {
        switch pending.claim(message) {
        case .call(let call):
            if let error = message.error { call.finish(.failure(error)) } else { call.finish(.success(message)) }
        case .late: for observer in lateReplyObservers { observer(message) }
        case .none: break
        }
    }

    private func receiveSignal(_ message: Message) {
        if message.isFrom(.bus) {
            for name in names { name.receive(message) }
        }
        // A handler may add and cancel matches. Matches that are added now do not get this signal, nor do those that
        // are cancelled.
        for match in matches where match.isActive && match.rule.matches(message) {
            match.handler(message)
        }
    }
}
