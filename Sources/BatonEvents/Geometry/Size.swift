// SPDX-License-Identifier: Apache-2.0

/// A width and a height in points (rule V15).
///
/// For example:
/// ```swift
/// view.bounds.size = Size(width: 64, height: 48)
/// ```
public struct Size: Hashable, Sendable {
    /// The width, in points.
    public var width: Double
    /// The height, in points.
    public var height: Double

    /// No extent.
    public static let zero = Size(width: 0, height: 0)

    /// Makes a size. Any number is valid here.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether both numbers are finite.
    public var isFinite: Bool { width.isFinite && height.isFinite }
}
