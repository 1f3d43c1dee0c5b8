// SPDX-License-Identifier: Apache-2.0

/// What can be delivered to an app; nothing else can.
enum UndoOperation: String, Sendable, CaseIterable {
    /// Take the last edit back.
    case undo
    /// Make it again.
    case redo
}
