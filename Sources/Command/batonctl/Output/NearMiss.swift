// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonTranslation

/// What may have been meant by a word that is not known.
enum NearMiss {
    /// `Did you mean 'next'?` with a space before it; empty if no candidate is similar.
    static func question(_ word: String, among candidates: [String]) -> String {
        guard let near = ConfigurationText.nearest(to: word, among: candidates), near != word else { return "" }
        return " " + translated("Did you mean '\(near)'?")
    }
}
