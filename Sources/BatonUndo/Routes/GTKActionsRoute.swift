// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonSession

/// Undo by the app's own action, as its menu would (spec/undo.md §1 "org.gtk.Actions"): no key, no layout, no race for the
/// focus, and the app tells whether there is anything to undo.
@MainActor
package final class GTKActionsRoute: UndoRoute {
    package let name = "gtk-actions"
    private let bus: BusQuestions

    private let patience: Duration
    private let deliveryPatience: Duration

    /// - Parameters:
    ///   - connection: to the session bus, where the apps are.
    ///   - patience: how long finding an action may take.
    ///   - deliveryPatience: how long, once it is to be done, finding it may take, and the app to acknowledge it.
    package init(
        connection: Connection, patience: Duration = .milliseconds(400), deliveryPatience: Duration = .seconds(1)
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
        // The name is unique: should the app be gone by now, nobody gets it.
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
