// SPDX-License-Identifier: Apache-2.0

/// A call that waits for its answer.
public final class PendingCall {
    let serial: UInt32
    let deadline: Duration
    private var reply: ((Result<Message, DBusError>) -> Void)?
    /// Until it is over; then nothing ties the two together any more.
    private var calls: PendingCalls?

    init(
        serial: UInt32, deadline: Duration, calls: PendingCalls?,
        reply: @escaping (Result<Message, DBusError>) -> Void
    ) {
        self.serial = serial
        self.deadline = deadline
        self.calls = calls
        self.reply = reply
    }

    /// Forgets the call: an answer that still comes is dropped. The callee is not told; D-Bus has no way to.
    public func cancel() {
        reply = nil
        calls?.remove(self)
        calls = nil
    }

    /// Tells the caller, the first time only.
    func finish(_ result: Result<Message, DBusError>) {
        calls = nil
        guard let reply else { return }
        self.reply = nil
        reply(result)
    }
}
