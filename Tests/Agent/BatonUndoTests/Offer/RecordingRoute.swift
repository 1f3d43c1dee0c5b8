// SPDX-License-Identifier: Apache-2.0

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// A route that records its deliveries.
@MainActor
final class RecordingRoute: UndoRoute {
    let name: String
    var availability = RouteAvailability.ready
    /// What the app reports that it could do; no entry if it does not report it.
    var enabled: [UndoOperation: Bool] = [:]
    var outcome = RouteOutcome.done
    /// The outcome that `prepare` reports; nil if delivery can go on.
    var obstacle: RouteOutcome?
    /// Runs while the app is looked for, and while the route gets ready.
    var duringProbe: (() -> Void)?
    var duringPreparation: (() -> Void)?
    /// The step whose answer is kept back until ``release()``.
    var heldStep: Step?
    /// The answer that is kept back.
    private(set) var held: (() -> Void)?
    /// How often it was probed.
    private(set) var probes = 0
    private(set) var deliveries: [String] = []

    enum Step { case probe, preparation }

    init(_ name: String = "xtest") { self.name = name }

    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void) {
        probes += 1
        duringProbe?()
        answer(.probe) { [unowned self] in then(availability) }
    }

    func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void) {
        duringPreparation?()
        answer(.preparation) { [unowned self] in then(obstacle) }
    }

    /// Gives the answer that is kept back.
    func release() {
        let answer = held
        held = nil
        heldStep = nil
        answer?()
    }

    private func answer(_ step: Step, _ body: @escaping () -> Void) {
        if heldStep == step { held = body } else { body() }
    }

    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void) {
        then(enabled[operation])
    }

    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void) {
        deliveries.append("\(operation.rawValue) \(app.names.joined(separator: " "))")
        then(outcome)
    }
}
