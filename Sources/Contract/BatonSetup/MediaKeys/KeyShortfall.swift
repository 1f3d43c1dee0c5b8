// SPDX-License-Identifier: Apache-2.0

/// What the user's own settings do with media keys that Baton's lines are for.
package struct KeyShortfall: Equatable, Sendable {
    /// Which keys, and what becomes of a press.
    package let sentence: String
    /// The user's lines.
    package let lines: [String]
    /// What `setup` says to do; nil if the sentence says it, and the keys reach Baton all the same.
    package let remedy: String?
    /// What `doctor` says to do.
    package let advice: String

    package init(_ sentence: String, lines: [String] = [], remedy: String? = nil, advice: String) {
        self.sentence = sentence
        self.lines = lines
        self.remedy = remedy
        self.advice = advice
    }
}
