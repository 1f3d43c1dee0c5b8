// SPDX-License-Identifier: Apache-2.0

/// A number and its bounds (rule CT15). The bounds are in order, and the number is between them.
struct ValueRange {
    private(set) var least: Double
    private(set) var most: Double
    private(set) var value: Double

    init(from least: Double, to most: Double) {
        (self.least, self.most, value) = (least, most, least)
    }

    /// How far the number is from the least to the largest, from 0 to 1.
    func fraction(of value: Double) -> Double {
        // Halves, because the difference of two numbers may be too large for one.
        let range = most / 2 - least / 2
        return range > 0 ? (clamped(value) / 2 - least / 2) / range : 0
    }

    /// The number at a fraction from 0 to 1.
    func value(at fraction: Double) -> Double { clamped(least * (1 - fraction) + most * fraction) }

    func clamped(_ value: Double) -> Double { min(max(value, least), most) }

    mutating func set(_ new: Double) { if isNumber(new) { value = clamped(new) } }

    mutating func setLeast(_ new: Double) {
        guard isNumber(new) else { return }
        (least, most) = (new, max(most, new))
        value = clamped(value)
    }

    mutating func setMost(_ new: Double) {
        guard isNumber(new) else { return }
        (least, most) = (min(least, new), new)
        value = clamped(value)
    }

    private func isNumber(_ new: Double) -> Bool {
        assert(new.isFinite, "the value of a control needs finite numbers")
        return new.isFinite
    }
}
