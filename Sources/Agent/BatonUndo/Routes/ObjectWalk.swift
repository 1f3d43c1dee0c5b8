// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// Walks over the objects of one program, level by level and within bounds, and finds those with an interface.
///
/// It keeps itself alive until it has answered.
@MainActor
final class ObjectWalk {
    private let owner: BusName
    private let interface: InterfaceName
    private let bus: BusQuestions
    private let deadline: Duration
    private let then: ([ObjectPath]) -> Void
    private var found: [ObjectPath] = []
    private var visited = 0

    /// The deepest level that is read. A window's actions are at most six levels down (`/org/gnome/Name/window/1`).
    private static let deepest = 8
    /// The largest number of objects that is read. An app has about twenty above its windows.
    private static let most = 128
    /// Paths of libraries and of the desktop, below which an app has no actions.
    private static let passedOver: Set<String> = ["/org/a11y", "/org/freedesktop", "/org/mpris"]

    init(
        _ owner: BusName, interface: InterfaceName, bus: BusQuestions, by deadline: Duration,
        then: @escaping ([ObjectPath]) -> Void
    ) {
        self.owner = owner
        self.interface = interface
        self.bus = bus
        self.deadline = deadline
        self.then = then
    }

    func start() { walk(["/"], depth: 0) }

    private func walk(_ level: [ObjectPath], depth: Int) {
        let level = Array(level.prefix(Self.most - visited))
        guard !level.isEmpty, depth <= Self.deepest else { return then(found) }
        visited += level.count
        Gathering.all(level, ask: introspect) { [self] nodes in
            var below: [ObjectPath] = []
            for (path, node) in zip(level, nodes) {
                guard let node else { continue }
                if node.interfaces.contains(interface.rawValue) { found.append(path) }
                below += children(of: path, node)
            }
            walk(below, depth: depth + 1)
        }
    }

    private func introspect(_ path: ObjectPath, then: @escaping (IntrospectedNode?) -> Void) {
        bus.ask(owner, path, "org.freedesktop.DBus.Introspectable", "Introspect", [], by: deadline) { result in
            guard case .success(let values) = result, case .string(let xml) = values.first else { return then(nil) }
            then(IntrospectedNode(xml))
        }
    }

    private func children(of path: ObjectPath, _ node: IntrospectedNode) -> [ObjectPath] {
        let prefix = path.rawValue == "/" ? "/" : path.rawValue + "/"
        return node.children.prefix(Self.most).compactMap { name in
            guard !name.utf8.contains(UInt8(ascii: "/")), let child = try? ObjectPath(prefix + name),
                !Self.passedOver.contains(child.rawValue)
            else { return nil }
            return child
        }
    }
}
