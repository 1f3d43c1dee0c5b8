// SPDX-License-Identifier: Apache-2.0

/// What can be delivered to an app; nothing else can.
package enum UndoOperation: String, Sendable, CaseIterable {
    /// Take the last edit back.
    case undo
    /// Make it again.
    case redo

    /// The outcome when it is done.
    package var done: OutcomeWord {
        switch self {
        case .undo: .undone
        case .redo: .redone
        }
    }
}
