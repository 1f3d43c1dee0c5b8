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

    /// Records the chain from a responder.
    init(from first: Responder, in window: Window?, of application: Application?) {
        links = Self.links(from: first, in: window, of: application)
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
        for responder in responders { append(responder, to: &links, in: window, of: application) }
        return links
    }

    private static func append(
        _ responder: Responder, to links: inout [Link], in window: Window?, of application: Application?
    ) {
        // What is above a view of the window is in the window as well. Asking each view would climb to the root each
        // time.
        var isInside = links.last?.isMember == true
        if responder === window || responder === application {
            isInside = false
        } else if !isInside || !responder.isOfHierarchy {
            isInside = window != nil && responder.window === window
        }
        links.append(Link(responder: responder, isMember: isInside))
    }

    /// The links from a responder along ``Responder/next``.
    private static func links(from first: Responder, in window: Window?, of application: Application?) -> [Link] {
        var links: [Link] = []
        links.reserveCapacity(8)
        // A chain that ends has no cycle. In one that does not, a mark is met again that moves on after twice as many
        // steps each time.
        var (mark, stepsToMark, steps) = (first, 8, 0)
        var present: Responder? = first
        while let responder = present {
            append(responder, to: &links, in: window, of: application)
            present = responder.next
            if present === mark { return Self.links(of: Window.chain(from: first), in: window, of: application) }
            steps += 1
            if steps == stepsToMark { (mark, stepsToMark, steps) = (responder, stepsToMark * 2, 0) }
        }
        return links
    }
}
