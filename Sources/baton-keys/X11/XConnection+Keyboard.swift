// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import CX11

extension XConnection {
    /// Checks that no other client has grabbed the keyboard. One that has, such as a screen locker, gets all keys, whatever window has
    /// the focus.
    ///
    /// The X protocol tells of a grab only by refusing a second one. The X.Org server refuses it for the sake of the first grab before it
    /// looks at the window, so that a grab on a window that is not on the screen tells without ever being granted: granted, it would send
    /// focus events to the app in front, and take the keys that the user types meanwhile.
    ///
    /// - Throws: refused while the keyboard is grabbed; failed when the server does not tell.
    func checkKeyboardIsFree() throws(KeysFailure) {
        let window = XCreateWindow(
            display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, nil)
        defer { XDestroyWindow(display, window) }
        // An error that is still on its way would be taken for one of the grab.
        _ = synchronize()
        switch XGrabKeyboard(display, window, 0, GrabModeAsync, GrabModeAsync, UInt(CurrentTime)) {
        case AlreadyGrabbed, GrabFrozen: throw .refused(.keyboardGrabbed)
        case GrabNotViewable: return
        // Also what libX11 says after an error.
        default: throw .failed("the X server does not tell whether the keyboard is grabbed")
        }
    }

    /// Whether the server's input focus is a window or inside of it.
    func holdsFocus(_ window: Window) -> Bool {
        var inner = inputFocus
        for _ in 0..<Self.deepest {
            if inner == window { return true }
            guard inner != 0, inner != root, let parent = parent(of: inner) else { return false }
            inner = parent
        }
        return false
    }

    /// The window with the server's input focus; 0 when there is none, or when it is the one below the pointer.
    var inputFocus: Window {
        var focus = Window()
        var revert: Int32 = 0
        XGetInputFocus(display, &focus, &revert)
        return focus == UInt(PointerRoot) ? 0 : focus
    }

    /// Windows that are nested deeper than this belong to no toolkit.
    private static var deepest: Int { 64 }

    private func parent(of window: Window) -> Window? {
        var (root, parent) = (Window(), Window())
        var children: UnsafeMutablePointer<Window>?
        var count: UInt32 = 0
        guard XQueryTree(display, window, &root, &parent, &children, &count) != 0 else { return nil }
        if let children { XFree(children) }
        return parent
    }
}
