// SPDX-License-Identifier: Apache-2.0

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// A route that delivers to a list.
@MainActor
final class RecordingRoute: UndoRoute {
    let name: String
    var availability = RouteAvailability.ready
    /// What the app says it could do; nothing where it does not say.
    var enabled: [UndoOperation: Bool] = [:]
    var outcome = RouteOutcome.done
    var pressesKeys = true
    /// Why it cannot press keys, if it cannot.
    var obstacle: RouteOutcome?
    /// Runs while the app is looked for, and while the route gets ready.
    var duringProbe: (() -> Void)?
    var duringPreparation: (() -> Void)?
    private(set) var deliveries: [String] = []

    init(_ name: String = "xtest") { self.name = name }

    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void) {
        duringProbe?()
        then(availability)
    }

    func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void) {
        duringPreparation?()
        then(obstacle)
    }

    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void) {
        then(enabled[operation])
    }

    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void) {
        deliveries.append("\(operation.rawValue) \(app.names.joined(separator: " "))")
        then(outcome)
    }
}
