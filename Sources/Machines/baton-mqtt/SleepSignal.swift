// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonLog
import BatonReactor
import Glibc

/// Says before the machine sleeps, and after it has woken, by logind.
///
/// The socket to the broker does not break when the machine sleeps: others would believe for minutes that this host is there. So
/// logind waits until the farewell is sent, 5 s at most.
final class SleepSignal {
    /// Called before the machine sleeps, and after that.
    var onChange: ((_ isSleeping: Bool) -> Void)?

    private static let login: BusName = "org.freedesktop.login1"
    private static let path: ObjectPath = "/org/freedesktop/login1"
    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"

    /// The system bus.
    let bus: Connection
    private let address: String
    private let logger: Logger
    private var match: Match?
    /// What makes logind wait; it ends with the process.
    private var inhibitor: UnixFileDescriptor?

    init(on reactor: Reactor, logger: Logger) {
        let given = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
        address = given ?? "unix:path=/run/dbus/system_bus_socket"
        bus = Connection(address: address, reactor: reactor)
        self.logger = logger
    }

    deinit { bus.close() }

    /// Listens. Without a system bus or logind nothing is ever said.
    func open() {
        bus.onStateChange = { [weak self] state in
            if case .connected = state { self?.inhibit() }
        }
        let rule = MatchRule(
            sender: Self.login, path: Self.path, interface: Self.manager, member: "PrepareForSleep")
        match = bus.addMatch(rule) { [weak self] message in
            guard let self, let isSleeping = (try? message.arguments())?.first?.asBool else { return }
            onChange?(isSleeping)
            if isSleeping { inhibitor = nil } else { inhibit() }
        }
        // Where there is no system bus at the session's start there never is one, and trying again would wake a processor.
        guard Self.isThere(address) else { return }
        try? bus.open()
    }

    private static func isThere(_ address: String) -> Bool {
        let path = address.split(separator: ",")[0].split(separator: "=", maxSplits: 1)
        return path.count < 2 || path[0] != "unix:path" || access(String(path[1]), F_OK) == 0
    }

    private func inhibit() {
        guard inhibitor == nil else { return }
        let message = Message.methodCall(to: Self.login, path: Self.path, interface: Self.manager, member: "Inhibit")
        do throws(DBusError) {
            try message.append(
                .string("sleep"), .string("Baton"), .string("telling other machines"), .string("delay"))
        } catch {
            return
        }
        bus.call(message, within: .seconds(2)) { [weak self] result in
            switch result {
            case .success(let reply):
                if case .fileDescriptor(let file)? = (try? reply.arguments())?.first { self?.inhibitor = file }
            case .failure(let error): self?.logger.debug("logind gives no inhibitor of sleep: \(error)")
            }
        }
    }
}
