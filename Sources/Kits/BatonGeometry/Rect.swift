// SPDX-License-Identifier: Apache-2.0

/// A rectangle in the coordinates of a view, in points (rule V15). A negative width or height extends it to the left or
/// upwards.
///
/// Unlike Core Graphics' it has no null and no infinite rectangle.
///
/// For example:
/// ```swift
/// view.frame = Rect(x: 20, y: 40, width: 100, height: 50)
/// let isInside = view.frame.contains(Point(x: 20, y: 40))  // true: the left and top edges belong to it
/// ```
public struct Rect: Hashable, Sendable {
    /// The corner at the left and the top, if width and height are positive (rule V15).
    public var origin: Point
    /// The width and the height (rule V15).
    public var size: Size

    /// The empty rectangle at the origin (rule V15).
    @inlinable public static var zero: Rect { Rect(origin: .zero, size: .zero) }

    /// Makes a rectangle of a corner and a size (rule V15).
    @inlinable
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Makes a rectangle of its numbers, in points (rule V15).
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// The left edge (rule V15).
    @inlinable public var minX: Double { min(origin.x, origin.x + size.width) }
    /// The top edge (rule V15).
    @inlinable public var minY: Double { min(origin.y, origin.y + size.height) }
    /// The right edge (rule V15).
    @inlinable public var maxX: Double { max(origin.x, origin.x + size.width) }
    /// The bottom edge (rule V15).
    @inlinable public var maxY: Double { max(origin.y, origin.y + size.height) }
    /// The middle (rule V15).
    @inlinable
    public var middle: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
    /// The distance of the middle from the left (rule V15).
    public var midX: Double { middle.x }
    /// The distance of the middle from the top (rule V15).
    public var midY: Double { middle.y }
    /// The width, never negative (rule V15).
    public var width: Double { size.width.magnitude }
    /// The height, never negative (rule V15).
    public var height: Double { size.height.magnitude }
    /// Whether it has no area (rule V15).
    public var isEmpty: Bool { size.width == 0 || size.height == 0 }

    /// The same area with a width and a height that are not negative (rule V15).
    public var standardized: Rect {
        Rect(x: minX, y: minY, width: size.width.magnitude, height: size.height.magnitude)
    }

    /// Whether the point is inside. The left and top edges are inside, the right and bottom ones are not (rule V7).
    @inlinable
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether it has area in common with another rectangle (rule V15).
    public func intersects(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The rectangle, shifted by distances in points (rule V15).
    public func offsetBy(dx: Double, dy: Double) -> Rect {
        Rect(origin: Point(x: origin.x + dx, y: origin.y + dy), size: size)
    }

    /// The rectangle, with the same middle and each edge moved inwards, or outwards by a negative distance, in points. One
    /// that has no room left is empty, where Core Graphics' is null (rule V15).
    public func insetBy(dx: Double, dy: Double) -> Rect {
        let size = Size(width: max(width - 2 * dx, 0), height: max(height - 2 * dy, 0))
        return Rect(origin: Point(x: midX - size.width / 2, y: midY - size.height / 2), size: size)
    }

    /// Whether all four numbers are finite (rule V15).
    @inlinable public var isFinite: Bool { origin.isFinite && size.isFinite }

    /// The corners, each next to the one before.
    package var corners: [Point] {
        [
            origin, Point(x: origin.x + size.width, y: origin.y),
            Point(x: origin.x + size.width, y: origin.y + size.height),
            Point(x: origin.x, y: origin.y + size.height),
        ]
    }

    /// The smallest rectangle that contains all the points; empty at the origin without points.
    package init(containing points: [Point]) {
        guard let first = points.first else {
            self = .zero
            return
        }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for point in points.dropFirst() {
            left = min(left, point.x)
            top = min(top, point.y)
            right = max(right, point.x)
            bottom = max(bottom, point.y)
        }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }
}
