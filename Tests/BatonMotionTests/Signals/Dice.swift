// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Random numbers that a seed determines.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    /// A random number of mean 0 and standard deviation 1, normally distributed.
    mutating func normal() -> Double {
        (-2 * log(number(1e-12...1))).squareRoot() * cos(2 * .pi * number(0...1))
    }
}
