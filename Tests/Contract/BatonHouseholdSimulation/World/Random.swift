// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same in each run (SplitMix64), so that a world is repeated by its seed.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0xA076_1D64_78BD_642F &+ 0xE703_7ED1_A0B4_28DB }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `count`, which must be 1 or more.
    mutating func below(_ count: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(max(count, 1))) }

    /// True with a probability of 1 / `count`.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(range.lowerBound + below(range.upperBound - range.lowerBound + 1))
    }
}
