// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Glibc
import Testing

@Suite("Interruptions in random worlds")
struct PropertyTests {
    private static func setting(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    /// BATON_INTERRUPTION_WORLDS plays more of them than a test run has time for; BATON_INTERRUPTION_SEED is the first seed.
    @Test("I1–I8, I40–I47: nothing is played that was not paused by us, twice, or after it was acted on")
    func property() {
        let count = Self.setting("BATON_INTERRUPTION_WORLDS") ?? 3000
        let first = Self.setting("BATON_INTERRUPTION_SEED") ?? 1
        var plays = 0
        var begun: Set<InterruptionCause> = []
        for seed in first..<(first + count) {
            var world = InterruptionWorld(seed: UInt64(seed))
            world.run(steps: 60)
            plays += world.plays
            begun.formUnion(world.causesBegun)
            let fault = world.fault
            #expect(fault == nil, "BATON_INTERRUPTION_SEED=\(seed) BATON_INTERRUPTION_WORLDS=1")
            if seed % 100_000 == 0 { print("interruptions: seed \(seed), \(plays) plays") }
            if fault != nil {
                if count == 1 { print(world.trace.joined(separator: "\n")) }
                break
            }
        }
        #expect(plays > count / 8, "the worlds are empty: \(plays) plays")
        // A single world has a few of them.
        #expect(count < 100 || begun == Set(InterruptionCause.allCases), "no world has each source: \(begun)")
    }
}
