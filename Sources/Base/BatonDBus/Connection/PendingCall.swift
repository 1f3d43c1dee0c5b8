// SPDX-License-Identifier: Apache-2.0

/// A call that waits for its reply.
///
/// For example:
/// ```swift
/// let ping = Message.methodCall(to: "org.example.Slow", path: "/", interface: "org.example.Slow", member: "Wait")
/// let pending = connection.call(ping, within: .seconds(5)) { _ in print("never printed") }
/// pending.cancel()
/// ```
public final class PendingCall {
    /// The serial of the call; 0 before it is sent.
    private(set) var serial: UInt32 = 0
    /// The connection that may answer: the bus, or the unique name that was called. Nil for a call without a
    /// destination.
    private(set) var callee: BusName?
    private(set) var deadline: Duration
    /// How long the callee has from the moment on at which the call is written.
    private let limit: Duration
    /// Whether it only asks the bus whether all is read; see ``PendingCalls/askBus``.
    let isOfBus: Bool
    /// How many messages had come when it was sent.
    var receivedBefore: UInt64 = 0
    /// How many had come at its deadline, and the number of the bus's answer that judges it, when it may be unread.
    var receivedAtDeadline: UInt64 = 0
    var judgedBy: UInt64?
    private var reply: ((Result<Message, DBusError>) -> Void)?
    /// The table that the call is in, until the call ends.
    private var calls: PendingCalls?

    init(
        at now: Duration, within limit: Duration, isOfBus: Bool = false,
        reply: @escaping (Result<Message, DBusError>) -> Void
    ) {
        deadline = now + limit
        self.limit = limit
        self.isOfBus = isOfBus
        self.reply = reply
    }

    /// When it has to be looked at if nothing happens before.
    func nextLook(after now: Duration) -> Duration {
        guard judgedBy != nil else { return deadline }
        let grace = deadline + PendingCalls.grace
        return now < grace ? grace : deadline + PendingCalls.longestGrace
    }

    /// The call goes to its callee only now: the owner of the name has been looked up, or what lay before it has been written.
    func begin(at now: Duration) { deadline = max(deadline, now + limit) }

    /// Whether its caller still waits.
    var isWaiting: Bool { reply != nil }

    /// Notes that the call was sent.
    func sent(_ serial: UInt32, to callee: BusName?, in calls: PendingCalls) {
        self.serial = serial
        self.callee = callee
        self.calls = calls
    }

    /// Forgets the call. A reply that still comes is dropped. The callee does not learn of it: D-Bus has no message for
    /// that.
    public func cancel() {
        reply = nil
        calls?.abandon(self)
        calls = nil
    }

    /// Whether the reply comes from the connection that was called. An error may also come from the bus, which answers
    /// for a callee that has left or that may not be called.
    ///
    /// The bus puts a sender on all that it passes on, so an error without one comes from the other end of the socket:
    /// xdg-dbus-proxy, the bus of a sandbox, writes such errors for what the sandbox may not call or see.
    func mayBeAnswered(by message: Message) -> Bool {
        guard let callee else { return true }
        guard message.kind == .error else { return message.isFrom(callee) }
        return message.isFrom(callee) || message.isFrom(.bus) || message.sender == nil
    }

    /// Passes the result to the caller, the first time only.
    func finish(_ result: Result<Message, DBusError>) {
        calls = nil
        guard let reply else { return }
        self.reply = nil
        reply(result)
    }
}
