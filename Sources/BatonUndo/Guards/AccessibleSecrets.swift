// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonSession

/// Looks whether the window in front shows a field for a password, by its role on the accessibility bus (rule UNDO46).
///
/// Menus, lists and texts are passed over: a window that asks for a password has few other parts. What it does not find in
/// time, or in a window with more parts, is unknown. It has a connection of its own, which is closed with the answer, and
/// keeps itself alive until then.
@MainActor
final class AccessibleSecrets {
    private let process: UInt32
    private let connection: Connection
    private let bus: BusQuestions
    private let deadline: Duration
    private var then: ((Bool) -> Void)?
    private var seen = 0

    private static let accessible: InterfaceName = "org.a11y.atspi.Accessible"
    private static let registry: BusName = "org.a11y.atspi.Registry"
    private static let root: ObjectPath = "/org/a11y/atspi/accessible/root"
    /// The objects of a window that are looked at. More cost an app with a large window time at each shake.
    private static let most = 300
    private static let mostChildren = 64
    private static let deepest = 24
    /// `ATSPI_ROLE_PASSWORD_TEXT`.
    private static let passwordRole: UInt32 = 40
    /// `ATSPI_ROLE_` LIST, MENU, MENU_BAR, TABLE, TERMINAL, TEXT, TOOL_BAR, TREE, TREE_TABLE, DOCUMENT_FRAME, DOCUMENT_WEB.
    private static let passedOver: Set<UInt32> = [31, 33, 34, 55, 60, 61, 63, 65, 66, 82, 95]
    /// The bits of `ATSPI_STATE_ACTIVE` and `ATSPI_STATE_SHOWING`.
    private static let active: UInt32 = 1 << 1
    private static let showing: UInt32 = 1 << 25

    /// - Parameters:
    ///   - process: the process of the window in front.
    ///   - address: the address of the accessibility bus.
    ///   - then: called once, by the deadline, with whether there is such a field.
    init(
        of process: UInt32, at address: String, reactor: Reactor, by deadline: Duration, then: @escaping (Bool) -> Void
    ) {
        var options = ConnectionOptions()
        options.firstBackOff = nil
        options.greetingDeadline = max(deadline - reactor.now, .milliseconds(1))
        connection = Connection(address: address, reactor: reactor, options: options)
        bus = BusQuestions(connection: connection)
        self.process = process
        self.deadline = deadline
        self.then = then
    }

    func start() {
        do throws(DBusError) {
            try connection.open()
        } catch {
            return finish(false)
        }
        children(of: AccessibleObject(owner: Self.registry, path: Self.root)) { [self] apps in
            Gathering.all(apps, ask: { app, then in bus.process(of: app.owner, by: deadline, then: then) }) {
                [self] processes in
                let own = zip(apps, processes).filter { $0.1 == process }.map(\.0)
                Gathering.all(own, ask: children) { [self] frames in
                    let frames = frames.flatMap(\.self)
                    Gathering.all(frames, ask: state) { [self] states in
                        search(zip(frames, states).filter { $0.1 & Self.active != 0 }.map(\.0), depth: 0)
                    }
                }
            }
        }
    }

    private func search(_ level: [AccessibleObject], depth: Int) {
        seen += level.count
        guard !level.isEmpty, depth <= Self.deepest, seen <= Self.most, bus.now < deadline else { return finish(false) }
        Gathering.all(level, ask: role) { [self] roles in
            let secrets = zip(level, roles).filter { $0.1 == Self.passwordRole }.map(\.0)
            Gathering.all(secrets, ask: state) { [self] states in
                if states.contains(where: { $0 & Self.showing != 0 }) { return finish(true) }
                let parents = zip(level, roles).filter { !Self.passedOver.contains($0.1) }.map(\.0)
                Gathering.all(parents, ask: children) { [self] in search($0.flatMap(\.self), depth: depth + 1) }
            }
        }
    }

    private func children(of object: AccessibleObject, then: @escaping ([AccessibleObject]) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetChildren", [], by: deadline) { result in
            let all = AccessibleObject.list((try? result.get())?.first, most: Self.mostChildren)
            // An app may report only objects of its own.
            then(object.owner == Self.registry ? all : all.filter { $0.owner == object.owner })
        }
    }

    private func role(of object: AccessibleObject, then: @escaping (UInt32) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetRole", [], by: deadline) { result in
            guard case .uint32(let role) = (try? result.get())?.first else { return then(0) }
            then(role)
        }
    }

    private func state(of object: AccessibleObject, then: @escaping (UInt32) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetState", [], by: deadline) { result in
            guard case .array(let words) = (try? result.get())?.first, case .uint32(let word) = words.elements.first
            else {
                return then(0)
            }
            then(word)
        }
    }

    private func finish(_ isFound: Bool) {
        guard let answer = then else { return }
        then = nil
        // A reply's handler of this connection may be running, so the connection is closed at the end of the turn.
        connection.reactor.deferUntilEndOfTurn { [connection] in connection.close() }
        answer(isFound)
    }
}
