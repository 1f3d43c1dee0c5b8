// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@testable import BatonUndo

/// Apps on an accessibility bus with trees that no toolkit makes on demand: without an end, with loops, silent.
@MainActor
final class FakeAccessibility {
    /// What an object says of itself.
    struct Node {
        var role: UInt32 = 0
        var states: UInt32 = 0
        var children: [ObjectPath] = []
    }

    static let root: ObjectPath = "/org/a11y/atspi/accessible/root"
    private static let interface: InterfaceName = "org.a11y.atspi.Accessible"

    /// How often objects of the app were asked for their children.
    private(set) var questions = 0
    /// The objects of other connections that the app says are its children, too.
    var foreign: [(BusName, ObjectPath)] = []
    /// Whether the app does not answer.
    var isSilent = false
    private let app: Connection
    private let registry: Connection
    private var unanswered: [Invocation] = []

    /// Puts an app with these objects on a bus, whose registry knows it.
    init(_ nodes: [ObjectPath: Node], on stage: BusStage) throws {
        registry = try stage.connect("org.a11y.atspi.Registry")
        app = try stage.connect()
        let name = try #require(app.uniqueName)
        export(registry, Self.root) { _ in
            [(name, Self.root)]
        } role: {
            0
        } states: {
            0
        }
        for (path, node) in nodes {
            export(app, path) { [unowned self] call in
                questions += 1
                if isSilent {
                    unanswered.append(call)
                    return nil
                }
                return node.children.map { (name, $0) } + foreign
            } role: {
                node.role
            } states: {
                node.states
            }
        }
    }

    /// The app.
    var object: AccessibleObject? { app.uniqueName.map { AccessibleObject(owner: $0, path: Self.root) } }

    private func export(
        _ connection: Connection, _ path: ObjectPath, children: @escaping (Invocation) -> [(BusName, ObjectPath)]?,
        role: @escaping () -> UInt32, states: @escaping () -> UInt32
    ) {
        let methods = [
            Method("GetChildren", out: [Argument("", "a(so)")]) { call in
                guard let list = children(call) else { return }
                let values = list.map { Value.structure([.string($0.0.rawValue), .objectPath($0.1)]) }
                call.reply(.array(DBusArray("(so)", values)))
            },
            Method("GetRole", out: [Argument("", "u")]) { $0.reply(.uint32(role())) },
            Method("GetState", out: [Argument("", "au")]) { call in
                call.reply(.array(DBusArray("u", [.uint32(states()), .uint32(0)])))
            },
        ]
        connection.export(ExportedObject(interfaces: [Interface(Self.interface, methods: methods)]), at: path)
    }
}
