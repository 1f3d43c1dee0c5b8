// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// A transform of the plane that keeps lines straight: x' = a·x + c·y + tx, y' = b·x + d·y + ty (rule V15).
///
/// Angles are in radians. Because y grows downwards, a positive angle turns clockwise.
/// Unlike Core Graphics' it says whether it can be undone: its inverse is nil if it cannot.
///
/// For example:
/// ```swift
/// view.transform = AffineTransform(rotation: 0.5).concatenating(AffineTransform(scaleX: 2, y: 2))
/// view.transform = .identity
/// ```
public struct AffineTransform: Hashable, Sendable {
    /// How much x adds to x' (rule V15).
    public var a: Double
    /// How much x adds to y' (rule V15).
    public var b: Double
    /// How much y adds to x' (rule V15).
    public var c: Double
    /// How much y adds to y' (rule V15).
    public var d: Double
    /// What is added to x', in points (rule V15).
    public var tx: Double
    /// What is added to y', in points (rule V15).
    public var ty: Double

    /// The transform that changes nothing (rule V5).
    @inlinable public static var identity: AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

    /// Makes a transform of its six numbers (rule V15).
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Makes a rotation about the origin (rule V15).
    ///
    /// - Parameter angle: in radians, clockwise.
    public init(rotation angle: Double) {
        let (sine, cosine) = (cmath_sin(angle), cmath_cos(angle))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Makes a scaling about the origin (rule V15).
    public init(scaleX: Double, y: Double) {
        self.init(a: scaleX, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Makes a shift, in points (rule V15).
    public init(translationX: Double, y: Double) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: translationX, ty: y)
    }

    /// The transform that does this one first, then another (rule V5).
    public func concatenating(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
            d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty)
    }

    /// Scales first, then does this transform (rule V5).
    public func scaled(byX x: Double, y: Double) -> AffineTransform {
        AffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// Rotates first, then does this transform (rule V5).
    public func rotated(by angle: Double) -> AffineTransform {
        AffineTransform(rotation: angle).concatenating(self)
    }

    /// Shifts first, then does this transform (rule V5).
    public func translated(byX x: Double, y: Double) -> AffineTransform {
        AffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// The transform that undoes this one; nil if there is none (rule V6).
    public var inverse: AffineTransform? {
        if isIdentity { return self }
        let determinant = a * d - b * c
        guard determinant != 0 else { return nil }
        let result = AffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
        return result.isFinite ? result : nil
    }

    /// Whether it changes nothing.
    @inlinable package var isIdentity: Bool { a == 1 && b == 0 && c == 0 && d == 1 && tx == 0 && ty == 0 }

    /// Whether all six numbers are finite (rule V15).
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// Where a point goes (rule V5).
    @inlinable
    public func apply(to point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// The bounding box of where a rectangle goes (rule V5).
    public func apply(to rect: Rect) -> Rect { Rect(containing: rect.corners.map(apply(to:))) }
}
