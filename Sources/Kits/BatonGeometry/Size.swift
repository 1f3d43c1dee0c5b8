// SPDX-License-Identifier: Apache-2.0

/// A width and a height in points (rule V15).
///
/// For example:
/// ```swift
/// view.bounds.size = Size(width: 64, height: 48)
/// ```
public struct Size: Hashable, Sendable {
    /// The width, in points (rule V15).
    public var width: Double
    /// The height, in points (rule V15).
    public var height: Double

    /// No extent (rule V15).
    @inlinable public static var zero: Size { Size(width: 0, height: 0) }

    /// Makes a size (rule V15). Any number is valid here.
    @inlinable
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether both numbers are finite (rule V15).
    @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }
}
