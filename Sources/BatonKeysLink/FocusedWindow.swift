// SPDX-License-Identifier: Apache-2.0

/// The window that has the keyboard, as its properties on the X server tell (spec/undo.md §2).
public struct FocusedWindow: Hashable, Sendable {
    /// The X server's number of it, like "0x1400007".
    public var window: String
    /// The process that gets the window's keys, as the X server knows it; nil when the server does not tell, or the window's client runs
    /// on another machine.
    public var process: UInt32?
    /// The process that the window names in `_NET_WM_PID`; nil when it names none, or its client runs on another machine. In a sandbox
    /// the number is that of another process outside of it.
    public var claimedProcess: UInt32?
    /// The first part of `WM_CLASS`; may be empty.
    public var instanceName: String
    /// The second part of `WM_CLASS`, which is what names an app; may be empty.
    public var className: String
    /// Where GTK exported the app's actions; empty for other apps.
    public var gtkBusName: String
    /// The object of the actions of the whole app; may be empty.
    public var gtkApplicationPath: String
    /// The object of the actions of this window; may be empty.
    public var gtkWindowPath: String

    /// Describes a window.
    public init(
        window: String, process: UInt32? = nil, claimedProcess: UInt32? = nil, instanceName: String = "",
        className: String = "", gtkBusName: String = "", gtkApplicationPath: String = "", gtkWindowPath: String = ""
    ) {
        self.window = window
        self.process = process
        self.claimedProcess = claimedProcess
        self.instanceName = instanceName
        self.className = className
        self.gtkBusName = gtkBusName
        self.gtkApplicationPath = gtkApplicationPath
        self.gtkWindowPath = gtkWindowPath
    }
}
