// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import Glibc
import Testing

@MainActor
@Suite("Controls in random worlds")
struct ControlPropertyTests {
    private static func setting(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    /// The variables are those of the worlds of touches: BATON_TOUCH_SEQUENCES is their number, BATON_TOUCH_SEED the first
    /// seed.
    @Test("CT3–CT6, CT11: whatever fingers, recognizers and actions do, each beginning of a control has one end")
    func invariants() {
        let count = Self.setting("BATON_TOUCH_SEQUENCES") ?? 600
        let first = Self.setting("BATON_TOUCH_SEED") ?? 1
        var totals = ControlWorld.Totals()
        for seed in first..<(first + count) {
            let world = ControlWorld(seed: UInt64(seed))
            let faults = world.play(40)
            totals.add(world.totals)
            #expect(faults.isEmpty, "BATON_TOUCH_SEED=\(seed) BATON_TOUCH_SEQUENCES=1")
            if seed % 10_000 == 0 { print("controls: seed \(seed), \(totals)") }
            if !faults.isEmpty { break }
        }
        #expect(totals.ends > count && totals.cancels > count / 10, "the worlds are empty: \(totals)")
    }
}
