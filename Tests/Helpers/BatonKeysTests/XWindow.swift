// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import CX11
import Glibc

/// A small app: a window with the focus, which records the keys that it receives.
final class XWindow {
    /// A key event, with the keysym as an app looks it up.
    struct Stroke: Hashable, CustomStringConvertible {
        var keysym: KeySym
        var state: UInt32
        var description: String { "\(state & 0xff):\(XKeysymToString(keysym).map { String(cString: $0) } ?? "?")" }
    }

    let display: OpaquePointer
    let window: Window
    private(set) var strokes: [Stroke] = []
    /// The number of focus events, those of grabs included.
    private(set) var focusChanges = 0
    private var isAbandoned = false

    // Keeps the server: libX11 ends the process when a connection loses its server.
    private let stage: XStage

    init?(on stage: XStage, class className: String = "Editor") {
        guard let opened = XOpenDisplay(stage.display) else { return nil }
        self.stage = stage
        display = opened
        let root = XDefaultRootWindow(opened)
        window = XCreateSimpleWindow(opened, root, 10, 10, 200, 100, 1, 0, 0xffffff)
        XSelectInput(opened, window, KeyPressMask | KeyReleaseMask | FocusChangeMask)
        set("WM_CLASS", type: "STRING", bytes: Array("editor\0\(className)\0".utf8))
        set("_GTK_UNIQUE_BUS_NAME", type: "UTF8_STRING", bytes: Array(":1.42".utf8))
        set("_GTK_WINDOW_OBJECT_PATH", type: "UTF8_STRING", bytes: Array("/org/editor/window/7".utf8))
        claim(process: Int(getpid()))
        XMapRaised(opened, window)
        XFlush(opened)
    }

    deinit { if !isAbandoned { XCloseDisplay(display) } }

    /// Notes that the server has ended, so that the connection is not used any more. libX11 would end the process.
    func abandon() { isAbandoned = true }

    func set(_ name: String, type: String, bytes: [UInt8]) {
        XChangeProperty(
            display, window, XInternAtom(display, name, 0), XInternAtom(display, type, 0), 8, PropModeReplace, bytes,
            Int32(bytes.count))
        XSync(display, 0)
    }

    /// Sets `_NET_ACTIVE_WINDOW` to this window, as a window manager does.
    func claimActive() {
        set("_NET_ACTIVE_WINDOW", of: XDefaultRootWindow(display), type: "WINDOW", to: Int(window))
    }

    /// Sets the window's `_NET_WM_PID` to any number.
    func claim(process number: Int) {
        set("_NET_WM_PID", of: window, type: "CARDINAL", to: number)
    }

    private func set(_ name: String, of window: Window, type: String, to number: Int) {
        withUnsafeBytes(of: number) { bytes in
            _ = XChangeProperty(
                display, window, XInternAtom(display, name, 0), XInternAtom(display, type, 0), 32, PropModeReplace,
                bytes.bindMemory(to: UInt8.self).baseAddress, 1)
        }
        XSync(display, 0)
    }

    /// Gives the input focus to a window without the window manager.
    func setFocus(_ other: Window) {
        XSetInputFocus(display, other, RevertToParent, UInt(CurrentTime))
        XSync(display, 0)
    }

    /// Makes a mapped window that the window manager does not manage.
    ///
    /// - Parameter parent: the window that it is in; nil for the root window.
    func makeUnmanaged(in parent: Window? = nil) -> Window {
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = 1
        let other = XCreateWindow(
            display, parent ?? XDefaultRootWindow(display), 0, 0, 20, 20, 0, 0, UInt32(InputOutput), nil,
            UInt(CWOverrideRedirect), &attributes)
        XMapRaised(display, other)
        XSync(display, 0)
        return other
    }

    /// Asks the window manager to activate the window, as a taskbar does.
    func activate() {
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window
        event.xclient.message_type = XInternAtom(display, "_NET_ACTIVE_WINDOW", 0)
        event.xclient.format = 32
        event.xclient.data.l.0 = 2
        XSendEvent(
            display, XDefaultRootWindow(display), 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
        XFlush(display)
    }

    /// Waits until the window has the input focus.
    func waitForFocus() -> Bool {
        // A request that comes before the window is managed is lost, so it is repeated.
        waitUntil {
            process()
            activate()
            var focus = Window()
            var revert: Int32 = 0
            XGetInputFocus(display, &focus, &revert)
            return focus == window && active == window
        }
    }

    /// The window in `_NET_ACTIVE_WINDOW`.
    var active: Window { Self.number("_NET_ACTIVE_WINDOW", of: XDefaultRootWindow(display), display) }

    /// The first number of a property; 0 if there is none.
    static func number(_ property: String, of window: Window, _ display: OpaquePointer) -> UInt {
        var type = Atom()
        var format: Int32 = 0
        var count: UInt = 0
        var rest: UInt = 0
        var data: UnsafeMutablePointer<UInt8>?
        XGetWindowProperty(
            display, window, XInternAtom(display, property, 0), 0, 1, 0, 0, &type, &format, &count, &rest, &data)
        defer { if let data { XFree(data) } }
        return count == 1 ? data?.withMemoryRebound(to: UInt.self, capacity: 1) { $0.pointee } ?? 0 : 0
    }

    /// Handles the events that have come.
    func process() {
        XSync(display, 0)
        var event = XEvent()
        while XPending(display) > 0 {
            XNextEvent(display, &event)
            switch event.type {
            case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
            case KeyPress:
                var keysym = KeySym()
                XLookupString(&event.xkey, nil, 0, &keysym, nil)
                lastCode = event.xkey.keycode
                strokes.append(Stroke(keysym: keysym, state: event.xkey.state))
            case FocusIn, FocusOut: focusChanges += 1
            default: break
            }
        }
    }

    /// Waits for `count` strokes.
    func waitForStrokes(_ count: Int) -> [Stroke] {
        _ = waitUntil(watching: [XConnectionNumber(display)]) {
            process()
            return strokes.count >= count
        }
        return strokes
    }

    /// The keys that are down at the server.
    var keysDown: [Int] {
        var vector = [CChar](repeating: 0, count: 32)
        XQueryKeymap(display, &vector)
        return (0..<256).filter { UInt8(bitPattern: vector[$0 / 8]) & (1 << ($0 % 8)) != 0 }
    }

    /// The key of the last stroke.
    private(set) var lastCode: UInt32 = 0

    /// Presses or releases a key, in place of a user.
    func hold(_ keysym: Int32, _ isDown: Bool) {
        XTestFakeKeyEvent(display, UInt32(XKeysymToKeycode(display, KeySym(keysym))), isDown ? 1 : 0, 0)
        XSync(display, 0)
    }

    /// The symbols of all keys, one after the other.
    var mapping: [KeySym] {
        var width: Int32 = 0
        guard let table = XGetKeyboardMapping(display, 8, 248, &width) else { return [] }
        defer { XFree(table) }
        return (0..<248).flatMap { row in (0..<2).map { table[row * Int(width) + $0] } }
    }
}
