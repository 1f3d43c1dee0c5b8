// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Random numbers of a distribution, that a seed determines.
public struct Dice: RandomNumberGenerator {
    private var random: SeededRandom

    /// Starts the sequence of a seed.
    public init(_ seed: Int) {
        random = SeededRandom(seed: UInt64(truncatingIfNeeded: seed))
    }

    /// The next number of the sequence.
    public mutating func next() -> UInt64 { random.next() }

    /// A random number of a range, uniformly distributed.
    public mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    /// A random number of mean 0 and standard deviation 1, normally distributed.
    public mutating func normal() -> Double {
        (-2 * log(number(1e-12...1))).squareRoot() * cos(2 * .pi * number(0...1))
    }
}
