// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents

/// The window that remote-control events go to: its chain is the players and registered apps in routing order.
@MainActor
final class MediaWindow: Window {
    private var responders: [ResponderID: ChainedResponder] = [:]
    private(set) var order: RoutingOrder
    private var chain: [ChainedResponder]?
    /// Gets all ends of seeking, in place of the chain; see ``SeekSessions``.
    var seekEnds: Responder?
    /// Called whenever the order may have changed.
    var onChange: (() -> Void)?

    init(order: RoutingOrder) {
        self.order = order
    }

    /// The responders in routing order.
    var orderedResponders: [ChainedResponder] {
        if let chain { return chain }
        let result = order.order.compactMap { responders[$0] }
        chain = result
        return result
    }

    /// Whether there is no responder at all.
    var isEmpty: Bool { responders.isEmpty }

    func responder(_ id: ResponderID) -> ChainedResponder? { responders[id] }

    /// - Parameter hasJustStarted: see ``RoutingOrder/insert(_:hasJustStarted:)``.
    func add(_ responder: ChainedResponder, as entry: RoutingEntry, hasJustStarted: Bool = true) {
        responders[responder.id] = responder
        responder.mediaWindow = self
        change { $0.insert(entry, hasJustStarted: hasJustStarted) }
    }

    func remove(_ responder: ChainedResponder) {
        guard responders.removeValue(forKey: responder.id) != nil else { return }
        responder.mediaWindow = nil
        change { $0.remove(responder.id) }
    }

    override func responderChain(for event: Event) -> [Responder] {
        if let seekEnds, let command = RemoteControlSubtype(rawValue: event.subtype.rawValue), command.isEnd {
            return [seekEnds] + Self.chain(from: self)
        }
        var result: [Responder] = orderedResponders
        result.append(contentsOf: Self.chain(from: self))
        return result
    }

    /// The next count of uses, for a responder that is not in the chain yet.
    func nextUse() -> Int { order.nextUse() }

    /// Changes the order by one of its own operations.
    @discardableResult
    func change<Result>(_ operation: (inout RoutingOrder) -> Result) -> Result {
        chain = nil
        defer { onChange?() }
        return operation(&order)
    }
}
