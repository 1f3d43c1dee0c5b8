// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// What mends a row or completes a promise.
package enum HealthCure: Hashable, Sendable {
    /// Nothing is to be mended, or nobody knows how.
    case none
    /// `batonctl setup` with these arguments, which needs nothing but yes.
    case setup([String])
    /// Only the user can: the command to show; nil if the advice has none.
    case user(command: String?)

    /// The parts of the set-up whose questions are answered by yes alone. `--mqtt` asks for a password, and `--revert`
    /// is no mending.
    private static let parts = ["--media-keys", "--gestures"]

    /// Reads the cure out of an advice, whose command is the same in each language.
    package init(_ advice: String) {
        guard !advice.isEmpty else {
            self = .none
            return
        }
        let command = Advice(advice).command
        let words = (command ?? "").split(separator: " ").map(String.init)
        if words.starts(with: ["batonctl", "setup"]), words.dropFirst(2).allSatisfy(Self.parts.contains) {
            self = .setup(Array(words.dropFirst(2)))
        } else {
            self = .user(command: command)
        }
    }
}
