// SPDX-License-Identifier: Apache-2.0

/// How a phase of a shake ended. Every one ends exactly once.
enum MotionOutcome: Sendable, Equatable {
    /// An app took it.
    case handled(by: ResponderID)
    /// Nobody took it.
    case unhandled
    /// Nobody took it, and Undo was offered.
    case undo(UndoResult)

    var responder: ResponderID? {
        if case .handled(let id) = self { id } else { nil }
    }

    /// Why not, where there is something to say: a guard's word, or what failed.
    var reason: String? {
        if case .undo(let result) = self { result.reason } else { nil }
    }

    /// The word `batonctl monitor` prints and scripts compare.
    var word: String {
        switch self {
        case .handled: "handled"
        case .unhandled: "unhandled"
        case .undo(let result): result.word
        }
    }
}
