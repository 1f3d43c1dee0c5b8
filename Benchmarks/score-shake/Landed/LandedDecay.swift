// SPDX-License-Identifier: Apache-2.0

/// Decay without the C library, as the detector of dbb5d33 had it.
enum LandedDecay {
    /// e^(−x) for x ≥ 0; 1 for a negative x and for NaN.
    static func remaining(_ x: Double) -> Double {
        guard x > 0 else { return 1 }
        guard x < 40 else { return 0 }
        let y = x / 16
        let even = 120 + 12 * y * y
        let odd = y * (60 + y * y)
        var result = (even - odd) / (even + odd)
        for _ in 0..<4 { result *= result }
        return result
    }
}
