// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Helpers for texts of the configuration.
package enum ConfigurationText {
    /// The text in quotes, cut after 60 scalars. Control characters, line separators and characters that change the
    /// direction of text become `?`.
    package static func quoted(_ text: String) -> String {
        var shown = "'"
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == 60 {
                shown += "…"
                break
            }
            shown.unicodeScalars.append(scalar.misleads ? "?" : scalar)
        }
        return shown + "'"
    }

    /// The text with ASCII letters in lower case.
    package static func folded(_ text: String) -> String {
        String(decoding: text.utf8.map(folded), as: UTF8.self)
    }

    /// A byte of a text, in lower case if it is an ASCII letter.
    package static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// A section's header without its brackets, in its two parts: upper and lower case count in the argument only.
    package static func section(_ header: String) -> (name: String, argument: String) {
        // Split by scalars: a space and a combining mark after it are one Character, which is not equal to " ".
        let scalars = trimmed(header).unicodeScalars
        let blank = scalars.firstIndex { $0 == " " || $0 == "\t" } ?? scalars.endIndex
        return (String(scalars[..<blank]), trimmed(String(scalars[blank...])))
    }

    /// The text without blanks and tabs at its ends.
    package static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var bytes = Array(text.utf8.drop(while: isBlank))
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parts of a line, without blanks at their ends; empty ones are left out.
    static func parts(of text: String, separatedBy separator: Character) -> [String] {
        text.split(separator: separator).map { trimmed($0) }.filter { !$0.isEmpty }
    }

    /// The candidate that is most similar to a mistyped word; nil if no candidate is similar enough.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let word = Array(folded(word).utf8)
        guard !word.isEmpty, word.count <= 64 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(word, Array(folded(candidate).utf8))
            if distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, min(3, word.count / 3)) else { return nil }
        return best.candidate
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (byte == other ? 0 : 1))
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}

/// The header of a section.
package struct ConfigurationHeader: Sendable, Equatable {
    /// The text between the brackets.
    package let section: String
    /// The line, counted from 1.
    package let line: Int
}

/// One `key = value` of a text, not yet parsed.
package struct ConfigurationAssignment: Sendable, Equatable {
    /// The text between the brackets: `mpris`, `App geany`; empty before the first section.
    package let section: String
    /// The line of that section's header, if it is in a file.
    let sectionPlace: ConfigurationPlace
    /// The key.
    package let name: String
    /// The value without surrounding blanks. An empty value restores the default.
    package let value: String
    /// Where the key is.
    package let place: ConfigurationPlace
    /// Where the value is.
    let valuePlace: ConfigurationPlace
}

/// Why a text is not a value of its key.
///
/// ``ConfigurationSchema`` adds the key's name and the place.
struct ConfigurationValueError: Error, Equatable {
    /// The rest of a sentence that begins with the key's name.
    let predicate: String

    /// `wants …, not '…'`.
    static func wants(_ wish: String, not text: String) -> Self {
        Self(predicate: "wants \(wish), not \(ConfigurationText.quoted(text))")
    }

    /// The same, with the word that may have been meant.
    static func wants(_ wish: String, not text: String, among words: [String]) -> Self {
        let near = ConfigurationText.nearest(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
        return Self(predicate: wants(wish, not: text).predicate + near)
    }
}
