// SPDX-License-Identifier: Apache-2.0

/// The keys of undo and redo. `baton-keys` can press no others, whatever program sends it commands.
public enum KeyChord: String, Hashable, Sendable, CaseIterable {
    /// Undo, in nearly all apps.
    case controlZ = "ctrl+z"
    /// Redo, in most apps.
    case controlShiftZ = "ctrl+shift+z"
    /// Redo, in other apps such as geany and LibreOffice (rule UNDO1).
    case controlY = "ctrl+y"
    /// Undo, in some old apps.
    case alternateBackspace = "alt+BackSpace"
    /// The key Undo of some keyboards.
    case undoKey = "Undo"
    /// The key Redo of some keyboards.
    case redoKey = "Redo"

    /// Reads a chord that a user wrote. The case and the order of Ctrl and Shift do not matter. `XF86Undo` and
    /// `XF86Redo` are the keys Undo and Redo.
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

/// A chord to be pressed, and the conditions for that.
public struct KeyPress: Hashable, Sendable {
    /// The window system that the focused app belongs to.
    public var display: KeyDisplay
    /// The keys.
    public var chord: KeyChord
    /// The window that must have the focus when the keys are pressed, as ``FocusedWindow/window`` names it; empty for
    /// any window, and if there is no X server.
    public var expectedWindow: String
    /// How long to wait, at most a second, until the user has released Shift, Ctrl, Alt and the logo key (rule UNDO4).
    /// An X server tells whether they are held. Under Wayland only the kernel does, and only if this process may read
    /// its keyboards.
    public var patience: Duration

    /// The longest wait for the user.
    public static let longestPatience = Duration.seconds(1)

    /// Makes a description of a press.
    public init(
        _ chord: KeyChord, on display: KeyDisplay, expectedWindow: String = "", patience: Duration = longestPatience
    ) {
        self.display = display
        self.chord = chord
        self.expectedWindow = expectedWindow
        self.patience = patience
    }
}
