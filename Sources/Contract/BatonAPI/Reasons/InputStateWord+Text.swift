// SPDX-License-Identifier: Apache-2.0

extension InputStateWord {
    /// The state of an input for people: its word, and the reason after a colon.
    ///
    /// - Parameter word: a word of this type, or one of a newer program.
    package static func text(_ word: String, _ reason: Reason?) -> String {
        reason.map { "\(word): \($0)" } ?? word
    }
}
