// SPDX-License-Identifier: Apache-2.0

import CX11

/// A modifier of a chord.
enum Modifier {
    case shift, control, alternate

    /// The symbol of its left key.
    var keysym: KeySym {
        switch self {
        case .shift: KeySym(XK_Shift_L)
        case .control: KeySym(XK_Control_L)
        case .alternate: KeySym(XK_Alt_L)
        }
    }

    /// The row of its keys in the X server's modifier mapping.
    func row(in keyboard: XKeyboard) -> Int {
        switch self {
        case .shift: Int(ShiftMapIndex)
        case .control: Int(ControlMapIndex)
        case .alternate: keyboard.row(of: keysym) ?? Int(Mod1MapIndex)
        }
    }
}
