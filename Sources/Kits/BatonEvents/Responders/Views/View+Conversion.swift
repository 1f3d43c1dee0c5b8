// SPDX-License-Identifier: Apache-2.0

extension View {
    /// Converts a point of this view's coordinates to another view's; nil is the window (rule V5).
    ///
    /// Views of different windows are converted by the windows' frames on the screen. Costs O(depth of both views).
    public func convert(_ point: Point, to view: View?) -> Point {
        if view === self { return point }
        let (inRoot, root) = toRoot(point)
        guard let view else { return inRoot }
        let otherRoot = view.root
        if otherRoot === root { return view.fromRoot(inRoot) }
        return view.fromRoot(otherRoot.placement.fromSuperview(root.placement.toSuperview(inRoot)))
    }

    /// Converts a point of another view's coordinates to this view's; nil is the window (rule V5).
    public func convert(_ point: Point, from view: View?) -> Point {
        guard let view else { return fromRoot(point) }
        // Hit-testing asks this of each subview.
        if view === superview { return placement.fromSuperview(point) }
        return view.convert(point, to: self)
    }

    /// Converts a rectangle of this view's coordinates to another view's; nil is the window. The result is the bounding
    /// box (rule V5).
    public func convert(_ rect: Rect, to view: View?) -> Rect {
        Rect(containing: rect.corners.map { convert($0, to: view) })
    }

    /// Converts a rectangle of another view's coordinates to this view's; nil is the window. The result is the bounding
    /// box (rule V5).
    public func convert(_ rect: Rect, from view: View?) -> Rect {
        Rect(containing: rect.corners.map { convert($0, from: view) })
    }

    /// The topmost view above this one: the window, if it is in one.
    private var root: View {
        var view = self
        while let above = view.superview { view = above }
        return view
    }

    private func toRoot(_ point: Point) -> (point: Point, root: View) {
        var (result, view) = (point, self)
        while let above = view.superview {
            result = view.placement.toSuperview(result)
            view = above
        }
        return (result, view)
    }

    private func fromRoot(_ point: Point) -> Point {
        guard let superview else { return point }
        return placement.fromSuperview(superview.fromRoot(point))
    }
}
