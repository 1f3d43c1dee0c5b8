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

    /// Which responders of a chain were in a window when it was recorded.
    struct Members {
        /// Of the first 64, which is nearly always all.
        private var bits: UInt64 = 0
        private var others: [Bool] = []

        /// Of an empty chain.
        init() {}

        @MainActor
        init(of responders: [Responder], in window: Window?, of application: Application?) {
            var isInside = false
            for (index, responder) in responders.enumerated() {
                isInside = isMember(responder, above: isInside, in: window, of: application)
                if index >= UInt64.bitWidth {
                    others.append(isInside)
                } else if isInside {
                    bits |= 1 << UInt64(index)
                }
            }
        }

        subscript(index: Int) -> Bool {
            index < UInt64.bitWidth ? bits & 1 << UInt64(index) != 0 : others[index - UInt64.bitWidth]
        }
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

    /// Whether a responder is in the window.
    ///
    /// - Parameter isInside: whether the one before it in the chain is. What is above a view of the window is in the window as
    ///   well; asking each view would climb to the root each time.
    private static func isMember(
        _ responder: Responder, above isInside: Bool, in window: Window?, of application: Application?
    ) -> Bool {
        if responder === window || responder === application { return false }
        if isInside, responder.isOfHierarchy { return true }
        return window != nil && responder.window === window
    }

    /// The links from a responder along ``Responder/next``.
    private static func links(from first: Responder, in window: Window?, of application: Application?) -> [Link] {
        var links: [Link] = []
        links.reserveCapacity(8)
        // A chain that ends has no cycle. In one that does not, a mark is met again that moves on after twice as many
        // steps each time.
        var (mark, stepsToMark, steps) = (first, 8, 0)
        var present: Responder? = first
        var isInside = false
        while let responder = present {
            isInside = isMember(responder, above: isInside, in: window, of: application)
            links.append(Link(responder: responder, isMember: isInside))
            present = responder.next
            if present === mark {
                let responders = Window.chain(from: first)
                let members = Members(of: responders, in: window, of: application)
                return responders.enumerated().map { Link(responder: $1, isMember: members[$0]) }
            }
            steps += 1
            if steps == stepsToMark { (mark, stepsToMark, steps) = (responder, stepsToMark * 2, 0) }
        }
        return links
    }
}
