// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same in each run (SplitMix64), so that a world is repeated by its seed.
struct Random {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0xA076_1D64_78BD_642F &+ 0xE703_7ED1_A0B4_28DB
    }

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

    /// Numbers, many of which make arithmetic overflow.
    mutating func extreme() -> Int64 {
        let numbers: [Int64] = [
            0, 1, -1, .min, .max, 9_223_372_036_854_775_806, 1_000_000, -1_000_000, 999_999, 180_000_000,
            9_007_199_254_740_992, 4_611_686_018_427_387_904,
        ]
        return pick(numbers)
    }

    mutating func extremeDouble() -> Double {
        pick([0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300])
    }

    mutating func text() -> String {
        switch below(12) {
        case 0: ""
        case 1: "\u{1B}]0;title\u{7}\u{9B}31m\u{202E}"
        case 2: String(repeating: "é", count: 200)
        case 3: String(repeating: "a", count: 70_000)
        default: "Song \(below(1000))"
        }
    }
}
