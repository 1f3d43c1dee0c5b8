// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import CX11

extension KeyChord {
    /// What is held while the key is pressed, in this order.
    var modifiers: [Modifier] {
        switch self {
        case .controlZ, .controlY: [.control]
        case .controlShiftZ: [.control, .shift]
        case .alternateBackspace: [.alternate]
        case .undoKey, .redoKey: []
        }
    }

    /// What the key means without Shift.
    var keysym: KeySym {
        switch self {
        case .controlZ, .controlShiftZ: KeySym(XK_z)
        case .controlY: KeySym(XK_y)
        case .alternateBackspace: KeySym(XK_BackSpace)
        case .undoKey: KeySym(XK_Undo)
        case .redoKey: KeySym(XK_Redo)
        }
    }

    /// What the key means with Shift.
    var shiftedKeysym: KeySym {
        switch self {
        case .controlZ, .controlShiftZ: KeySym(XK_Z)
        case .controlY: KeySym(XK_Y)
        default: keysym
        }
    }
}
