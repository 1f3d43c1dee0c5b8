// SPDX-License-Identifier: Apache-2.0

/// Why a source does not tell who has the focus; `batonctl doctor` shows the words.
enum FocusProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The source is no part of this session.
    case absent(String)
    /// The source knows, and it is no app: the desktop itself is in front.
    case nobody(String)
    /// The source knows that no app may get anything now.
    case withheld(String)
    /// The source does not know, and why.
    case failed(String)
    /// The source could not be reached, or was not able to answer.
    case unanswered(String)
    /// What it said is not what its protocol promises.
    case unreadable(String)
    /// No answer came in time.
    case late

    /// Whether the search ends here: the source knows that no app is in front, and another one would only guess.
    var isFinal: Bool {
        switch self {
        case .nobody, .withheld: true
        default: false
        }
    }

    /// Whether the source has said nothing at all.
    var isSilence: Bool {
        switch self {
        case .unanswered, .unreadable, .late: true
        default: false
        }
    }

    var description: String {
        switch self {
        case .absent(let reason), .nobody(let reason), .withheld(let reason), .failed(let reason),
            .unanswered(let reason):
            reason
        case .unreadable(let reason): "its answer is unreadable: \(reason)"
        case .late: "no answer in time"
        }
    }
}
