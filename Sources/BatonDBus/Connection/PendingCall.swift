// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

/// A call that waits for its answer.
public final class PendingCall {
    let reply: (Result<Message, DBusError>) -> Void
    var serial: UInt32 = 0
    var timer: ReactorTimer?
    weak var connection: Connection?

    init(reply: @escaping (Result<Message, DBusError>) -> Void) {
        self.reply = reply
    }

    /// Forgets the call: an answer that still comes is dropped. The callee is not told; D-Bus has no way to.
    public func cancel() {
        timer?.cancel()
        timer = nil
        connection?.forget(self)
    }
}
