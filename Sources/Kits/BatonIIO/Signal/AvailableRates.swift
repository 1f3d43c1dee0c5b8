// SPDX-License-Identifier: Apache-2.0

/// The rates that a driver offers, read from `sampling_frequency_available` (rule IIO12).
enum AvailableRates: Hashable, Sendable {
    /// `12.5 25 50 100`
    case list([Double])
    /// `[min step max]`
    case range(ClosedRange<Double>, step: Double)
    /// The attribute is missing, or cannot be read.
    case any

    /// The rates that an accelerometer can have, in Hz. A driver, or `iiod` on another machine, may report any number;
    /// others are ignored.
    static let possible = 0.01...1_000_000

    init(_ text: String?) {
        guard let text else {
            self = .any
            return
        }
        let isRange = text.utf8.first == UInt8(ascii: "[")
        let numbers = text.split { " \t\n[],".contains($0) }.compactMap { try? IIOText.number($0) }
        if isRange, numbers.count == 3, Self.possible.contains(numbers[0]), Self.possible.contains(numbers[2]),
            numbers[0] <= numbers[2]
        {
            self = .range(numbers[0]...numbers[2], step: max(numbers[1], 0))
        } else {
            let rates = numbers.filter(Self.possible.contains).sorted()
            self = isRange || rates.isEmpty ? .any : .list(rates)
        }
    }

    /// The least offered rate that is not below `wanted`, else the greatest one.
    func choose(atLeast wanted: Double) -> Double {
        switch self {
        case .any: return wanted
        case .list(let rates): return rates.first { $0 >= wanted - 0.01 } ?? rates.last ?? wanted
        case .range(let range, let step):
            guard wanted > range.lowerBound else { return range.lowerBound }
            guard step > 0 else { return min(wanted, range.upperBound) }
            let steps = ((wanted - range.lowerBound) / step - 0.001).rounded(.up)
            return min(range.lowerBound + steps * step, range.upperBound)
        }
    }
}
