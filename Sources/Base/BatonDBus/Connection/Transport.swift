// SPDX-License-Identifier: Apache-2.0

package import BatonReactor

/// Carries the messages of one connection to a bus: libdbus over a socket, or a bus that a test simulates in the same
/// process.
package protocol Transport: AnyObject {
    /// Called with each message that arrived.
    var onMessage: ((Message) -> Void)? { get set }
    /// Called once when the bus has closed the connection.
    var onDisconnect: (() -> Void)? { get set }
    /// Called when all that waited has been written.
    var onWritten: (() -> Void)? { get set }
    /// Whether there are unread messages.
    var hasUnreadInput: Bool { get }
    /// The number of bytes that wait to be written.
    var outgoingSize: Int { get }

    /// Queues a message and writes as much as the socket takes. Returns its serial, or nil when the connection is
    /// closed.
    func send(_ message: Message) -> UInt32?

    /// Notes the unique name that the bus gave this connection.
    func setUniqueName(_ name: BusName)

    /// Closes the connection. The handlers are not called any more.
    func close()
}

/// Opens a transport to an address.
package typealias TransportOpener = (_ address: String, _ reactor: Reactor) throws(DBusError) -> any Transport
