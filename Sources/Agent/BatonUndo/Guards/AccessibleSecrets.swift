// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonSession

/// Looks whether the window in front shows a field for a password, by its role on the accessibility bus (rule UNDO46).
///
/// Menus, lists and texts are passed over: a window that asks for a password has few other parts. What it does not find in
/// time, or in a window with more parts, is unknown. It keeps itself alive until the answer.
@MainActor
final class AccessibleSecrets {
    private let process: UInt32
    private let walk: AccessibleWalk
    private var then: ((Bool) -> Void)?

    /// More objects of a window cost an app with a large one time at each shake.
    private static let bounds = AccessibleWalk.Bounds(objects: 300, children: 64, depth: 24)
    /// `ATSPI_ROLE_PASSWORD_TEXT`.
    private static let passwordRole: UInt32 = 40
    /// `ATSPI_ROLE_` LIST, MENU, MENU_BAR, TABLE, TERMINAL, TEXT, TOOL_BAR, TREE, TREE_TABLE, DOCUMENT_FRAME, DOCUMENT_WEB.
    private static let passedOver: Set<UInt32> = [31, 33, 34, 55, 60, 61, 63, 65, 66, 82, 95]

    /// - Parameters:
    ///   - process: the process of the window in front.
    ///   - address: the address of the accessibility bus.
    ///   - then: called once, by the deadline, with whether there is such a field.
    init(
        of process: UInt32, at address: String, reactor: Reactor, by deadline: Duration, then: @escaping (Bool) -> Void
    ) {
        walk = AccessibleWalk(at: address, reactor: reactor, by: deadline, within: Self.bounds)
        self.process = process
        self.then = then
    }

    func start() {
        do throws(DBusError) { try walk.open() } catch { return finish(false) }
        walk.apps(in: { [process] in $0 == process }) { [self] own in
            Gathering.all(own, ask: walk.children) { [self] frames in
                let frames = frames.flatMap(\.self)
                Gathering.all(frames, ask: walk.state) { [self] states in
                    let active = zip(frames, states).filter { $0.1 & AccessibleWalk.State.active != 0 }.map(\.0)
                    walk.go(through: active, look: look) { [self] _ in finish(false) }
                }
            }
        }
    }

    private func look(_ level: [AccessibleObject], descend: @escaping ([AccessibleObject]) -> Void) {
        Gathering.all(level, ask: walk.role) { [self] roles in
            let secrets = zip(level, roles).filter { $0.1 == Self.passwordRole }.map(\.0)
            Gathering.all(secrets, ask: walk.state) { [self] states in
                if states.contains(where: { $0 & AccessibleWalk.State.showing != 0 }) { return finish(true) }
                descend(zip(level, roles).filter { !Self.passedOver.contains($0.1) }.map(\.0))
            }
        }
    }

    private func finish(_ isFound: Bool) {
        guard let answer = then else { return }
        then = nil
        walk.close()
        answer(isFound)
    }
}
