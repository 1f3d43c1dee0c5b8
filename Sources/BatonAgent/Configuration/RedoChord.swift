// SPDX-License-Identifier: Apache-2.0

/// The keys that redo; there is no agreement on them (spec/undo.md §1).
enum RedoChord: String, Sendable, CaseIterable {
    /// Those that the app is known for (``AppList/redoChord(in:)``).
    case usual
    /// Most editors.
    case controlShiftZ = "ctrl+shift+z"
    /// Geany, LibreOffice, and those that came from Windows.
    case controlY = "ctrl+y"
}
