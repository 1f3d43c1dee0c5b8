// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonValues

/// The search for a text within another.
@Suite struct ContainedBytesTests {
    @Test(
        "a text is found at the beginning, in the middle and at the end of another, and nowhere else",
        arguments: [
            ("headset", "headset", true), ("a headset", "headset", true), ("headsets", "headset", true),
            ("heheadset", "headset", true), ("head set", "headset", false), ("heads", "headset", false),
            ("", "headset", false), ("headset", "", true), ("", "", true), ("größe", "ß", true),
        ])
    func finds(_ text: String, _ part: String, _ isFound: Bool) {
        #expect(text.contains(bytesOf: part) == isFound)
    }
}
