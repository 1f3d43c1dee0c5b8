// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonDBus

/// The choices for the last edit.
enum UndoChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case undo
    case redo

    /// The agent's method.
    var member: MemberName {
        switch self {
        case .undo: "Undo"
        case .redo: "Redo"
        }
    }

    /// The agent's outcome when it is done.
    var done: String {
        switch self {
        case .undo: "undone"
        case .redo: "redone"
        }
    }
}
