// SPDX-License-Identifier: Apache-2.0

/// One message on its way along the chain: the touches of one view that entered one phase (rules T8 and R4).
@MainActor
struct TouchWalk {
    let phase: InputPhase
    let touches: Set<Touch>
    let chain: ResponderChain
    /// The responder that has the message.
    var position = 0
    /// Whether the message reached the end of the chain, and no responder took it.
    var isOver = false
}

/// The walks of one event. The first one needs no allocation.
@MainActor
struct TouchWalks {
    fileprivate(set) var first: TouchWalk?
    fileprivate var others: [TouchWalk] = []
    /// Messages that responders got because a handler called theirs directly (rule T24).
    fileprivate var handed: [Handed] = []

    fileprivate struct Handed {
        let responder: ObjectIdentifier
        let phase: InputPhase
        let touches: Set<Touch>
    }

    nonisolated init() {}

    /// Whether each message reached the end of its chain.
    var areOver: Bool { first?.isOver ?? true && others.allSatisfy(\.isOver) }

    subscript(_ index: Int) -> TouchWalk? { index == 0 ? first : others[index - 1] }

    /// The walk of a message. The touches of two walks of one phase have no touch in common.
    func index(of phase: InputPhase, _ touches: Set<Touch>) -> Int? {
        if let first, first.phase == phase, others.isEmpty || !first.touches.isDisjoint(with: touches) { return 0 }
        return others.firstIndex { $0.phase == phase && !$0.touches.isDisjoint(with: touches) }.map { $0 + 1 }
    }

    func wasHanded(_ responder: Responder, _ phase: InputPhase, _ touches: Set<Touch>) -> Bool {
        let id = ObjectIdentifier(responder)
        return handed.contains { $0.responder == id && $0.phase == phase && !$0.touches.isDisjoint(with: touches) }
    }
}

extension TouchesEvent {
    /// Sends a message to the first responder of a chain.
    func send(_ phase: InputPhase, _ touches: Set<Touch>, along chain: ResponderChain) {
        guard let first = chain.responders.first else { return }
        add(TouchWalk(phase: phase, touches: touches, chain: chain))
        deliver(phase, touches, to: first)
    }

    // The first walk is set at once, and others leave their property while they change: see
    // `GestureEnvironment.changeActive`.

    private func add(_ walk: TouchWalk) {
        if walks.first == nil { walks.first = walk } else { walks.others = walks.others + [walk] }
    }

    private func replace(_ index: Int, by walk: TouchWalk) {
        guard index > 0 else { return walks.first = walk }
        var others = walks.others
        walks.others = []
        others[index - 1] = walk
        walks.others = others
    }

    /// Delivers a message to the responder after `responder`, or ends its walk.
    func continueWalk(_ touches: Set<Touch>, in phase: InputPhase, from responder: Responder) {
        guard let index = walks.index(of: phase, touches), var walk = walks[index] else {
            return hand(touches, in: phase, from: responder, walk: nil)
        }
        let responders = walk.chain.responders
        guard let place = walk.index(of: responder) else {
            return hand(touches, in: phase, from: responder, walk: index)
        }
        // A responder that calls super twice passes the message on once (rule R5).
        guard place >= walk.position, !walk.isOver else { return }
        var following = place + 1
        while following < responders.count,
            walk.chain.hasLeft(following) || walks.wasHanded(responders[following], phase, touches)
        {
            following += 1
        }
        walk.position = following
        walk.isOver = following >= responders.count
        replace(index, by: walk)
        if walk.isOver { finishIfDropped() } else { deliver(phase, touches, to: responders[following]) }
    }

    /// Passes a message on from a responder that a handler called directly: along that responder's own `next`. No
    /// responder gets the message twice (rules T24 and R5).
    private func hand(_ touches: Set<Touch>, in phase: InputPhase, from responder: Responder, walk index: Int?) {
        guard let next = responder.next, !walks.wasHanded(next, phase, touches) else { return }
        if let index, var walk = walks[index], let place = walk.index(of: next) {
            guard place > walk.position, !walk.isOver else { return }
            walk.position = place
            replace(index, by: walk)
        } else {
            walks.handed =
                walks.handed + [TouchWalks.Handed(responder: ObjectIdentifier(next), phase: phase, touches: touches)]
        }
        deliver(phase, touches, to: next)
    }

    private func deliver(_ phase: InputPhase, _ touches: Set<Touch>, to responder: Responder) {
        switch phase {
        case .began: responder.touchesBegan(touches, with: self)
        case .changed: responder.touchesMoved(touches, with: self)
        case .ended: responder.touchesEnded(touches, with: self)
        case .cancelled: responder.touchesCancelled(touches, with: self)
        case .stationary: break
        }
    }
}

extension TouchWalk {
    fileprivate func index(of responder: Responder) -> Int? {
        // It is nearly always the responder that has the message.
        if position < chain.responders.count, chain.responders[position] === responder { return position }
        return chain.responders.firstIndex { $0 === responder }
    }
}
