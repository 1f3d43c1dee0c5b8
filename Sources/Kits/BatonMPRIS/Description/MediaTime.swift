// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A position in a track, the length of one, or the distance between two positions: microseconds, the unit of MPRIS 2.2.
///
/// Players may send any 64-bit number. Arithmetic on media times saturates at the ends of the range instead of
/// trapping, so that a wrong number from a player has no other effect than a wrong position.
///
/// For example, the time that is left of a track:
/// ```swift
/// let left = (player.metadata.length ?? 0) - player.position(at: .seconds(7))
/// print(left > 0 ? "\(left.microseconds / 1_000_000) s left" : "over")
/// ```
public struct MediaTime: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    /// The number of microseconds.
    public let microseconds: Int64

    /// The least value.
    public static let min = MediaTime(microseconds: .min)
    /// The greatest value.
    public static let max = MediaTime(microseconds: .max)

    /// Makes a time from a number of microseconds.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes a time from a literal number of microseconds.
    public init(integerLiteral value: Int64) {
        microseconds = value
    }

    /// Makes a time from a duration, cut to whole microseconds and to the range.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // The part below a second. Only the sum of both parts can overflow, and `+` saturates.
        let rest = MediaTime(microseconds: attoseconds / 1_000_000_000_000)
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        self = MediaTime(microseconds: overflow ? (seconds < 0 ? .min : .max) : whole) + rest
    }

    /// Reads a value that a player sent; nil when it is not a number.
    public init?(_ value: Value) {
        guard let number = value.asInt64 else { return nil }
        microseconds = number
    }

    /// The time as a D-Bus value.
    public var value: Value { .int64(microseconds) }

    /// The sum, saturated.
    public static func + (a: MediaTime, b: MediaTime) -> MediaTime {
        let (sum, overflow) = a.microseconds.addingReportingOverflow(b.microseconds)
        return MediaTime(microseconds: overflow ? (b.microseconds < 0 ? .min : .max) : sum)
    }

    /// The difference, saturated.
    public static func - (a: MediaTime, b: MediaTime) -> MediaTime {
        let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
        return MediaTime(microseconds: overflow ? (b.microseconds < 0 ? .max : .min) : difference)
    }

    /// The negated time, saturated.
    public static prefix func - (time: MediaTime) -> MediaTime { 0 - time }

    /// The time multiplied by a speed, rounded toward zero and saturated; 0 if the product is not a number.
    public static func * (time: MediaTime, speed: Double) -> MediaTime {
        let product = Double(time.microseconds) * speed
        guard !product.isNaN else { return 0 }
        return MediaTime(microseconds: Int64(exactly: product.rounded(.towardZero)) ?? (product < 0 ? .min : .max))
    }

    /// The absolute value, saturated.
    public var magnitude: MediaTime { self < 0 ? -self : self }

    /// Whether `a` is less than `b`.
    public static func < (a: MediaTime, b: MediaTime) -> Bool { a.microseconds < b.microseconds }
}
