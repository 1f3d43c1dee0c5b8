// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport

/// Texts with random damage.
struct SeededText {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// The text with a few characters changed, removed, doubled, or made a large number.
    mutating func damaged(_ text: String) -> String {
        var characters = Array(text)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !characters.isEmpty {
            let index = Int.random(in: 0..<characters.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: characters.remove(at: index)
            case 1: characters.insert(characters[index], at: index)
            case 2:
                characters[index] = ["9", "-", " ", "\n", "=", ",", "\u{202E}"].randomElement(using: &random) ?? "x"
            case 3: characters.insert(contentsOf: "9223372036854775807", at: index)
            default: characters.removeSubrange(index..<min(index + 20, characters.count))
            }
        }
        return String(characters)
    }
}
