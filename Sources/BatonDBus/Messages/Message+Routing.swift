// SPDX-License-Identifier: Apache-2.0

internal import CDBus

/// What a message bus writes into the messages that it passes on; for a bus that is simulated in the same process.
extension Message {
    /// Writes the serial and the sender, as the library and the bus do with a message that was sent.
    package func stamp(serial: UInt32, sender: BusName) {
        // A message that its sender sends a second time keeps its first number; libdbus would end the process.
        if self.serial == 0 { dbus_message_set_serial(handle, serial) }
        _ = sender.rawValue.withCString { dbus_message_set_sender(handle, $0) }
    }

    /// The same message for one receiver of several: what a connection notes of the messages that it gets is its own.
    package func forReceiver() -> Message { Message(borrowed: handle) }

    /// Makes an answer to a call that was never received: one that a hostile program guesses.
    package static func forgedAnswer(to victim: BusName, serial: UInt32, _ values: [Value]) throws(DBusError) -> Message
    {
        let answer = Message.methodReturn(to: call(of: victim, serial))
        answer.setDestination(victim)
        try answer.append(contentsOf: values)
        return answer
    }

    /// Makes the error with which a bus answers for a callee that is gone.
    package static func forgedError(to caller: BusName, serial: UInt32, _ error: DBusError) throws(DBusError) -> Message
    {
        let answer = Message.error(to: call(of: caller, serial), error)
        answer.setDestination(caller)
        return answer
    }

    private static func call(of caller: BusName, _ serial: UInt32) -> Message {
        let call = Message.methodCall(to: caller, path: "/", interface: "a.b", member: "M")
        // No message has the number 0.
        dbus_message_set_serial(call.handle, max(serial, 1))
        return call
    }
}
