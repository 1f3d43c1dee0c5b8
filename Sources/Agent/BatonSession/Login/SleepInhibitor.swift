// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonLog

/// Asks logind to wait before the machine sleeps, at most 5 s (`InhibitDelayMaxSec`).
///
/// logind gives a descriptor and waits as long as it is open. It gives none between the announcement of the sleep and the waking.
@MainActor
package final class SleepInhibitor {
    private static let login: BusName = "org.freedesktop.login1"
    private static let path: ObjectPath = "/org/freedesktop/login1"
    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    private static let deadline = Duration.seconds(2)

    private let bus: SystemBus
    private let logger: Logger
    private var descriptor: UnixFileDescriptor?
    /// Counts the questions, so that the answer to an earlier one is recognized.
    private var asked = 0

    package init(bus: SystemBus, logger: Logger) {
        self.bus = bus
        self.logger = logger
    }

    /// Whether logind waits.
    package var isHeld: Bool { descriptor != nil }

    /// Takes a lock, unless there is one.
    package func take() {
        guard descriptor == nil, bus.isConnected else { return }
        asked += 1
        let message = Message.methodCall(to: Self.login, path: Self.path, interface: Self.manager, member: "Inhibit")
        do {
            try message.append(.string("sleep"), .string("Baton"), .string("pausing players"), .string("delay"))
        } catch {
            return
        }
        bus.connection.call(message, within: Self.deadline) { [weak self, asked, logger] result in
            guard let self, asked == self.asked else { return }
            switch result {
            case .success(let reply):
                if case .fileDescriptor(let file)? = (try? reply.arguments())?.first { descriptor = file }
            case .failure(let error): logger.debug("logind does not wait before it sleeps: \(error)")
            }
        }
    }

    /// Lets the machine sleep.
    package func release() {
        asked += 1
        descriptor = nil
    }
}
