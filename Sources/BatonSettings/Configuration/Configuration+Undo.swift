// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[undo]`: what a shake does when no app took it.
    package struct Undo: Sendable, Equatable {
        /// What it does.
        package var mode = UndoMode.confirm
        /// What it does when nobody knows which app is in front.
        package var unknownFocus = UnknownFocus.ask
        /// How long the question is there.
        package var timeout = Duration.seconds(7)
        /// A shake so soon after the last question is not heard.
        package var coolDown = Duration.seconds(2)
        /// The ways to undo that are tried, the first one first.
        package var routes = UndoRouteName.usual
        /// After so many questions without an answer shakes ask nothing for a while; 0 never.
        package var vibrationLimit = 5

        package init() {}
    }

    /// `[app NAME]`: what is different for one app.
    package struct AppRule: Sendable, Equatable {
        /// What a shake does in it.
        package var undo = AppUndo.usual
        /// The keys that redo in it.
        package var redo = RedoChord.usual
    }

    /// The keys of `[app NAME]`.
    static var appSection: ConfigurationSection<Configuration> {
        func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<AppRule, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, in: \Configuration.apps, new: AppRule())
        }
        return ConfigurationSection(
            name: "app", argument: "NAME",
            summary: "What is different for one app, by the name of its desktop file or window class.",
            keys: [
                .scalar(
                    "undo", at(\.undo), .word,
                    "What a shake does in it: `usual` is what `[undo] mode` says, and nothing in a terminal."),
                .scalar(
                    "redo", at(\.redo), .word,
                    "The keys that redo in it: `usual` is Ctrl+Shift+Z, and Ctrl+Y in Geany and LibreOffice."),
            ])
    }

    /// The keys of `[undo]`.
    static var undoSection: ConfigurationSection<Configuration> {
        func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<Configuration, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, of: Configuration())
        }
        return ConfigurationSection(
            name: "undo", summary: "What a shake does when no app took it.",
            keys: [
                .scalar(
                    "mode", at(\.undo.mode), .word,
                    """
                    `confirm` asks with a notification, `immediate` undoes and offers to redo, `off` does nothing. In file \
                    managers, and in editors with a terminal open, `immediate` asks as well: see [undo.md](undo.md).
                    """),
                .scalar(
                    "unknown-focus", at(\.undo.unknownFocus), .word,
                    "What happens when it is not known which app is in front, or what kind of app it is."),
                .scalar(
                    "timeout", at(\.undo.timeout), .duration(.seconds(2)...(.seconds(60))),
                    "How long the question is there."),
                .scalar(
                    "cool-down", at(\.undo.coolDown), .duration(.zero...(.seconds(60))),
                    "A shake so soon after the last question is not heard."),
                .list(
                    "route", at(\.undo.routes), of: .word,
                    """
                    A way to undo; repeat for more, the first one is tried first. `atspi` and `uinput` are used only \
                    when they are named here: see [undo.md](undo.md).
                    """),
                .scalar(
                    "vibration-limit", at(\.undo.vibrationLimit), .integer(0...100),
                    """
                    After so many questions without an answer within two minutes, as in a car on a bumpy road, shakes \
                    do nothing until there was none for half a minute; 0 never. With `mode = immediate` each undo is \
                    such a question.
                    """),
            ])
    }
}

/// What a shake does when no app took it (design §7).
package enum UndoMode: String, Sendable, CaseIterable {
    /// It asks.
    case confirm
    /// It undoes, and offers to redo.
    case immediate
    /// Nothing.
    case off
}

/// The ways to undo, as `[undo] route` and everybody else calls them (``UndoRoute/name``).
package enum UndoRouteName: String, Sendable, CaseIterable {
    /// The app's own action on the session bus.
    case gtkActions = "gtk-actions"
    /// Keys on an X server.
    case xtest
    /// Keys on a Wayland compositor that takes virtual keyboards.
    case virtualKeyboard = "virtual-keyboard"
    /// Keys through the desktop's remote control, which the user has allowed.
    case portal
    /// The app's menu item, pressed as assistive technology does. Costs the app a look at its whole window.
    case atspi
    /// Keys through the kernel. Whoever may do that can press any key anywhere.
    case uinput

    /// Those that are tried when the user says nothing; the others have to be asked for.
    package static let usual: [UndoRouteName] = [.gtkActions, .xtest, .virtualKeyboard, .portal]
}

/// What a shake does in one app.
package enum AppUndo: String, Sendable, CaseIterable {
    /// As in any other.
    case usual
    /// It asks.
    case confirm
    /// It undoes, and offers to redo.
    case immediate
    /// Nothing.
    case never
}

/// The keys that redo; there is no agreement on them (spec/undo.md §1).
package enum RedoChord: String, Sendable, CaseIterable {
    /// Those that the app is known for (``AppList/redoChord(in:)``).
    case usual
    /// Most editors.
    case controlShiftZ = "ctrl+shift+z"
    /// Geany, LibreOffice, and those that came from Windows.
    case controlY = "ctrl+y"
}

/// What happens when it is not known which app is in front, or what kind of app it is.
package enum UnknownFocus: String, Sendable, CaseIterable {
    /// The user is asked, also where the mode is immediate.
    case ask
    /// Nothing.
    case refuse
}
