// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// A position or a volume from the command line: `12.5` sets it, `5+` and `5-` change it by a step.
enum Adjustment: Hashable, Sendable {
    case set(Double)
    case change(by: Double)

    /// Positions and volumes must be below this: MPRIS has 64 bits for microseconds, which is 9.2e12 s.
    static let limit = 9e12

    /// Whether the magnitude is below ``limit``.
    var isInRange: Bool {
        switch self {
        case .set(let value), .change(let value): abs(value) < Self.limit
        }
    }

    /// Parses seconds: a number, or `m:ss` and `h:mm:ss`, with an optional `+` or `-` at the end. The range is not
    /// checked.
    init?(seconds text: String) {
        self.init(text) { magnitude in
            var seconds = 0.0
            for part in magnitude.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false) {
                guard let number = Self.number(part) else { return nil }
                seconds = seconds * 60 + number
            }
            return seconds
        }
    }

    /// Parses a volume: a number where 1.0 is full, or a percentage with `%`, with an optional `+` or `-` at the end.
    init?(level text: String) {
        self.init(text) { magnitude in
            magnitude.hasSuffix("%") ? Self.number(magnitude.dropLast()).map { $0 / 100 } : Self.number(magnitude)
        }
        if !isInRange { return nil }
    }

    private init?(_ text: String, magnitude: (Substring) -> Double?) {
        switch text.last {
        case "+":
            guard let value = magnitude(text.dropLast()) else { return nil }
            self = .change(by: value)
        case "-":
            guard let value = magnitude(text.dropLast()) else { return nil }
            self = .change(by: -value)
        default:
            guard let value = magnitude(text[...]) else { return nil }
            self = .set(value)
        }
    }

    private static func number(_ text: Substring) -> Double? {
        // A number beyond Double's range is one all the same: it is out of range.
        guard let number = Double(text), number.isFinite || text.contains(where: \.isNumber) else { return nil }
        return number
    }
}
