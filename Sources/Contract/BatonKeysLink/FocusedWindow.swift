// SPDX-License-Identifier: Apache-2.0

import BatonProcesses

/// The window with the keyboard focus, by its properties on the X server (rules UNDO10 and UNDO13).
public struct FocusedWindow: Hashable, Sendable {
    /// The X server's identifier of the window, such as "0x1400007".
    public var window: String
    /// The process that gets the window's keys, as the X server knows it. Nil when the server does not tell, or when the
    /// client runs on another machine.
    public var process: UInt32?
    /// The process in `_NET_WM_PID`, which the client sets itself. Nil when there is none, or when the client runs on
    /// another machine. If the client runs in a sandbox, the number belongs to another process outside of it.
    public var claimedProcess: UInt32?
    /// The first part of `WM_CLASS`; may be empty.
    public var instanceName: String
    /// The second part of `WM_CLASS`, which identifies the app; may be empty.
    public var className: String
    /// The bus name on which GTK exported the app's actions; empty for other apps.
    public var gtkBusName: String
    /// The object path of the app's actions; may be empty.
    public var gtkApplicationPath: String
    /// The object path of this window's actions; may be empty. Empty too while a modal dialog of the same process is open:
    /// the window takes no input then, and its actions would act behind the dialog (rule UNDO45).
    public var gtkWindowPath: String
    /// `_GTK_APPLICATION_ID`, which is the name of the app's desktop file; empty for other apps.
    public var applicationID: String

    /// Describes a window.
    public init(
        window: String, process: UInt32? = nil, claimedProcess: UInt32? = nil, instanceName: String = "",
        className: String = "", gtkBusName: String = "", gtkApplicationPath: String = "", gtkWindowPath: String = "",
        applicationID: String = ""
    ) {
        self.window = window
        self.process = process
        self.claimedProcess = claimedProcess
        self.instanceName = instanceName
        self.className = className
        self.gtkBusName = gtkBusName
        self.gtkApplicationPath = gtkApplicationPath
        self.gtkWindowPath = gtkWindowPath
        self.applicationID = applicationID
    }
}

extension FocusedWindow {
    /// Writes it.
    func encode(into writer: inout LinkWriter) {
        writer.write(window)
        writer.write(process ?? Self.noProcess)
        writer.write(claimedProcess ?? Self.noProcess)
        for text in [instanceName, className, gtkBusName, gtkApplicationPath, gtkWindowPath, applicationID] {
            writer.write(text)
        }
    }

    /// Reads it.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        self.init(
            window: try reader.readText(), process: try Self.readProcess(&reader),
            claimedProcess: try Self.readProcess(&reader),
            instanceName: try reader.readText(), className: try reader.readText(), gtkBusName: try reader.readText(),
            gtkApplicationPath: try reader.readText(), gtkWindowPath: try reader.readText(),
            applicationID: try reader.readText())
    }

    /// On the link: no process has this number.
    private static let noProcess: UInt32 = 0

    private static func readProcess(_ reader: inout LinkReader) throws(LinkError) -> UInt32? {
        let number: UInt32 = try reader.read()
        return number == noProcess ? nil : number
    }
}

/// Why it is not known which X11 window has the focus.
public enum MissingFocus: String, Error, Hashable {
    /// The window manager says that no window is active.
    case noWindow
    /// The window manager does not support `_NET_ACTIVE_WINDOW`.
    case untold
    /// The active window closed while its properties were read.
    case closed
}
