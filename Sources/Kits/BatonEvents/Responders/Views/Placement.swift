// SPDX-License-Identifier: Apache-2.0

/// Where a view is in its superview (rules V1 to V4). Bounds, center and transform are stored, and the frame follows
/// from them.
struct Placement {
    var bounds = Rect.zero
    /// The place of the middle of the bounds in the superview.
    var center = Point.zero
    var transform = AffineTransform.identity {
        didSet { inverse = transform.inverse }
    }
    /// Undoes the transform; nil if it cannot be undone (rule V6).
    private(set) var inverse: AffineTransform? = .identity

    /// The bounding box of the bounds in the superview (rule V2).
    var frame: Rect {
        get { Rect(containing: bounds.corners.map(toSuperview)) }
        set {
            let wanted = newValue.standardized
            center = wanted.middle
            // The frame's size says nothing of the bounds if the transform makes a line of them.
            guard let inverse else { return }
            let width = inverse.a * wanted.size.width + inverse.c * wanted.size.height
            let height = inverse.b * wanted.size.width + inverse.d * wanted.size.height
            bounds.size = Size(width: width.magnitude, height: height.magnitude)
        }
    }

    /// Converts a point of the view's coordinates to its superview's.
    func toSuperview(_ point: Point) -> Point {
        let offset = point - bounds.middle
        return (transform.isIdentity ? offset : transform.apply(to: offset)) + center
    }

    /// Converts a point of the superview's coordinates to the view's. Without an inverse it is the origin of the bounds
    /// (rule V6).
    func fromSuperview(_ point: Point) -> Point {
        guard let inverse else { return bounds.origin }
        let offset = point - center
        return (transform.isIdentity ? offset : inverse.apply(to: offset)) + bounds.middle
    }
}
