// SPDX-License-Identifier: Apache-2.0

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
