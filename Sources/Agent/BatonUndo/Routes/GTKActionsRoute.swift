// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonSession

/// Activates the app's own action, as its menu does (rule UNDO9). It needs no key and no layout, does not depend on the
/// focus at the moment of delivery, and the app reports whether there is something to undo.
@MainActor
package final class GTKActionsRoute: UndoRoute {
    package let name = "gtk-actions"
    private let bus: BusQuestions

    private let patience: Duration
    private let deliveryPatience: Duration

    /// - Parameters:
    ///   - connection: to the session bus, where the apps are.
    ///   - patience: how long finding an action may take before the choice. Larger: the question comes later where an app hangs. Smaller: on
    ///     a busy machine an app counts as one that does not answer.
    ///   - deliveryPatience: how long finding the action may take at delivery, and how long the app may take to answer
    ///     its activation.
    package init(
        connection: Connection, patience: Duration = .seconds(1), deliveryPatience: Duration = .seconds(1)
    ) {
        bus = BusQuestions(connection: connection)
        self.patience = patience
        self.deliveryPatience = deliveryPatience
    }

    package func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void) {
        guard let app else {
            return bus.askBus("GetId", [], by: bus.now + patience) { result in
                switch result {
                case .success: then(.ready)
                case .failure(let error): then(.unavailable(.route(.busFailed, [.message: "\(error)"])))
                }
            }
        }
        find(.undo, in: app, within: patience) { result in
            switch result {
            case .success: then(.ready)
            case .failure(let problem): then(.unavailable(problem))
            }
        }
    }

    package func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void) {
        find(operation, in: app, within: patience) { then((try? $0.get())?.isEnabled) }
    }

    package func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void) {
        find(operation, in: app, within: deliveryPatience) { [self] result in
            switch result {
            case .failure(let problem): then(.unreached(problem))
            case .success(let action) where !action.isEnabled:
                then(.refused(.undo(.nothingToUndo, [.operation: .text(operation.rawValue)])))
            case .success(let action): activate(action, then: then)
            }
        }
    }

    private func find(
        _ operation: UndoOperation, in app: FocusedApp, within limit: Duration,
        then: @escaping (Result<GTKAction, Reason>) -> Void
    ) {
        GTKActionSearch(operation, in: app, bus: bus, by: bus.now + limit, then: then).start()
    }

    private func activate(_ action: GTKAction, then: @escaping (RouteOutcome) -> Void) {
        // The owner is a unique name, so if the app has left the bus no other program gets the call.
        bus.ask(
            action.group.owner, action.group.path, GTKActionSearch.actions, "Activate",
            [.string(action.name), .array(DBusArray("v", [])), .vardict([])], by: bus.now + deliveryPatience
        ) { result in
            switch result {
            case .success: then(.done)
            case .failure(let error) where error.name == .timeout:
                then(.failed(.route(.appUncertain)))
            case .failure(let error): then(.failed(.route(.actionRefused, [.message: "\(error)"])))
            }
        }
    }
}
