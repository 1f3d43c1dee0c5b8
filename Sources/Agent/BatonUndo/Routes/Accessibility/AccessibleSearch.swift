// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession

/// Searches an app's accessible objects, level by level, for the action that undoes or redoes, and performs it (rule
/// UNDO11).
///
/// It searches only the window in front: a process may have several windows, and each has an Undo of its own. It keeps itself
/// alive until the answer.
@MainActor
final class AccessibleSearch {
    private let operation: UndoOperation
    private let app: FocusedApp
    private let walk: AccessibleWalk
    private var then: ((RouteOutcome) -> Void)?

    private static let action: InterfaceName = "org.a11y.atspi.Action"
    private static let bounds = AccessibleWalk.Bounds(objects: 4000, children: 256, depth: 20)

    /// An object with the action.
    private struct Candidate {
        let object: AccessibleObject
        let action: AccessibleAction
    }

    /// - Parameter address: the address of the accessibility bus.
    init(
        _ operation: UndoOperation, in app: FocusedApp, at address: String, reactor: Reactor, by deadline: Duration,
        then: @escaping (RouteOutcome) -> Void
    ) {
        walk = AccessibleWalk(at: address, reactor: reactor, by: deadline, within: Self.bounds)
        self.operation = operation
        self.app = app
        self.then = then
    }

    func start() {
        do throws(DBusError) {
            try walk.open()
        } catch {
            return finish(.unreached(.route(.accessibilityFailed, [.message: "\(error)"])))
        }
        walk.apps(in: { [app] in app.runs(in: $0) }) { [self] own in
            guard !own.isEmpty else {
                let isLate = walk.bus.now >= walk.deadline
                return finish(.unreached(isLate ? .route(.appSilent) : .route(.appNotOnBus, [.bus: "accessibility"])))
            }
            look(own) { [self] own in
                Gathering.all(own, ask: walk.children) { [self] in chooseWindow(of: $0.flatMap(\.self)) }
            }
        }
    }

    // MARK: The walk

    private func look(_ level: [AccessibleObject], descend: @escaping ([AccessibleObject]) -> Void) {
        Gathering.all(level, ask: candidate) { [self] found in
            let candidates = found.compactMap(\.self)
            if candidates.isEmpty { descend(level) } else { choose(candidates) }
        }
    }

    /// Chooses the app's window in front: the one that the accessibility bus named when the focus was asked for, else
    /// the one that is active.
    private func chooseWindow(of frames: [AccessibleObject]) {
        Gathering.all(frames, ask: walk.state) { [self] states in
            let isNamed = app.provider == .accessibility && !app.window.isEmpty
            let windows = zip(frames, states).filter { frame, state in
                isNamed ? frame.windowName == app.window : state & AccessibleWalk.State.active != 0
            }.map(\.0)
            guard walk.bus.now < walk.deadline else { return finish(.unreached(.route(.appSilent))) }
            guard windows.count == 1 else {
                return finish(
                    .unreached(.route(.windowsAmbiguous, [.count: .number(UInt32(clamping: frames.count))])))
            }
            walk.go(through: windows, look: look) { [self] end in
                switch end {
                case .late: finish(.unreached(.route(.appSilent)))
                case .over:
                    finish(.unreached(.route(.noUndoAction, [.operation: .text(operation.rawValue)])))
                }
            }
        }
    }

    /// Finds the action among those of an object; nil for nearly all objects.
    private func candidate(_ object: AccessibleObject, then: @escaping (Candidate?) -> Void) {
        walk.bus.ask(object.owner, object.path, Self.action, "GetActions", [], by: walk.deadline) { [self] result in
            let actions = AccessibleAction.list((try? result.get())?.first)
            if let action = actions.first(where: { $0.performs(operation) }) {
                return then(Candidate(object: object, action: action))
            }
            // Qt reports the keys of a menu item only through `GetKeyBinding`.
            guard let first = actions.first, first.keys.isEmpty else { return then(nil) }
            askKeys(of: first, object, then: then)
        }
    }

    private func askKeys(
        of action: AccessibleAction, _ object: AccessibleObject, then: @escaping (Candidate?) -> Void
    ) {
        walk.bus.ask(
            object.owner, object.path, Self.action, "GetKeyBinding", [.int32(action.index)], by: walk.deadline
        ) { [operation] result in
            let keys = (try? result.get())?.first?.asString ?? ""
            let action = AccessibleAction(index: action.index, name: action.name, keys: keys)
            then(action.performs(operation) ? Candidate(object: object, action: action) : nil)
        }
    }

    // MARK: The action

    /// Chooses among objects with the action: the one with the focus, else the first that is sensitive.
    private func choose(_ candidates: [Candidate]) {
        Gathering.all(candidates.map(\.object), ask: walk.state) { [self] states in
            let able = zip(candidates, states).filter { $0.1 & AccessibleWalk.State.sensitive != 0 }
            guard let first = able.first(where: { $0.1 & AccessibleWalk.State.focused != 0 }) ?? able.first else {
                return finish(.refused(.undo(.nothingToUndo, [.operation: .text(operation.rawValue)])))
            }
            perform(first.0)
        }
    }

    private func perform(_ candidate: Candidate) {
        let object = candidate.object
        walk.bus.ask(
            object.owner, object.path, Self.action, "DoAction", [.int32(candidate.action.index)],
            by: walk.bus.now + .seconds(1)
        ) { [self] result in
            switch result {
            case .success(let values) where values.first?.asBool == false: finish(.failed(.route(.actionRefused)))
            case .success: finish(.done)
            case .failure(let error) where error.name == .timeout:
                finish(.failed(.route(.appUncertain)))
            case .failure(let error): finish(.failed(.route(.actionRefused, [.message: "\(error)"])))
            }
        }
    }

    private func finish(_ outcome: RouteOutcome) {
        guard let answer = then else { return }
        then = nil
        walk.close()
        answer(outcome)
    }
}
