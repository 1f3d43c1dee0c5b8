// SPDX-License-Identifier: Apache-2.0

/// Why a source does not tell who has the focus; `batonctl doctor` shows the words.
enum FocusProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The source is no part of this session.
    case absent(String)
    /// The source knows, and it is no app: the desktop itself is in front.
    case nobody(String)
    /// The source is there but could not be asked.
    case failed(String)
    /// What it said is not what its protocol promises.
    case unreadable(String)
    /// No answer came in time.
    case late

    /// Whether the search ends here: the source knows that no app is in front, and another one would only guess.
    var isFinal: Bool {
        if case .nobody = self { true } else { false }
    }

    var description: String {
        switch self {
        case .absent(let reason), .nobody(let reason), .failed(let reason): reason
        case .unreadable(let reason): "its answer is unreadable: \(reason)"
        case .late: "no answer in time"
        }
    }
}
