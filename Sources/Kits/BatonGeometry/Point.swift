// SPDX-License-Identifier: Apache-2.0

/// A place in the coordinates of a view, in points (rule V15). y grows downwards.
///
/// For example:
/// ```swift
/// let middle = Point(x: 160, y: 240.5)
/// let isLeft = view.convert(middle, to: nil).x < 100
/// ```
public struct Point: Hashable, Sendable {
    /// The distance from the left edge, in points (rule V15).
    public var x: Double
    /// The distance from the top edge, in points (rule V15).
    public var y: Double

    /// The origin (rule V15).
    @inlinable public static var zero: Point { Point(x: 0, y: 0) }

    /// Makes a point of its coordinates (rule V15). Any number is valid here.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The distance to another point, in points; infinite if it exceeds the range of numbers (rule V15).
    @inlinable
    public func distance(to other: Point) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Whether both coordinates are finite (rule V15).
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

    /// Adds the coordinates of two points.
    @inlinable
    package static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }

    /// The way from the right point to the left one.
    @inlinable
    package static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }

    /// Multiplies both coordinates.
    @inlinable
    package static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }

    /// The distance from the origin, in points.
    @inlinable package var length: Double { distance(to: .zero) }
}
