// SPDX-License-Identifier: Apache-2.0

/// An area in a window's hierarchy that touches hit, with its own coordinates (rules V1 to V15).
///
/// It draws nothing. Coordinates are in points, x to the right and y downwards. Setters take effect at once; there is
/// no animation (rule V14). A number that is not finite stops a debug build, and is ignored in a release build (rule
/// V6). Unlike UIKit's, it has no layer, no layout and no animation: it is where touches go, and the app draws.
///
/// For example:
/// ```swift
/// let window = Window()
/// window.frame = Rect(x: 0, y: 0, width: 320, height: 480)
/// let view = View(frame: Rect(x: 20, y: 20, width: 100, height: 100))
/// window.addSubview(view)
/// view.addGestureRecognizer(TapGestureRecognizer())
/// ```
@MainActor
open class View: Responder {
    /// The view that contains this one (rule R2).
    @exclusivity(unchecked) public private(set) weak var superview: View?
    /// The views that this one contains, the front one last (rule V9).
    public private(set) var subviews: [View] = []
    /// The controller that manages this view; nil if there is none (rule R2).
    @exclusivity(unchecked) public internal(set) weak var viewController: ViewController?

    /// The recognizers that receive the inputs of this view and of its subviews, in the order of adding (rule G13).
    public private(set) var gestureRecognizers: [GestureRecognizer] = []

    /// A number by which an app finds the view; 0 by default (rule V17).
    public var tag = 0

    /// Makes a view (rule V17). A subclass that overrides it has `init(frame:)` alone.
    ///
    /// - Parameter frame: in points of the superview; without it the view has no size.
    public init(frame: Rect = .zero) {
        super.init()
        self.frame = frame
    }

    /// The view's controller if it has one, else its superview (rule R2).
    override open var next: Responder? { viewController ?? superview }

    override open var window: Window? { superview?.window }

    override final var isOfHierarchy: Bool { true }

    /// The window that ``didMoveToWindow()`` was called for last.
    weak var toldWindow: Window?

    /// Called when the view has entered a window, or has left one: ``Responder/window`` is the new one, or nil. Does nothing by
    /// default (rule R13).
    open func didMoveToWindow() {}

    // MARK: Geometry

    var placement = Placement()

    /// The area of the view in its superview's coordinates: the bounding box of the bounds under the transform (rule
    /// V2).
    ///
    /// Setting it moves the center to its middle, and gives the bounds its size taken back through the transform (rule
    /// V3).
    public var frame: Rect {
        get { placement.frame }
        set { if isNumber(newValue.isFinite) { placement.frame = newValue } }
    }

    /// The area of the view in its own coordinates. Setting the size keeps the center; setting the origin shifts the
    /// subviews (rule V4).
    public var bounds: Rect {
        get { placement.bounds }
        set { if isNumber(newValue.isFinite) { placement.bounds = newValue } }
    }

    /// The place of the middle of the bounds, in the superview's coordinates (rule V4).
    public var center: Point {
        get { placement.center }
        set { if isNumber(newValue.isFinite) { placement.center = newValue } }
    }

    /// How the view is scaled, turned and shifted about its center; the identity by default. A view whose transform has
    /// no inverse is not hit (rule V6).
    public var transform: AffineTransform {
        get { placement.transform }
        set { if isNumber(newValue.isFinite) { placement.transform = newValue } }
    }

    /// How opaque the view is, from 0 to 1; 1 by default. A view below 0.01 is not hit, nor are its subviews (rule
    /// T16).
    public var alpha: Double {
        get { opacity }
        set { if isNumber(newValue.isFinite) { opacity = newValue } }
    }
    private var opacity = 1.0
    /// The latest tap in the view.
    var lastTap: TapMemory?

    private func isNumber(_ isFinite: Bool) -> Bool {
        assert(isFinite, "the geometry of \(type(of: self)) needs finite numbers")
        return isFinite
    }

    // MARK: Touches

    /// Whether the view is hidden; false by default. Neither it nor its subviews are hit then (rule T16).
    @exclusivity(unchecked) open var isHidden = false
    /// Whether touches can hit the view and its subviews; true by default. Setting it to false cancels their touches
    /// that are under way, but not one that is just ending (rules T16, T18 and V11).
    @exclusivity(unchecked) public var isUserInteractionEnabled = true {
        didSet {
            if oldValue, !isUserInteractionEnabled {
                window?.application?.touchRouter?.takeTouches(of: self, isLeaving: false)
            }
        }
    }
    /// Whether the view gets several touches at a time; false by default. Otherwise it gets the first one only, until
    /// that one and all that hit the view meanwhile are up (rule T17).
    @exclusivity(unchecked) public var isMultipleTouchEnabled = false
    /// Whether the view gets touches only while no other view of its window has one, and keeps them from the others
    /// while it has one; false by default (rule T19).
    @exclusivity(unchecked) public var isExclusiveTouch = false

    /// The view that a point hits: the frontmost subview that contains it, asked in turn, or else this view (rules T15,
    /// T16 and V7).
    ///
    /// Override it to give touches to another view of the same window (rules T23 and T33).
    ///
    /// - Parameter point: in this view's coordinates.
    /// - Parameter event: the event that asks; nil if none does.
    /// - Returns: nil if the point is outside the view, or the view is hidden, transparent or without interaction.
    open func hitTest(_ point: Point, with event: Event?) -> View? {
        guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, placement.inverse != nil,
            self.point(inside: point, with: event)
        else { return nil }
        for subview in subviews.reversed() {
            if let hit = subview.hitTest(subview.placement.fromSuperview(point), with: event) { return hit }
        }
        return self
    }

    /// Whether a point is inside the bounds; the left and top edges are (rule V7). Override it for another shape: the
    /// superview has to contain the point as well, since nothing outside its bounds is hit (rule V8).
    open func point(inside point: Point, with event: Event?) -> Bool { bounds.contains(point) }

    // MARK: Hierarchy

    /// Adds a view in front of the other subviews, and removes it from its previous superview (rule V9).
    ///
    /// - Precondition: `view` is neither this view nor a view that contains it.
    public func addSubview(_ view: View) {
        insertSubview(view, at: .max)
    }

    /// Adds a view behind the subview that has this index, and removes it from its previous superview (rule V9). An
    /// index outside the subviews means the nearest one.
    ///
    /// - Precondition: `view` is neither this view nor a view that contains it.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot contain itself")
        // It leaves another window before it enters this one.
        if let former = view.window, former !== window { view.removeFromSuperview() }
        let controllers = view.willMove(to: window)
        view.detach(to: window)
        // The handlers of its touches, and controllers, may have moved anything.
        guard view.superview == nil, !isDescendant(of: view) else { return view.didMove(with: controllers) }
        ResponderChain.generation &+= 1
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        view.didMove(with: controllers)
    }

    /// Makes a subview the front one. Does nothing for another view (rule V9).
    public func bringSubviewToFront(_ view: View) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: index))
    }

    /// Makes a subview the rearmost one. Does nothing for another view (rule V9).
    public func sendSubviewToBack(_ view: View) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.insert(subviews.remove(at: index), at: 0)
    }

    /// Removes the view from its superview. A first responder that leaves the window with it resigns (rule R8). Touches
    /// of the view and of what is in it are cancelled before it leaves (rule V12).
    public func removeFromSuperview() {
        guard superview != nil else { return }
        let controllers = willMove(to: nil)
        detach(to: nil)
        didMove(with: controllers)
    }

    /// - Parameter destination: the window to which the view goes.
    private func detach(to destination: Window?) {
        guard superview != nil else { return }
        let window = window
        if window !== destination { window?.application?.touchRouter?.takeTouches(of: self, isLeaving: true) }
        // What the touches' handlers did may have moved the view.
        guard let superview else { return }
        ResponderChain.generation &+= 1
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        guard let window, let first = window.firstResponder, first.window !== window else { return }
        // It may not refuse, because it has left the window.
        _ = first.resignFirstResponder()
        window.firstResponder = nil
    }

    // MARK: Gesture recognizers

    /// Adds a recognizer, and removes it from its previous view (rule G13).
    public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view !== self else { return }
        recognizer.view?.removeGestureRecognizer(recognizer)
        // The action of a gesture that ended with it may have added it somewhere.
        guard recognizer.view == nil else { return }
        gestureRecognizers.append(recognizer)
        recognizer.view = self
    }

    /// Removes a recognizer. A gesture that it has begun is cancelled; otherwise the recognizer fails (rule G11).
    public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.view === self else { return }
        gestureRecognizers.removeAll { $0 === recognizer }
        recognizer.view = nil
        recognizer.abandon()
    }

    /// Whether a recognizer of this view, or of one above it, may begin or be recognized; true by default. It is asked of
    /// the view that the touch hit and of each view up to the recognizer's, after the recognizer's delegate. False makes
    /// the recognizer fail (rule CT24).
    open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    /// This view, or the first one in it, that has the tag; nil without one (rule V17).
    public func viewWithTag(_ tag: Int) -> View? { hierarchy.first { $0.tag == tag } }

    /// Whether the view is another one, or in it at any depth (rule V17).
    public func isDescendant(of view: View) -> Bool {
        var present: View? = self
        while let inner = present {
            if inner === view { return true }
            present = inner.superview
        }
        return false
    }
}
