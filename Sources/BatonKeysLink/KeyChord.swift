// SPDX-License-Identifier: Apache-2.0

/// The keys that mean undo or redo somewhere; `baton-keys` can press no others, whoever asks.
public enum KeyChord: String, Hashable, Sendable, CaseIterable {
    /// Undo, nearly everywhere.
    case controlZ = "ctrl+z"
    /// Redo, in most apps.
    case controlShiftZ = "ctrl+shift+z"
    /// Redo in the others (geany, LibreOffice; spec/undo.md §1).
    case controlY = "ctrl+y"
    /// Undo of old.
    case alternateBackspace = "alt+BackSpace"
    /// The key of that name on some keyboards.
    case undoKey = "Undo"
    /// The key of that name on some keyboards.
    case redoKey = "Redo"

    /// Finds the chord a user wrote: case does not matter, nor the order of Ctrl and Shift; `XF86Undo` and `XF86Redo` are
    /// the keys Undo and Redo.
    public init?(written text: String) {
        let parts = text.lowercased().split(separator: "+", omittingEmptySubsequences: false).map { part in
            let name = part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
            return switch String(name) {
            case "control": "ctrl"
            case "meta": "alt"
            case "xf86undo": "undo"
            case "xf86redo": "redo"
            case let name: name
            }
        }
        guard let key = parts.last else { return nil }
        let wanted = parts.dropLast().sorted() + [key]
        guard let chord = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted.joined(separator: "+") })
        else {
            return nil
        }
        self = chord
    }
}
