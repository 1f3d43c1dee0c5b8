// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonTestSupport
import Testing

@testable import BatonUndo

/// Answers of sway and Hyprland with any damage are read or refused, and nothing traps.
@Suite struct DamagedAnswersTests {
    @Test("a damaged answer names an app or none")
    func damaged() throws {
        let text = Array(
            #"{"nodes":[{"id":7,"type":"con","focused":true,"pid":42,"app_id":"\u00e4","rect":{"x":0.5}}]}"#.utf8)
        let whole = SwayTree.app(inTree: try JSONReader.read(text))
        #expect((try? whole.get()) != nil, "undamaged, it names an app")
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let bytes = DamagedText.damaged(text, by: &random)
            if let value = try? JSONReader.read(bytes) { _ = SwayTree.app(inTree: value) }
            _ = HyprlandFocus.app(inReply: bytes)
        }
    }
}
