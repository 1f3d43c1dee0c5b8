// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonLog

/// An inhibitor of logind: it delays the machine's sleep, or keeps the session from being idle.
///
/// logind gives a descriptor, and the inhibitor lasts as long as that is open: it ends with the process, whatever kills it. logind
/// gives none between the announcement of a sleep and the waking.
@MainActor
package final class LoginInhibitor {
    /// What is inhibited.
    package enum Purpose: Sendable {
        /// logind waits before the machine sleeps, at most 5 s (`InhibitDelayMaxSec`).
        case delaySleep
        /// The session does not count as idle (rule AWAKE6).
        case blockIdle

        /// The arguments of `Inhibit`: what, why and how.
        fileprivate var words: (what: String, why: String, mode: String) {
            switch self {
            case .delaySleep: ("sleep", "pausing players", "delay")
            case .blockIdle: ("idle", "a player plays", "block")
            }
        }
    }

    private static let login: BusName = "org.freedesktop.login1"
    private static let path: ObjectPath = "/org/freedesktop/login1"
    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    private static let deadline = Duration.seconds(2)

    private let bus: SystemBus
    private let purpose: Purpose
    private let logger: Logger
    private var descriptor: UnixFileDescriptor?
    /// Counts the questions, so that the answer to an earlier one is recognized.
    private var asked = 0

    package init(_ purpose: Purpose, bus: SystemBus, logger: Logger) {
        self.purpose = purpose
        self.bus = bus
        self.logger = logger
    }

    /// Whether logind has given a descriptor.
    package var isHeld: Bool { descriptor != nil }

    /// Takes an inhibitor, unless there is one.
    package func take() {
        guard descriptor == nil, bus.isConnected else { return }
        asked += 1
        let words = purpose.words
        let message = Message.methodCall(to: Self.login, path: Self.path, interface: Self.manager, member: "Inhibit")
        do {
            try message.append(.string(words.what), .string("Baton"), .string(words.why), .string(words.mode))
        } catch {
            return
        }
        bus.connection.call(message, within: Self.deadline) { [weak self, asked, logger] result in
            guard let self, asked == self.asked else { return }
            switch result {
            case .success(let reply):
                if case .fileDescriptor(let file)? = (try? reply.arguments())?.first { descriptor = file }
            case .failure(let error): logger.debug("logind gives no inhibitor of \(words.what): \(error)")
            }
        }
    }

    /// Gives it back.
    package func release() {
        asked += 1
        descriptor = nil
    }
}
