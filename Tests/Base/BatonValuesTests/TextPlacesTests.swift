// SPDX-License-Identifier: Apache-2.0

import BatonValues
import Testing

@Suite("The places of a text in another one")
struct TextPlacesTests {
    @Test(
        "they are those of the standard library",
        arguments: [
            ("aXbXXc", "X"), ("aaaa", "aa"), ("", "a"), ("a", ""), ("abc", "abcd"), ("one\r\ntwo\n", "\n"),
            ("one\r\ntwo\r\n", "\r\n"), ("cafe\u{301} café", "é"), ("e\u{301}e", "e"), ("abab", "bab"), ("🎧🎧", "🎧"),
        ])
    func standard(_ text: String, _ part: String) {
        #expect(text.firstPlace(of: part) == (part.isEmpty ? nil : text.firstRange(of: part)))
        #expect(text.places(of: part) == (part.isEmpty ? [] : text.ranges(of: part)))
        #expect(text.replacing(placesOf: part, with: "--") == (part.isEmpty ? text : text.replacing(part, with: "--")))
    }
}
