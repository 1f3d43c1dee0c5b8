// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession
import BatonSettings

/// Activates the app's own menu item or button, as assistive technology does (rule UNDO11). It searches the app's
/// window, which costs the app some work, so it is tried only if the configuration names it.
@MainActor
final class AccessibilityRoute: UndoRoute {
    let name = UndoRouteName.atspi.rawValue
    private let bus: BusQuestions
    private let reactor: Reactor

    /// How long the search for the action may take at delivery.
    private static let patience = Duration.milliseconds(1500)
    private static let probePatience = Duration.milliseconds(300)

    /// - Parameter connection: to the session bus, which has the address of the accessibility bus.
    init(connection: Connection) {
        bus = BusQuestions(connection: connection)
        reactor = connection.reactor
    }

    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void) {
        findBus(within: Self.probePatience) { address in
            then(address == nil ? .unavailable(.route(.accessibilityAbsent)) : .ready)
        }
    }

    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void) { then(nil) }

    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void) {
        let deadline = reactor.now + Self.patience
        findBus(within: Self.patience) { [reactor] address in
            guard let address else { return then(.unreached(.route(.accessibilityAbsent))) }
            AccessibleSearch(operation, in: app, at: address, reactor: reactor, by: deadline, then: then).start()
        }
    }

    private func findBus(within limit: Duration, then: @escaping (String?) -> Void) {
        bus.ask(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", [], by: bus.now + limit
        ) { result in
            let address = (try? result.get())?.first?.asString ?? ""
            then(AccessibilityFocus.isSocket(address) ? address : nil)
        }
    }
}
