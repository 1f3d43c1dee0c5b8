// SPDX-License-Identifier: Apache-2.0

package import BatonReactor

/// What carries the messages of a ``Connection``, from its opening to its end: libdbus over a socket, or a bus that a test
/// simulates in the same process.
package protocol Transport: AnyObject {
    /// Called with each message that arrived.
    var onMessage: ((Message) -> Void)? { get set }
    /// Called once when the other end is gone.
    var onDisconnect: (() -> Void)? { get set }
    /// Whether something lies unread.
    var hasUnreadInput: Bool { get }
    /// Bytes that wait to be written.
    var outgoingSize: Int { get }

    /// Queues a message and writes as much as is taken. Returns its serial, or nil when the connection is gone.
    func send(_ message: Message) -> UInt32?

    /// Learns the name the bus gave us.
    func setUniqueName(_ name: BusName)

    /// Ends the connection; nothing is called any more.
    func close()
}

/// Opens a transport to an address.
package typealias TransportOpener = (_ address: String, _ reactor: Reactor) throws(DBusError) -> any Transport
