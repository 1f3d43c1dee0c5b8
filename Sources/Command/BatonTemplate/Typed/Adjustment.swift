// SPDX-License-Identifier: Apache-2.0

/// A position or a volume from the command line: `12.5` sets it, `5+` and `5-` change it by a step.
package enum Adjustment: Hashable, Sendable {
    case set(Double)
    case change(by: Double)

    /// Positions and volumes must be below this: MPRIS has 64 bits for microseconds, which is 9.2e12 s.
    private static let limit = 9e12

    /// Whether the magnitude is below ``limit``.
    package var isInRange: Bool { magnitude < Self.limit }

    /// Parses seconds: a number, or `m:ss` and `h:mm:ss`, with an optional `+` or `-` at the end. The range is not
    /// checked.
    package init?(seconds text: String) {
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
    package init?(level text: String) {
        self.init(text) { magnitude in
            magnitude.hasSuffix("%") ? Self.number(magnitude.dropLast()).map { $0 / 100 } : Self.number(magnitude)
        }
        if !isInRange { return nil }
    }

    /// The loudest volume that can be typed, as the agent's (rule VOL2).
    private static let loudest = 1.5

    /// Parses the volume that a command is to set, or the step by which it is to change it.
    ///
    /// - Throws: ``VolumeMistake`` with what may be meant: a player would take 50 for its loudest volume, and `+5%` for 5 %.
    package init(volume text: String) throws(VolumeMistake) {
        if let sign = text.first, "+-".contains(sign) {
            let rest = text.dropFirst()
            guard let digit = rest.first, !"+-".contains(digit), case .set? = Self(level: String(rest)) else {
                throw .noNumber
            }
            throw .signInFront(meant: "\(rest)\(sign)")
        }
        guard let adjustment = Self(level: text) else { throw .noNumber }
        self = adjustment
        guard magnitude > Self.loudest else { return }
        let sign = text.suffix(1).filter("+-".contains)
        let isPercentage = text.utf8.contains(UInt8(ascii: "%")) || magnitude > Self.loudest * 100
        throw .tooLoud(meant: isPercentage ? "" : "\(text.dropLast(sign.count))%\(sign)")
    }

    private var magnitude: Double {
        switch self {
        case .set(let value), .change(let value): abs(value)
        }
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

/// Why a text is no volume of a command line.
package enum VolumeMistake: Error, Hashable, Sendable {
    /// It is no number or percentage.
    case noNumber
    /// The sign of a change stands in front; `meant` has it at the end.
    case signInFront(meant: String)
    /// It is over 150 %. `meant` is the percentage that may be meant; empty if it is over that too.
    case tooLoud(meant: String)
}
