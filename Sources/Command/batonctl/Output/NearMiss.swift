// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonTranslation

/// What may have been meant by a word that is not known.
enum NearMiss {
    /// `Did you mean 'next'?` with a space before it; empty if no candidate is similar.
    static func question(_ word: String, among candidates: [String]) -> String {
        guard let near = ConfigurationText.nearest(to: word, among: candidates), near != word else { return "" }
        return question(asking: near)
    }

    /// The same for what is known to be near; empty for an empty one.
    static func question(asking near: String) -> String {
        near.isEmpty ? "" : " " + translated("Did you mean '\(near)'?")
    }

    /// The same for a command, which people also call by another word or by its beginning.
    static func ofCommand(_ word: String, among candidates: [String]) -> String {
        let begun = candidates.filter { word.count > 2 && $0.hasPrefix(word) }
        let other = begun.count == 1 ? begun.first : otherWords.first { $0.0 == word }?.1
        guard let other, candidates.contains(other) else { return question(word, among: candidates) }
        return question(asking: other)
    }

    // An array: a set or a dictionary needs the runtime's search for `Hashable`.
    private static let otherWords = [
        ("skip", "next"), ("forward", "next"), ("back", "previous"), ("toggle", "play-pause"), ("unpause", "play"),
        ("continue", "resume"), ("timer", "sleep"), ("config", "configuration"), ("log", "monitor"),
        ("headset", "inputs"), ("buttons", "inputs"), ("select", "pin"), ("switch", "cycle"), ("fix", "setup"),
    ]
}
