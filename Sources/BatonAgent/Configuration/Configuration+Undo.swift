// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[undo]`: what a shake does when no app took it.
    struct Undo: Sendable, Equatable {
        /// What it does.
        var mode = UndoMode.confirm
        /// What it does when nobody knows which app is in front.
        var unknownFocus = UnknownFocus.ask
        /// How long the question is there.
        var timeout = Duration.seconds(7)
        /// A shake so soon after the last question is not heard.
        var coolDown = Duration.seconds(2)
        /// The ways to undo that are tried, the first one first.
        var routes = UndoRouteName.usual
        /// After so many questions without an answer shakes ask nothing for a while; 0 never.
        var vibrationLimit = 5
    }

    /// `[app NAME]`: what is different for one app.
    struct AppRule: Sendable, Equatable {
        /// What a shake does in it.
        var undo = AppUndo.usual
        /// The keys that redo in it.
        var redo = RedoChord.usual
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
