// SPDX-License-Identifier: Apache-2.0

/// One chord to be pressed, and when not to.
public struct KeyPress: Hashable, Sendable {
    /// The window system that the focused app belongs to.
    public var display: KeyDisplay
    /// The keys.
    public var chord: KeyChord
    /// The window that must have the focus at that moment, as ``FocusedWindow/window`` names it; empty for any, and always where no
    /// X server can tell.
    public var expectedWindow: String
    /// How long to wait, at most a second, for the user to let go of Shift, Ctrl, Alt and the like, as far as that can be seen:
    /// an X server tells, under Wayland only the kernel does, and only those who may read its keyboards.
    public var patience: Duration

    /// The longest that is waited for the user.
    public static let longestPatience = Duration.seconds(1)

    /// Makes one.
    public init(
        _ chord: KeyChord, on display: KeyDisplay, expectedWindow: String = "", patience: Duration = longestPatience
    ) {
        self.display = display
        self.chord = chord
        self.expectedWindow = expectedWindow
        self.patience = patience
    }
}
