// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// A connection to the session bus with a reactor of its own, which is turned only while a reply is awaited.
final class BusSession {
    let reactor: Reactor
    let connection: Connection
    private var isLost = false
    private var wasGreeted = false

    /// Opens a connection. Calls may be made at once: they are sent after the bus's Hello.
    ///
    /// - Parameter address: The bus's address; `$DBUS_SESSION_BUS_ADDRESS`, or the bus in `$XDG_RUNTIME_DIR`, if nil.
    /// - Throws: ``CommandError`` when there is no bus.
    init(address: String? = nil) throws(CommandError) {
        guard let address = address ?? Self.environmentAddress else {
            throw Self.unreachable("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
        }
        do {
            reactor = try Reactor()
        } catch {
            throw Self.unreachable("\(error)")
        }
        do {
            var options = ConnectionOptions()
            options.firstBackOff = nil
            connection = Connection(address: address, reactor: reactor, options: options)
            try connection.open()
        } catch {
            throw Self.unreachable(error.message)
        }
        connection.onStateChange = { [weak self] state in
            self?.isLost = state == .closed
            if case .connected = state { self?.wasGreeted = true }
        }
    }

    deinit { connection.close() }

    /// Sends a call and waits for its reply, at most for `deadline`.
    func call(_ message: Message, within deadline: Duration) -> Result<Message, DBusError> {
        var result: Result<Message, DBusError>?
        _ = connection.call(message, within: deadline) { result = $0 }
        turn { result != nil }
        return result ?? .failure(loss)
    }

    /// Turns the reactor until `condition` holds or the bus is lost.
    func turn(until condition: () -> Bool) {
        while !condition() && !isLost {
            do { try reactor.turn(timeout: nil) } catch { return }
        }
    }

    /// The address of the session bus by the environment; nil if it names none.
    static var environmentAddress: String? {
        if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
        return variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    private static func unreachable(_ reason: String) -> CommandError {
        CommandError("Could not connect to players: \(reason)", cause: reason)
    }

    /// Why the bus is lost, in the bus's words if it has said so: it may be full.
    var loss: DBusError {
        if let reason = connection.lastLoss, reason.name != .disconnected { return reason }
        return DBusError(.disconnected, "The connection to the bus was lost.")
    }

    /// The failure of a bus that did not let this program in, which is the one of a bus that is not there; nil while it may, and
    /// when it has.
    var startFailure: CommandError? { isLost && !wasGreeted ? Self.unreachable(loss.message) : nil }
}
