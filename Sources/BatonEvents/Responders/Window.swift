// SPDX-License-Identifier: Apache-2.0

/// The root of a hierarchy of views, with one first responder at most (rule R7).
@MainActor
open class Window: View {
    /// The application it belongs to.
    public internal(set) weak var application: Application?
    /// Who gets motion and remote-control events first (rule R3); nil means the window itself (rule R9).
    public internal(set) weak var firstResponder: Responder?
    /// The controller of the view that fills the window. Setting it puts the view into the window.
    public var rootViewController: ViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            oldValue?.view.removeFromSuperview()
            if let view = rootViewController?.view { addSubview(view) }
        }
    }

    /// The application (rule R2).
    override open var next: Responder? { viewController ?? application }

    override open var window: Window? { self }

    /// Makes it the window that motion and remote-control events go to (rule E6).
    public func makeKey() {
        application?.keyWindow = self
    }

    /// Hands an event to the responders of this window. Override it to watch; without `super` nothing is delivered
    /// (rule E7), and what becomes of the event is the override's business.
    open func sendEvent(_ event: Event) {
        guard let application else { return event.finish() }
        guard let first = event.begin(responderChain(for: event), in: self, of: application) else {
            event.finish()
            return
        }
        event.deliver(to: first)
    }

    /// The chain an event is offered along: from the first responder, or the window without one, along `next`.
    ///
    /// Override it where the order is kept elsewhere; each responder once, the window and what follows it at the end.
    open func responderChain(for event: Event) -> [Responder] {
        Self.chain(from: firstResponder ?? self)
    }

    /// The responders from `first` along `next`. A ring in `next` ends the chain where it would begin again.
    public static func chain(from first: Responder) -> [Responder] {
        var chain: [Responder] = []
        var seen: Set<ObjectIdentifier> = []
        var present: Responder? = first
        while let responder = present, seen.insert(ObjectIdentifier(responder)).inserted {
            chain.append(responder)
            present = responder.next
        }
        return chain
    }
}
