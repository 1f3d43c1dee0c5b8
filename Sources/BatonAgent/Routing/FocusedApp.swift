// SPDX-License-Identifier: Apache-2.0

/// The app whose window has the keyboard focus, as far as it is known (design §7).
struct FocusedApp: Equatable, Sendable {
    /// The process that owns the window; 0 when the window does not tell.
    let process: UInt32
    /// False where only the window itself tells its process (`_NET_WM_PID` of an X11 window), which may be wrong.
    var isProcessCertain = true
    /// The process that the window names, where the display names one as well; 0 for none.
    var claimedProcess: UInt32 = 0
    /// The app's identifier: its desktop file's name or its window class; empty when unknown.
    var identifier = ""
    /// The window, in the words of whoever told.
    var window = ""
    /// Who told: "x11", "sway", "at-spi", ….
    var source = ""
    /// Where its own actions are on the session bus, if its window tells.
    var gtk: GTKAddress?

    /// Whether both are the same app.
    func isSameApp(as other: FocusedApp) -> Bool {
        process == other.process && (process != 0 || window == other.window)
    }

    /// Whether both are the same window of the same app; where windows have no names, the same app.
    func isSameWindow(as other: FocusedApp) -> Bool {
        process == other.process && window == other.window
    }
}
