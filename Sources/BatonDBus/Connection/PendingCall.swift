// SPDX-License-Identifier: Apache-2.0

/// A call that waits for its answer.
public final class PendingCall {
    /// The number of the call on the bus; 0 before it is sent.
    private(set) var serial: UInt32 = 0
    /// Who may answer it: the bus, or the unique name that was called. Nil for a call without a destination.
    private(set) var callee: BusName?
    let deadline: Duration
    private var reply: ((Result<Message, DBusError>) -> Void)?
    /// Until it is over; then nothing ties the two together any more.
    private var calls: PendingCalls?

    init(deadline: Duration, reply: @escaping (Result<Message, DBusError>) -> Void) {
        self.deadline = deadline
        self.reply = reply
    }

    /// Whether its caller still waits.
    var isWaiting: Bool { reply != nil }

    /// It is on its way.
    func sent(_ serial: UInt32, to callee: BusName?, in calls: PendingCalls) {
        self.serial = serial
        self.callee = callee
        self.calls = calls
    }

    /// Forgets the call: an answer that still comes is dropped. The callee is not told; D-Bus has no way to.
    public func cancel() {
        reply = nil
        calls?.abandon(self)
        calls = nil
    }

    /// Whether the message, an answer, comes from the peer that was asked. Errors may come from the bus as well: it answers for
    /// callees that are not there, or may not be called.
    func mayBeAnswered(by message: Message) -> Bool {
        guard let callee else { return true }
        return message.isFrom(callee) || message.kind == .error && message.isFrom(.bus)
    }

    /// Tells the caller, the first time only.
    func finish(_ result: Result<Message, DBusError>) {
        calls = nil
        guard let reply else { return }
        self.reply = nil
        reply(result)
    }
}
