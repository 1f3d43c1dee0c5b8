// SPDX-License-Identifier: Apache-2.0

/// The X11 keysyms that Undo and Redo are made of, as the portal takes them.
enum PortalKeys {
    static let control: Int32 = 0xFFE3
    static let shift: Int32 = 0xFFE1
    private static let z: Int32 = 0x7A
    private static let y: Int32 = 0x79

    /// The keys to press, in this order, and to release in the other.
    static func chord(_ operation: UndoOperation, _ redo: RedoChord) -> [Int32] {
        switch (operation, redo) {
        case (.undo, _): [control, z]
        case (.redo, .controlShiftZ): [control, shift, z]
        case (.redo, .controlY): [control, y]
        }
    }
}
