// SPDX-License-Identifier: Apache-2.0

package import BatonAPI

/// The app whose window has the keyboard focus, as far as it is known (rules UNDO13 to UNDO15).
package struct FocusedApp: Equatable, Sendable {
    /// The process that owns the window; nil when the window does not tell.
    package let process: UInt32?
    /// False where only the window itself tells its process (`_NET_WM_PID` of an X11 window), which may be wrong.
    package var isProcessCertain = true
    /// The process that the window names, where the display names one as well.
    package var claimedProcess: UInt32?
    /// What the app is called, the name that people know first: its desktop file's name, its window's class. Each is clean
    /// (``FocusText/clean(_:)``), none is empty, and none is there twice.
    package let names: [String]
    /// The window, as the provider identifies it.
    package var window = ""
    /// The provider that told that it is in front; nil where none was asked.
    package var provider: FocusProviderName?
    /// Where its own actions are on the session bus, if its window tells.
    package var gtk: GTKAddress?
    /// Whether the display says that its process has this window and no other. Only then are actions that the process
    /// exports those of this window, where the window has no address of its own (rule UNDO45).
    package var isOnlyWindow = false
    /// The path of the Wayland display that shows its window, where that is a compositor in a window of the session's display;
    /// nil for the session's own (rule UNDO47).
    package var display: String?

    /// - Parameter names: the names as the display tells them; nil and empty for what it does not tell.
    package init(
        process: UInt32?, isProcessCertain: Bool = true, claimedProcess: UInt32? = nil, names: [String?] = [],
        window: String = "", provider: FocusProviderName? = nil, gtk: GTKAddress? = nil
    ) {
        self.process = process
        self.isProcessCertain = isProcessCertain
        self.claimedProcess = claimedProcess
        self.names = Self.clean(names)
        self.window = window
        self.provider = provider
        self.gtk = gtk
    }

    /// Whether both are the same app.
    package func isSameApp(as other: FocusedApp) -> Bool {
        process == other.process && (process != nil || window == other.window)
    }

    /// Whether the app is known to run in the process; false if either process is unknown.
    package func runs(in process: UInt32?) -> Bool { process != nil && process == self.process }

    /// Whether both are the same window of the same app; where windows have no names, the same app.
    package func isSameWindow(as other: FocusedApp) -> Bool {
        process == other.process && window == other.window
    }

    private static func clean(_ names: [String?]) -> [String] {
        var result: [String] = []
        for name in names.lazy.compactMap(\.self).map(FocusText.clean) where !name.isEmpty && !result.contains(name) {
            result.append(name)
        }
        return result
    }
}

/// Where a GTK app's actions are on the session bus, as the X11 properties `_GTK_*` of its window say (rule UNDO10).
///
/// Any program can write such properties, so a user of them checks that the name belongs to the window's process.
package struct GTKAddress: Equatable, Sendable {
    /// `_GTK_UNIQUE_BUS_NAME`.
    package var busName: String
    /// `_GTK_APPLICATION_OBJECT_PATH`; empty when the window has none.
    package var applicationPath = ""
    /// `_GTK_WINDOW_OBJECT_PATH`; empty when the window has none.
    package var windowPath = ""

    package init(busName: String, applicationPath: String = "", windowPath: String = "") {
        self.busName = busName
        self.applicationPath = applicationPath
        self.windowPath = windowPath
    }
}
