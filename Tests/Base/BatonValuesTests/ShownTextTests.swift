// SPDX-License-Identifier: Apache-2.0

import BatonValues
import Testing

@Suite("Text from outside, as it is shown")
struct ShownTextTests {
    @Test(
        "controls are marked, white space is a space, what turns text around is left out",
        arguments: [
            ("", ""), ("plain ~!", "plain ~!"), ("Ünï 日本 🎵", "Ünï 日本 🎵"), ("a\u{1b}[31mb", "a\u{FFFD}[31mb"),
            ("a\u{7f}\u{9b}b", "a\u{FFFD}\u{FFFD}b"), ("a\nb\tc\r\nd\u{85}e", "a b c  d e"),
            ("a\u{202e}b\u{2066}c\u{200f}d\u{061c}e", "abcde"), ("a\u{2028}b\u{2029}c", "a b c"),
            // Joiners and the tags of flags are part of the visible text, so they stay.
            ("👨\u{200d}👩 🏴\u{E0067}\u{E007F}", "👨\u{200d}👩 🏴\u{E0067}\u{E007F}"),
        ])
    func shown(_ text: String, _ expected: String) { #expect(text.shown() == expected) }

    @Test("line ends and tabs stay where a text may have several lines")
    func keepsLines() {
        #expect("a\nb\tc\r\n\u{1b}\u{2028}\u{202e}d".shown(keepsLines: true) == "a\nb\tc \n\u{FFFD} d")
    }

    @Test("a program that reads the text gets what turns it around")
    func keepsDirections() {
        #expect("a\u{200f}\u{2028}\u{9b}\n".shown(keepsDirections: true) == "a\u{200f}\u{2028}\u{FFFD} ")
    }

    @Test("no control character is left, whichever it is")
    func everyControl() {
        let all = String(String.UnicodeScalarView((0...0x3000).compactMap { (value: UInt32) in Unicode.Scalar(value) }))
        #expect(!all.shown().unicodeScalars.contains { $0.isControl || $0.turnsText || $0.separatesLines })
        #expect(!all.shown(keepsDirections: true).unicodeScalars.contains { $0.isControl })
    }
}
