// SPDX-License-Identifier: Apache-2.0

import CDBus

extension Message {
    /// Reads a message from the bytes of the wire format.
    ///
    /// - Throws: ``DBusError`` when the bytes are not one valid message.
    public static func demarshal(_ bytes: [UInt8]) throws(DBusError) -> Message {
        var failure = CDBus.DBusError()
        dbus_error_init(&failure)
        defer { dbus_error_free(&failure) }
        let handle = bytes.withUnsafeBytes { buffer in
            dbus_message_demarshal(
                buffer.bindMemory(to: CChar.self).baseAddress, Int32(clamping: buffer.count), &failure)
        }
        guard let handle else {
            throw DBusError(.inconsistentMessage, failure.message.map { String(cString: $0) } ?? "not a D-Bus message")
        }
        return Message(owning: handle)
    }

    /// The message as the bytes of the wire format. After that it counts as sent and cannot be changed.
    ///
    /// - Throws: ``DBusError`` when there is no memory, or when it has file descriptors.
    package func marshalled(serial: UInt32) throws(DBusError) -> [UInt8] {
        if self.serial == 0 { dbus_message_set_serial(handle, serial) }
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        guard dbus_message_marshal(handle, &bytes, &count) != 0, let bytes else {
            throw DBusError(.failed, "the message cannot be written as bytes")
        }
        defer { dbus_free(bytes) }
        return bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
    }
}
