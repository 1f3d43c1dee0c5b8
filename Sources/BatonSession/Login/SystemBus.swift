// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor

/// The agent's one connection to the system bus: logind, UPower, BlueZ and the sensor's proxy are there.
///
/// A machine without a system bus does not get one later: then nothing is tried again. One that is lost comes back.
@MainActor
package final class SystemBus {
    /// To ask and match on; says nothing by itself.
    package let connection: Connection
    /// Whether the bus is there now.
    package var isConnected: Bool { isThere ?? false }

    /// Nil until that is known.
    private var isThere: Bool?
    private var observers: [(Bool) -> Void] = []
    private var isOpen = false
    private var wasConnected = false

    /// - Parameters:
    ///   - address: the bus; see ``address(in:)``.
    ///   - openTransport: opens it; nil for libdbus.
    package init(address: String, reactor: Reactor, openTransport: TransportOpener? = nil) {
        connection = Connection(address: address, reactor: reactor, openTransport: openTransport)
        connection.onStateChange = { [weak self] in self?.changed($0) }
    }

    /// Where the system bus is by the environment.
    package nonisolated static func address(in environment: [String: String]) -> String {
        environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Connects; once is enough.
    package func open() {
        guard !isOpen else { return }
        isOpen = true
        do throws(DBusError) {
            try connection.open()
        } catch {
            tell(false)
        }
    }

    package func close() { connection.close() }

    /// Hears that the bus is there (true), and that it is gone or was never there (false); at once when that is known already.
    package func observe(_ observer: @escaping (Bool) -> Void) {
        observers.append(observer)
        if let isThere { observer(isThere) }
    }

    private func changed(_ state: ConnectionState) {
        switch state {
        case .connected:
            wasConnected = true
            tell(true)
        case .waiting:
            tell(false)
            guard !wasConnected else { return }
            connection.reactor.deferUntilEndOfTurn { [weak self] in self?.connection.close() }
        case .connecting, .closed: break
        }
    }

    private func tell(_ isConnected: Bool) {
        isThere = isConnected
        for observer in observers { observer(isConnected) }
    }
}
