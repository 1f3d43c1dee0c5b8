// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Glibc
import Testing

@MainActor
@Suite("Touches in random worlds")
struct TouchPropertyTests {
    private static func setting(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    /// BATON_TOUCH_SEQUENCES plays more of them than a test run has time for; BATON_TOUCH_SEED is the first seed.
    @Test("T22, G3, D10: whatever fingers, handlers, delegates and recognizers do, each beginning has one end")
    func invariants() {
        let count = Self.setting("BATON_TOUCH_SEQUENCES") ?? 1200
        let first = Self.setting("BATON_TOUCH_SEED") ?? 1
        var messages = 0
        for seed in first..<(first + count) {
            let world = TouchWorld(seed: UInt64(seed))
            let faults = world.play(40)
            messages += world.messages
            #expect(faults.isEmpty, "BATON_TOUCH_SEED=\(seed) BATON_TOUCH_SEQUENCES=1")
            if seed % 100_000 == 0 { print("touches: seed \(seed), \(messages) messages") }
            if !faults.isEmpty { break }
        }
        #expect(messages > count, "the worlds are empty: \(messages) messages")
    }
}
