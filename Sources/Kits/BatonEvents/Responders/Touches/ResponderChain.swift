// SPDX-License-Identifier: Apache-2.0

/// The responders from one on, as they were when a message was sent (rule R5).
@MainActor
final class ResponderChain {
    /// Grows with each change of a hierarchy of views, windows and controllers. While it stays, so does every chain.
    static var generation: UInt64 = 0

    let responders: [Responder]
    private let members: ChainMembers
    private weak var window: Window?
    private let generation: UInt64

    /// Records the chain from a responder.
    init(from first: Responder, in window: Window?, of application: Application?) {
        responders = Self.responders(from: first)
        members = ChainMembers(of: responders, in: window, of: application)
        self.window = window
        generation = Self.generation
    }

    /// Whether no hierarchy has changed since the chain was recorded.
    var isCurrent: Bool { generation == Self.generation }

    /// Whether the responder at an index was in the window and is not in it any more.
    func hasLeft(_ index: Int) -> Bool { !isCurrent && members[index] && responders[index].window !== window }

    /// The responders from one on, along ``Responder/next``.
    private static func responders(from first: Responder) -> [Responder] {
        var responders: [Responder] = []
        responders.reserveCapacity(8)
        // A chain that ends has no cycle. In one that does not, a mark is met again that moves on after twice as many
        // steps each time.
        var (mark, stepsToMark, steps) = (first, 8, 0)
        var present: Responder? = first
        while let responder = present {
            responders.append(responder)
            present = responder.next
            if present === mark { return Window.chain(from: first) }
            steps += 1
            if steps == stepsToMark { (mark, stepsToMark, steps) = (responder, stepsToMark * 2, 0) }
        }
        return responders
    }
}
