// SPDX-License-Identifier: Apache-2.0

import CDBus

/// What a message bus writes into the messages that it passes on, for a bus that a test simulates in the same process.
extension Message {
    /// Writes the serial and the sender, as libdbus and the bus do when a message is sent.
    package func stamp(serial: UInt32, sender: BusName) {
        // A message that is sent a second time keeps its first serial; libdbus would end the process otherwise.
        if self.serial == 0 { dbus_message_set_serial(handle, serial) }
        _ = sender.rawValue.withCString { dbus_message_set_sender(handle, $0) }
    }

    /// Makes another object for the same message, for one receiver of several: each connection stores its own notes in
    /// it.
    package func forReceiver() -> Message { Message(borrowed: handle) }

    /// Makes a reply to a call that the sender never received, as a hostile program does that guesses a serial.
    package static func forgedAnswer(to victim: BusName, serial: UInt32, _ values: [Value]) throws(DBusError) -> Message
    {
        let answer = Message.methodReturn(to: call(of: victim, serial))
        answer.setDestination(victim)
        try answer.append(contentsOf: values)
        return answer
    }

    /// Makes the error with which a bus answers for a callee that has left.
    package static func forgedError(to caller: BusName, serial: UInt32, _ error: DBusError) throws(DBusError) -> Message
    {
        let answer = Message.error(to: call(of: caller, serial), error)
        answer.setDestination(caller)
        return answer
    }

    private static func call(of caller: BusName, _ serial: UInt32) -> Message {
        let call = Message.methodCall(to: caller, path: "/", interface: "a.b", member: "M")
        // No message has the serial 0.
        dbus_message_set_serial(call.handle, max(serial, 1))
        return call
    }
}
