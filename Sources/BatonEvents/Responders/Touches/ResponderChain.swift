// SPDX-License-Identifier: Apache-2.0

/// The responders from one on, as they were when a message was sent (rule R5).
@MainActor
final class ResponderChain {
    /// One responder of the recorded chain.
    struct Link {
        let responder: Responder
        /// Whether the responder was in the window at the dispatch. If it is not any more, a walk skips it.
        let isMember: Bool
    }

    /// Grows with each change of a hierarchy of views, windows and controllers. While it stays, so does every chain.
    static var generation: UInt64 = 0

    let links: [Link]
    private weak var window: Window?
    private let generation: UInt64

    init(_ responders: [Responder], in window: Window?, of application: Application?) {
        links = Self.links(of: responders, in: window, of: application)
        self.window = window
        generation = Self.generation
    }

    /// Whether no hierarchy has changed since the chain was recorded.
    var isCurrent: Bool { generation == Self.generation }

    /// Whether a responder that was in the window is not in it any more.
    func hasLeft(_ link: Link) -> Bool { !isCurrent && link.isMember && link.responder.window !== window }

    /// Notes for each responder whether it is in the window.
    static func links(of responders: [Responder], in window: Window?, of application: Application?) -> [Link] {
        var links: [Link] = []
        links.reserveCapacity(responders.count)
        // What is above a view of the window is in the window as well. Asking each view would climb to the root each
        // time.
        var isInside = false
        for responder in responders {
            if responder === window || responder === application {
                isInside = false
            } else if !isInside || !(responder is View || responder is ViewController) {
                isInside = window != nil && responder.window === window
            }
            links.append(Link(responder: responder, isMember: isInside))
        }
        return links
    }
}
