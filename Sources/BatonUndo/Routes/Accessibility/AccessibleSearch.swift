// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession

/// Searches an app's accessible objects, level by level, for the action that undoes or redoes, and performs it (rule
/// UNDO11).
///
/// It searches only the window in front: a process may have several windows, and each has an Undo of its own. It has a
/// connection of its own, which is closed with the answer, and keeps itself alive until then.
@MainActor
final class AccessibleSearch {
    private let operation: UndoOperation
    private let app: FocusedApp
    private let connection: Connection
    private let bus: BusQuestions
    private let deadline: Duration
    private var then: ((RouteOutcome) -> Void)?
    private var seen = 0

    private static let accessible: InterfaceName = "org.a11y.atspi.Accessible"
    private static let action: InterfaceName = "org.a11y.atspi.Action"
    private static let registry: BusName = "org.a11y.atspi.Registry"
    private static let root: ObjectPath = "/org/a11y/atspi/accessible/root"
    private static let mostObjects = 4000
    private static let mostChildren = 256
    private static let deepest = 20
    /// The bits of `ATSPI_STATE_ACTIVE` (the window in front), `ATSPI_STATE_FOCUSED` and `ATSPI_STATE_SENSITIVE`.
    private static let active: UInt32 = 1 << 1
    private static let focused: UInt32 = 1 << 12
    private static let sensitive: UInt32 = 1 << 24

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
        var options = ConnectionOptions()
        options.firstBackOff = nil
        options.greetingDeadline = max(deadline - reactor.now, .milliseconds(1))
        connection = Connection(address: address, reactor: reactor, options: options)
        bus = BusQuestions(connection: connection)
        self.operation = operation
        self.app = app
        self.deadline = deadline
        self.then = then
    }

    func start() {
        do throws(DBusError) {
            try connection.open()
        } catch {
            return finish(.unreached(.route(.accessibilityFailed, [.message: "\(error)"])))
        }
        children(of: AccessibleObject(owner: Self.registry, path: Self.root)) { [self] apps in
            Gathering.all(apps, ask: { app, then in bus.process(of: app.owner, by: deadline, then: then) }) {
                [self] processes in
                let own = zip(apps, processes).filter { app.runs(in: $0.1) }.map(\.0)
                guard !own.isEmpty else { return finish(.unreached(.route(.appNotOnBus, [.bus: "accessibility"]))) }
                search(own, depth: 0)
            }
        }
    }

    // MARK: The walk

    private func search(_ level: [AccessibleObject], depth: Int) {
        guard bus.now < deadline else { return finish(.unreached(.route(.appSilent))) }
        seen += level.count
        guard !level.isEmpty, depth <= Self.deepest, seen <= Self.mostObjects else {
            return finish(.unreached(.route(.noUndoAction, [.operation: .text(operation.rawValue)])))
        }
        Gathering.all(level, ask: candidate) { [self] found in
            let candidates = found.compactMap(\.self)
            guard candidates.isEmpty else { return choose(candidates, level, depth) }
            descend(level, depth)
        }
    }

    private func descend(_ level: [AccessibleObject], _ depth: Int) {
        Gathering.all(level, ask: children) { [self] children in
            let below = Array(children.joined().prefix(Self.mostObjects))
            if depth == 0 { chooseWindow(of: below) } else { search(below, depth: depth + 1) }
        }
    }

    /// Chooses the app's window in front: the one that the accessibility bus named when the focus was asked for, else
    /// the one that is active.
    private func chooseWindow(of frames: [AccessibleObject]) {
        Gathering.all(frames, ask: state) { [self] states in
            let isNamed = app.source == AccessibilityFocus.sourceName && !app.window.isEmpty
            let windows = zip(frames, states).filter { frame, state in
                isNamed ? frame.windowName == app.window : state & Self.active != 0
            }.map(\.0)
            guard windows.count == 1 else {
                return finish(
                    .unreached(.route(.windowsAmbiguous, [.count: .number(UInt32(clamping: frames.count))])))
            }
            search(windows, depth: 1)
        }
    }

    private func children(of object: AccessibleObject, then: @escaping ([AccessibleObject]) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetChildren", [], by: deadline) { result in
            let all = AccessibleObject.list((try? result.get())?.first, most: Self.mostChildren)
            // An app may report only objects of its own.
            then(object.owner == Self.registry ? all : all.filter { $0.owner == object.owner })
        }
    }

    /// Finds the action among those of an object; nil for nearly all objects.
    private func candidate(_ object: AccessibleObject, then: @escaping (Candidate?) -> Void) {
        bus.ask(object.owner, object.path, Self.action, "GetActions", [], by: deadline) { [self] result in
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
        bus.ask(
            object.owner, object.path, Self.action, "GetKeyBinding", [.int32(action.index)], by: deadline
        ) { [operation] result in
            let keys = (try? result.get())?.first?.asString ?? ""
            let action = AccessibleAction(index: action.index, name: action.name, keys: keys)
            then(action.performs(operation) ? Candidate(object: object, action: action) : nil)
        }
    }

    // MARK: The action

    /// Chooses among objects with the action: the one with the focus, else the first that is sensitive.
    private func choose(_ candidates: [Candidate], _ level: [AccessibleObject], _ depth: Int) {
        Gathering.all(candidates.map(\.object), ask: state) { [self] states in
            let able = zip(candidates, states).filter { $0.1 & Self.sensitive != 0 }
            guard let first = able.first(where: { $0.1 & Self.focused != 0 }) ?? able.first else {
                return finish(.refused(.undo(.nothingToUndo, [.operation: .text(operation.rawValue)])))
            }
            perform(first.0)
        }
    }

    private func state(_ object: AccessibleObject, then: @escaping (UInt32) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetState", [], by: deadline) { result in
            guard case .array(let words) = (try? result.get())?.first, case .uint32(let word) = words.elements.first
            else {
                return then(0)
            }
            then(word)
        }
    }

    private func perform(_ candidate: Candidate) {
        let object = candidate.object
        bus.ask(
            object.owner, object.path, Self.action, "DoAction", [.int32(candidate.action.index)],
            by: bus.now + .seconds(1)
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
        // A reply's handler of this connection may be running, so the connection is closed at the end of the turn.
        connection.reactor.deferUntilEndOfTurn { [connection] in connection.close() }
        answer(outcome)
    }
}
