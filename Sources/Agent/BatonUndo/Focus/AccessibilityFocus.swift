// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession

/// Asks the accessible apps which of their windows is active (AT-SPI 2, rule UNDO15): the only answer on GNOME Wayland.
///
/// It subscribes to nothing: a listener on the accessibility bus makes every app emit signals.
@MainActor
final class AccessibilityFocus: FocusProvider {
    let name = FocusProviderName.accessibility
    private let connection: Connection
    private let bus: BusQuestions

    /// - Parameter connection: to the session bus, which has the address of the accessibility bus.
    init(connection: Connection) {
        self.connection = connection
        bus = BusQuestions(connection: connection)
    }

    func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        bus.ask("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", [], by: deadline) { [self] result in
            switch result {
            case .failure(let error):
                then(.failure(error.name == .timeout ? .late : .absent(.route(.accessibilityAbsent))))
            case .success(let values):
                guard let address = values.first?.asString, Self.isSocket(address) else {
                    return then(.failure(.failed(.focus(.accessibilityInvalid))))
                }
                AccessibilityQuestion(address, reactor: connection.reactor, deadline: deadline, then: then).start()
            }
        }
    }

    /// Whether the address consists of Unix sockets alone. libdbus would look up hosts or start programs for other
    /// kinds.
    nonisolated static func isSocket(_ address: String) -> Bool {
        guard !address.isEmpty, address.utf8.count < 4096 else { return false }
        return address.split(separator: ";").allSatisfy {
            $0.hasPrefix("unix:path=/") || $0.hasPrefix("unix:abstract=")
        }
    }
}
