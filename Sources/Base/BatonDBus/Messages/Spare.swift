// SPDX-License-Identifier: Apache-2.0

import CDBus

/// One libdbus message that is made when the first connection is, while there is memory. It stands where there was no memory
/// for another: libdbus ends the process when it is given none.
enum Spare {
    // Safe: it is set once, is never changed or sent, and libdbus counts its references atomically.
    nonisolated(unsafe) private static let message = dbus_message_new(DBUS_MESSAGE_TYPE_SIGNAL)

    /// Makes it, if it is not there yet.
    ///
    /// - Throws: ``DBusError`` `NoMemory`.
    static func prepare() throws(DBusError) {
        guard message != nil else { throw DBusError(.noMemory, "there is no memory for a connection") }
    }

    /// A new reference to it.
    static func reference() -> OpaquePointer {
        // Each connection has prepared it, and without one no message is made.
        guard let message else { preconditionFailure("a message was made before the first connection") }
        return dbus_message_ref(message)
    }
}
