// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor

/// Undo and Redo of the application as `org.gtk.Actions`: when batond has asked the user after a shake, the choice comes back as
/// an action without a target, and the application's own undo manager performs it (rule APP9).
@MainActor
struct UndoActions {
    let application: Application
    let reactor: Reactor

    private static let actions: [Action] = [.undo, .redo]
    /// Of an action without a parameter and without a state: whether it is enabled, the type of the parameter, and the state.
    private static let enabled = Value.structure([
        .boolean(true), .signature(""), .array(DBusArray("v", [])),
    ])

    var interface: Interface {
        Interface(
            "org.gtk.Actions",
            methods: [
                Method("List", out: [Argument("list", "as")]) { call in
                    call.reply(.strings(present.map(\.rawValue)))
                },
                Method("DescribeAll", out: [Argument("descriptions", "a{s(bgav)}")]) { call in
                    let entries = present.map { DBusDictionary.Entry(.string($0.rawValue), Self.enabled) }
                    call.reply(.dictionary(DBusDictionary("s", "(bgav)", entries)))
                },
                Method(
                    "Activate",
                    in: [
                        Argument("action_name", "s"), Argument("parameter", "av"), Argument("platform_data", "a{sv}"),
                    ]
                ) { activate($0) },
            ],
            signals: [
                Signal(
                    "Changed",
                    [
                        Argument("removals", "as"), Argument("enable_changes", "a{sb}"),
                        Argument("state_changes", "a{sv}"), Argument("additions", "a{s(bgav)}"),
                    ])
            ])
    }

    /// Those that a responder can perform now. Without one batond presses the keys, as in an app that does not use this.
    private var present: [Action] { Self.actions.filter { performer(of: $0) != nil } }

    private func performer(of action: Action) -> Responder? {
        let start: Responder = application.keyWindow.map { $0.firstResponder ?? $0 } ?? application
        return start.target(forAction: action, withSender: application)
    }

    private func activate(_ call: Invocation) {
        let name = call.arguments[0].asString ?? ""
        guard let action = Self.actions.first(where: { $0.rawValue == name }), let target = performer(of: action),
            application.sendAction(action, to: target, from: application, for: nil)
        else { return call.fail(DBusError(.failed, "the app cannot perform '\(name)' now")) }
        call.reply()
    }
}
