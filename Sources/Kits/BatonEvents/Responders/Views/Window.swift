// SPDX-License-Identifier: Apache-2.0

/// The root of a hierarchy of views, with at most one first responder (rule R7).
///
/// Unlike UIKit's, it has no screen, scene or level: its place in ``Application/windows`` is its place on the screen.
///
/// For example:
/// ```swift
/// let window = Window(frame: Rect(x: 0, y: 0, width: 320, height: 480))
/// application.addWindow(window)
/// window.makeKey()
/// ```
@MainActor
open class Window: View {
    /// The application to which the window was added (rule E6).
    @exclusivity(unchecked) public internal(set) weak var application: Application? {
        didSet { applicationID = application.map { ObjectIdentifier($0) } }
    }
    /// Compared instead of the weak reference, which costs more.
    private(set) var applicationID: ObjectIdentifier?
    /// The responder that gets motion and remote-control events first (rule R3); nil means the window itself (rule R9).
    public internal(set) weak var firstResponder: Responder?
    /// The controller of the window's content (rule R2). Setting it adds its view to the window and removes the
    /// previous one. A view without a size gets the window's (rule V17).
    public var rootViewController: ViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            ResponderChain.generation &+= 1
            oldValue?.view.removeFromSuperview()
            guard let view = rootViewController?.view else { return }
            if view.bounds.size == .zero { view.frame = bounds }
            addSubview(view)
        }
    }

    /// The window's controller if it has one, else the application (rule R2).
    override open var next: Responder? { viewController ?? application }

    override open var window: Window? { self }

    /// Makes this window the one that motion and remote-control events go to (rule E6).
    public func makeKey() {
        application?.keyWindow = self
    }

    /// Whether motion and remote-control events go to this window (rule E6).
    public var isKeyWindow: Bool { application?.keyWindow === self }

    /// Delivers an event to the responders of this window, and touches first to gesture recognizers (rule E11).
    /// Override it to watch, and call `super` to deliver (rule E7). An override that does not call `super` decides what
    /// happens with the event.
    open func sendEvent(_ event: Event) {
        if let touches = event as? TouchesEvent { return deliver(touches) }
        guard let application else { return event.finish() }
        guard let first = event.begin(responderChain(for: event), in: self, of: application) else {
            event.finish()
            return
        }
        event.deliver(to: first)
    }

    /// Called at the first touch of a tracker of this window that hits nothing because the window has no size, as one
    /// without a frame. It stops a debug build (rule V16). Override it if the size comes later than the first touch.
    open func didMissTouches() {
        assertionFailure("\(type(of: self)) has no size, so touches do not hit it; set its frame")
    }

    /// Whether ``didMissTouches()`` was called.
    private var hasMissedTouches = false

    /// Tells once of a touch that hit nothing, if the window has no size.
    func noteMissedTouch() {
        guard !hasMissedTouches, bounds.size == .zero else { return }
        hasMissedTouches = true
        didMissTouches()
    }

    private func deliver(_ event: TouchesEvent) {
        event.router?.deliver(event, in: self)
    }

    /// The chain for an event: from the first responder along ``Responder/next``, or from the window without one.
    ///
    /// Override it if the order comes from elsewhere. Return each responder once, and at the end the window and what
    /// comes after it (rule R2).
    open func responderChain(for event: Event) -> [Responder] {
        Self.chain(from: firstResponder ?? self)
    }

    /// The responders from `first` along ``Responder/next`` (rule R2). If they form a cycle, each is in the chain once.
    public static func chain(from first: Responder) -> [Responder] {
        var chain: [Responder] = []
        append(chainFrom: first, to: &chain)
        return chain
    }

    /// The responders of a chain up to which looking through them costs less than a set.
    private static let shortChain = 16

    /// Appends the responders from `first` along ``Responder/next``, except those that are in the array (rule R2).
    public static func append(chainFrom first: Responder, to chain: inout [Responder]) {
        var seen: Set<ObjectIdentifier> = []
        guard isNew(first, in: chain, &seen) else { return }
        chain.append(first)
        while let next = chain[chain.count - 1].next, isNew(next, in: chain, &seen) { chain.append(next) }
    }

    /// Whether a responder is not in the chain yet.
    ///
    /// - Parameter seen: what is in it, once it is long.
    private static func isNew(
        _ responder: Responder, in chain: [Responder], _ seen: inout Set<ObjectIdentifier>
    ) -> Bool {
        let id = ObjectIdentifier(responder)
        guard chain.count >= shortChain else { return !chain.contains { ObjectIdentifier($0) == id } }
        if seen.isEmpty { seen = Set(chain.map { ObjectIdentifier($0) }) }
        return seen.insert(id).inserted
    }
}
