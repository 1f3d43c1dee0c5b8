// SPDX-License-Identifier: Apache-2.0

/// How an undo that was asked for or offered ended.
package enum UndoResult: Sendable, Equatable {
    /// The app has undone, or made again.
    case done(UndoOperation)
    /// The keys were pressed, and it cannot be known what the app did with them.
    case pressed(UndoOperation)
    /// The user did not want it, or did nothing.
    case declined
    /// A guard said no, and why.
    case refused(Reason)
    /// It was wanted and did not work, and why.
    case failed(Reason)

    /// The word on the bus.
    package var word: OutcomeWord {
        switch self {
        case .done(let operation): operation.done
        case .pressed: .pressed
        case .declined: .declined
        case .refused: .refused
        case .failed: .failed
        }
    }

    /// Why, where there is something to say.
    package var reason: Reason? {
        switch self {
        case .done, .pressed, .declined: nil
        case .refused(let reason), .failed(let reason): reason
        }
    }
}
