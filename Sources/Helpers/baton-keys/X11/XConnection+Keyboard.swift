// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import CX11

extension XConnection {
    /// Checks that no other client has grabbed the keyboard. A client with a grab, such as a screen locker, gets all
    /// keys, whichever window has the focus.
    ///
    /// The X protocol reports a grab only by refusing a second one. The X.Org server checks for another grab before it
    /// looks at the window. So a grab on an unmapped window is refused in any case, and the reason tells whether there
    /// is another grab. A grab that succeeded would send focus events to the app in front, and take the keys that the
    /// user types meanwhile.
    ///
    /// - Throws: refused while the keyboard is grabbed; failed when the server returns another reason.
    func checkKeyboardIsFree() throws(KeysFailure) {
        let window = XCreateWindow(
            display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, 0, nil)
        defer { XDestroyWindow(display, window) }
        // Waits for errors of earlier requests, which would be taken for errors of the grab.
        _ = synchronize()
        switch XGrabKeyboard(display, window, 0, GrabModeAsync, GrabModeAsync, UInt(CurrentTime)) {
        case AlreadyGrabbed, GrabFrozen: throw .refused(.keyboardGrabbed)
        case GrabNotViewable: return
        // Also the value that libX11 returns after an error.
        default: throw .failed("the X server does not tell whether the keyboard is grabbed")
        }
    }

    /// Whether the server's input focus is the window, or inside of it.
    func holdsFocus(_ window: Window) -> Bool {
        var inner = inputFocus
        for _ in 0..<Self.deepest {
            if inner == window { return true }
            guard inner != 0, inner != root, let parent = parent(of: inner) else { return false }
            inner = parent
        }
        return false
    }

    /// The window with the server's input focus; 0 if there is none, or if the focus follows the pointer (PointerRoot).
    var inputFocus: Window {
        var focus = Window()
        var revert: Int32 = 0
        XGetInputFocus(display, &focus, &revert)
        return focus == UInt(PointerRoot) ? 0 : focus
    }

    /// The deepest nesting of windows that is searched. No toolkit nests deeper.
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
