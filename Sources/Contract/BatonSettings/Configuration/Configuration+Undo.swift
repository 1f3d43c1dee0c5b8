// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[undo]`: what a shake does that no app handled.
    package struct Undo: Sendable, Equatable {
        /// What the shake does.
        package var mode = UndoMode.confirm
        /// What the shake does if the app in front is unknown.
        package var unknownFocus = UnknownFocus.ask
        /// How long the notification stays.
        package var timeout = Duration.seconds(7)
        /// How long after a notification a shake is ignored.
        package var coolDown = Duration.seconds(2)
        /// The routes that are tried, in order.
        package var routes = UndoRouteName.usual
        /// Number of unanswered notifications after which shakes do nothing for a while (rule UNDO22); 0: no limit.
        package var vibrationLimit = 5

        package init() {}
    }

    /// `[app NAME]`: settings of one app.
    package struct AppRule: Sendable, Equatable {
        /// What a shake does in it.
        package var undo = AppUndo.usual
        /// The keys that redo in it.
        package var redo = RedoChord.usual
    }

    /// The keys of `[app NAME]`.
    static var appSection: ConfigurationSection<Configuration> {
        @Sendable func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<AppRule, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, in: \Configuration.apps, new: AppRule())
        }
        return ConfigurationSection(
            name: "app", argument: "NAME",
            summary: "Settings for one app. NAME is the name of its desktop file or its window class.",
            keys: [
                .scalar(
                    "undo", at(\.undo), .word,
                    "What a shake does in this app: `usual` follows `[undo] mode`, but does nothing in a terminal."),
                .scalar(
                    "redo", at(\.redo), .word,
                    "The keys for Redo in this app: `usual` is Ctrl+Shift+Z, and Ctrl+Y in Geany and LibreOffice."),
            ])
    }

    /// The keys of `[undo]`.
    static var undoSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "undo", summary: "What a shake does when no app handles it.",
            keys: [
                .scalar(
                    "mode", .at(\.undo.mode), .word,
                    """
                    `confirm` asks with a notification, `immediate` undoes at once and offers Redo, `off` does \
                    nothing. In file managers, and in editors with an open terminal, `immediate` asks as well: see \
                    [undo.md](undo.md).
                    """
                ).usual(),
                .scalar(
                    "unknown-focus", .at(\.undo.unknownFocus), .word,
                    """
                    What a shake does if Baton does not know the app in front, or what kind of app it is: `ask` asks \
                    you, `refuse` does nothing.
                    """),
                .scalar(
                    "timeout", .at(\.undo.timeout), .duration(.seconds(2)...(.seconds(60))),
                    "How long the notification stays."),
                .scalar(
                    "cool-down", .at(\.undo.coolDown), .duration(.zero...(.seconds(60))),
                    "How long Baton ignores shakes after a notification."),
                .list(
                    "route", .at(\.undo.routes), of: .word,
                    """
                    A way by which Undo reaches an app; repeat for more, in the order in which Baton should try them. \
                    `atspi` and `uinput` are used only if you name them here: see [undo.md](undo.md).
                    """),
                .scalar(
                    "vibration-limit", .at(\.undo.vibrationLimit), .integer(0...100),
                    """
                    After this many unanswered notifications within two minutes, as in a car on a bumpy road, shakes \
                    do nothing until there was none for half a minute; 0: no limit. With `mode = immediate` each undo \
                    counts as one.
                    """),
            ])
    }
}

/// What a shake does that no app handled (docs/undo.md).
package enum UndoMode: String, Sendable, CaseIterable {
    /// Asks the user.
    case confirm
    /// Undoes, and offers Redo.
    case immediate
    /// Nothing.
    case off
}

/// The names of the routes to an app (rule UNDO6), in `[undo] route` and in everything that is printed.
package enum UndoRouteName: String, Sendable, CaseIterable {
    /// The app's own action on the session bus.
    case gtkActions = "gtk-actions"
    /// Keys on an X server.
    case xtest
    /// Keys on a Wayland compositor that supports virtual keyboards.
    case virtualKeyboard = "virtual-keyboard"
    /// Keys through the RemoteDesktop portal, to which the user has consented.
    case portal
    /// The app's menu item, activated over the accessibility bus. The search goes through the app's whole window.
    case atspi
    /// Keys through the kernel. A program with this right can press any key in any session (rule UNDO12).
    case uinput

    /// The default routes. The user must name the others.
    package static let usual: [UndoRouteName] = [.gtkActions, .xtest, .virtualKeyboard, .portal]
}

/// What a shake does in one app.
package enum AppUndo: String, Sendable, CaseIterable {
    /// As in any other app.
    case usual
    /// Asks the user.
    case confirm
    /// Undoes, and offers Redo.
    case immediate
    /// Nothing.
    case never
}

/// The keys for Redo; apps differ in them (rule UNDO1).
package enum RedoChord: String, Sendable, CaseIterable {
    /// The keys that Baton's list of apps has for the app.
    case usual
    /// The keys of most editors.
    case controlShiftZ = "ctrl+shift+z"
    /// The keys of Geany, LibreOffice, and apps that come from Windows.
    case controlY = "ctrl+y"
}

/// What a shake does if the app in front, or its kind, is unknown (rule UNDO19).
package enum UnknownFocus: String, Sendable, CaseIterable {
    /// Asks the user, also if the mode is immediate.
    case ask
    /// Nothing.
    case refuse
}
