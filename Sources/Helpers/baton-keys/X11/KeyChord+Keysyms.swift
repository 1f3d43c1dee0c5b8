// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import CX11

extension KeyChord {
    /// The modifiers of the chord, in the order in which they are pressed.
    var modifiers: [Modifier] {
        switch self {
        case .controlZ, .controlY: [.control]
        case .controlShiftZ: [.control, .shift]
        case .alternateBackspace: [.alternate]
        case .undoKey, .redoKey: []
        }
    }

    /// The symbol of the chord's key without Shift.
    var keysym: KeySym {
        switch self {
        case .controlZ, .controlShiftZ: KeySym(XK_z)
        case .controlY: KeySym(XK_y)
        case .alternateBackspace: KeySym(XK_BackSpace)
        case .undoKey: KeySym(XK_Undo)
        case .redoKey: KeySym(XK_Redo)
        }
    }

    /// The symbol of the chord's key with Shift.
    var shiftedKeysym: KeySym {
        switch self {
        case .controlZ, .controlShiftZ: KeySym(XK_Z)
        case .controlY: KeySym(XK_Y)
        default: keysym
        }
    }
}
