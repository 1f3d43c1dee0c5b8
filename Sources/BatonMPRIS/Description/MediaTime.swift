// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// A position in a track, the length of one, or the distance between two positions: microseconds, the unit of MPRIS 2.2.
///
/// Players send any 64-bit number. Arithmetic on a media time stops at the ends of the range instead of trapping, so that a
/// player that lies makes a wrong position and nothing worse.
///
/// For example, the time that is left of a track:
/// ```swift
/// let left = length - position
/// print(left > 0 ? "\(left.microseconds / 1_000_000) s left" : "over")
/// ```
public struct MediaTime: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    /// The number as it goes over the bus.
    public let microseconds: Int64

    /// The earliest there is.
    public static let min = MediaTime(microseconds: .min)
    /// The latest there is.
    public static let max = MediaTime(microseconds: .max)

    /// Makes a time of any number of microseconds.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes a time of a number of microseconds that is written in the source.
    public init(integerLiteral value: Int64) {
        microseconds = value
    }

    /// Makes a time of an interval: whole microseconds, the nearest that there is.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // Less than a second, so that the sum of both is the only one that can pass the end.
        let rest = MediaTime(microseconds: attoseconds / 1_000_000_000_000)
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        self = MediaTime(microseconds: overflow ? (seconds < 0 ? .min : .max) : whole) + rest
    }

    /// Reads what a player sent; nil when it is no number.
    public init?(_ value: Value) {
        guard let number = value.asInt64 else { return nil }
        microseconds = number
    }

    /// The value that goes over the bus.
    public var value: Value { .int64(microseconds) }

    /// The sum, or the end of the range that it passes.
    public static func + (a: MediaTime, b: MediaTime) -> MediaTime {
        let (sum, overflow) = a.microseconds.addingReportingOverflow(b.microseconds)
        return MediaTime(microseconds: overflow ? (b.microseconds < 0 ? .min : .max) : sum)
    }

    /// The difference, or the end of the range that it passes.
    public static func - (a: MediaTime, b: MediaTime) -> MediaTime {
        let (difference, overflow) = a.microseconds.subtractingReportingOverflow(b.microseconds)
        return MediaTime(microseconds: overflow ? (b.microseconds < 0 ? .max : .min) : difference)
    }

    /// The same distance the other way.
    public static prefix func - (time: MediaTime) -> MediaTime { 0 - time }

    /// The time at another speed: the nearest microsecond, or the end of the range. A speed that is no number gives 0.
    public static func * (time: MediaTime, speed: Double) -> MediaTime {
        let product = Double(time.microseconds) * speed
        guard !product.isNaN else { return 0 }
        return MediaTime(microseconds: Int64(exactly: product.rounded(.towardZero)) ?? (product < 0 ? .min : .max))
    }

    /// How far it is from 0.
    public var magnitude: MediaTime { self < 0 ? -self : self }

    /// Whether `a` is earlier than `b`.
    public static func < (a: MediaTime, b: MediaTime) -> Bool { a.microseconds < b.microseconds }
}
