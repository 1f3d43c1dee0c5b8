// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink

/// The X11 keysyms that Undo and Redo are made of, as the portal takes them.
enum PortalKeys {
    static let shift: Int32 = 0xFFE1
    private static let control: Int32 = 0xFFE3
    private static let alternate: Int32 = 0xFFE9
    private static let backspace: Int32 = 0xFF08
    private static let undo: Int32 = 0xFF65
    private static let redo: Int32 = 0xFF66
    private static let y: Int32 = 0x79
    private static let z: Int32 = 0x7A

    /// The keys to press, in this order, and to release in the other.
    static func keys(of chord: KeyChord) -> [Int32] {
        switch chord {
        case .controlZ: [control, z]
        case .controlShiftZ: [control, shift, z]
        case .controlY: [control, y]
        case .alternateBackspace: [alternate, backspace]
        case .undoKey: [undo]
        case .redoKey: [redo]
        }
    }
}
