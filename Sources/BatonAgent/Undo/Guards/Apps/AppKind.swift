// SPDX-License-Identifier: Apache-2.0

/// What kind of app the guards see in front.
enum AppKind: Sendable, Equatable {
    /// Nothing speaks against keys.
    case usual
    /// It never gets keys: they mean something else in it, or reach another app, another machine or a password prompt.
    case denied
    /// An editor, IDE or file manager that holds a terminal. Which of its panes has the focus cannot be told.
    case withTerminal
    /// A file manager, where Undo moves, renames and deletes files.
    case fileManager
    /// Its process cannot be looked at.
    case unknown
}
