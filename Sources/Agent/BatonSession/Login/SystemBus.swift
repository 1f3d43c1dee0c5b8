// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor
package import BatonValues

/// The agent's only connection to the system bus, for logind, UPower, BlueZ and iio-sensor-proxy.
///
/// If the first attempt to connect fails, no other is made, because a machine without a system bus does not get one
/// later. After a connection is lost, it is opened again.
@MainActor
package final class SystemBus {
    /// The connection, for calls and match rules.
    package let connection: Connection
    /// Whether the connection is open now.
    package var isConnected: Bool { isThere ?? false }

    /// Nil until the first attempt has ended.
    private var isThere: Bool?
    private var observers = Observers<Bool>()
    private var isOpen = false
    private var wasConnected = false

    /// - Parameters:
    ///   - address: the address of the bus; see ``address(in:)``.
    ///   - openTransport: opens the transport; nil for libdbus.
    package init(address: String, reactor: Reactor, openTransport: TransportOpener? = nil) {
        connection = Connection(address: address, reactor: reactor, openTransport: openTransport)
        connection.onStateChange = { [weak self] in self?.changed($0) }
    }

    /// The address of the system bus by the environment.
    package nonisolated static func address(in environment: [String: String]) -> String {
        environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Connects. Further calls do nothing.
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

    /// Adds an observer that is called with true when the bus is connected, and with false when it is lost or missing.
    /// It is called at once if that is known already.
    package func observe(_ observer: @escaping (Bool) -> Void) -> Observation {
        let observation = observers.observe(observer)
        if let isThere { observer(isThere) }
        return observation
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
        observers.tell(isConnected)
    }
}
