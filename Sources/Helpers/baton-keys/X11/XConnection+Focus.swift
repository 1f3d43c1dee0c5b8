// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import CX11
import Glibc

extension XConnection {
    /// Describes a window, by its properties and by what the server knows about its client.
    func describe(_ window: Window) throws(MissingFocus) -> FocusedWindow {
        var description = FocusedWindow(window: Self.name(window))
        let names = XText.words(property("WM_CLASS", of: window))
        description.instanceName = names.first ?? ""
        description.className = names.count > 1 ? names[1] : ""
        if isLocal(window) {
            // The focus may be in a window that another client has embedded in this one (XEmbed). Then that client gets
            // the keys.
            description.process = process(of: inputFocus) ?? process(of: window)
            let claimed = XText.number(property("_NET_WM_PID", of: window))
            description.claimedProcess = claimed == 0 ? nil : claimed
        }
        description.gtkBusName = XText.words(property("_GTK_UNIQUE_BUS_NAME", of: window)).first ?? ""
        description.gtkApplicationPath = XText.words(property("_GTK_APPLICATION_OBJECT_PATH", of: window)).first ?? ""
        description.gtkWindowPath =
            isBehindDialog(window) ? "" : XText.words(property("_GTK_WINDOW_OBJECT_PATH", of: window)).first ?? ""
        description.applicationID = XText.words(property("_GTK_APPLICATION_ID", of: window)).first ?? ""
        guard synchronize() else { throw .closed }
        return description
    }

    /// The window in `_NET_ACTIVE_WINDOW`.
    ///
    /// - Throws: when there is none, with the reason.
    func activeWindow() throws(MissingFocus) -> Window {
        guard let bytes = property("_NET_ACTIVE_WINDOW", of: root) else { throw .untold }
        let window = Window(XText.number(bytes))
        guard window != 0 else { throw .noWindow }
        return window
    }

    /// Checks that keys go to the active window: that no other client has grabbed the keyboard, and that the input
    /// focus is in that window.
    ///
    /// - Parameter expected: the name of the window that must be active; empty for any.
    func checkFocus(on expected: String) throws(KeysFailure) {
        try checkKeyboardIsFree()
        let window: Window
        do throws(MissingFocus) {
            window = try activeWindow()
        } catch {
            // Without `_NET_ACTIVE_WINDOW` there is no active window with which the input focus could be compared.
            if error == .untold, expected.isEmpty { return }
            throw .refused(.focusChanged)
        }
        guard expected.isEmpty || Self.name(window) == expected else { throw .refused(.focusChanged) }
        guard holdsFocus(window) else { throw .refused(.focusOutside) }
    }

    /// The name of a window in messages to batond.
    static func name(_ window: Window) -> String { "0x" + String(window, radix: 16) }

    /// Whether a modal dialog of the same client is open. It takes the input of all windows of its app.
    private func isBehindDialog(_ window: Window) -> Bool {
        let modal = XInternAtom(display, "_NET_WM_STATE_MODAL", 1)
        guard modal != 0, let owner = process(of: window) else { return false }
        return XText.items(property("_NET_CLIENT_LIST", of: root)).prefix(Self.mostWindows).contains { other in
            Window(other) != window
                && XText.items(property("_NET_WM_STATE", of: Window(other))).contains(UInt32(truncatingIfNeeded: modal))
                && process(of: Window(other)) == owner
        }
    }

    /// The number of windows that are looked at for a modal dialog. More windows take longer at each shake.
    private static var mostWindows: Int { 256 }

    /// Whether the window's client runs on this machine. Process IDs of another machine have no meaning here.
    private func isLocal(_ window: Window) -> Bool {
        guard let machine = XText.words(property("WM_CLIENT_MACHINE", of: window)).first else { return true }
        var own = [CChar](repeating: 0, count: 256)
        guard gethostname(&own, own.count - 1) == 0 else { return true }
        return machine.utf8.elementsEqual(own.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
    }

    /// The bytes of a property, at most 4 KiB. libX11 returns items of 32 bits as 8 bytes each.
    private func property(_ name: String, of window: Window) -> [UInt8]? {
        // If no client has ever made the atom, no window has the property.
        let atom = XInternAtom(display, name, 1)
        guard atom != 0 else { return nil }
        var type = Atom()
        var format: Int32 = 0
        var count: UInt = 0
        var rest: UInt = 0
        var data: UnsafeMutablePointer<UInt8>?
        guard
            XGetWindowProperty(display, window, atom, 0, 1024, 0, 0, &type, &format, &count, &rest, &data) == Success,
            let data
        else { return nil }
        defer { XFree(data) }
        let size = format == 32 ? MemoryLayout<Int>.size : Int(format) / 8
        guard size > 0, count > 0 else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(count) * size))
    }
}
