// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonEvents
package import BatonValues

/// The window for remote-control events: its chain is the players and registered apps in routing order.
@MainActor
package final class MediaWindow: Window {
    /// The way from the responders back to the window, which they may outlive.
    nonisolated let link = MediaWindowLink()
    // These need no check at run time: nothing else runs while one is looked through or changed.
    @exclusivity(unchecked) private var responders: [ResponderID: ChainedResponder] = [:]
    package private(set) var order: RoutingOrder
    private var chain: [ChainedResponder]?
    /// The responder that gets all ends of seeking instead of the chain; see ``SeekSessions``.
    var seekEnds: Responder?
    /// When apps were used last whose player is still to come, by their connection (rule APP11).
    private var placesForPlayers: [BusName: Int] = [:]
    /// The apps whose connection has a player on the bus too, and that are told of its seeking (rule APP15).
    private var companions: [BusName: AppResponder] = [:]
    /// Told when the order may have changed.
    private var observers = Observers<Void>()

    package init(order: RoutingOrder) {
        self.order = order
        super.init()
        link.window = self
    }

    deinit { link.window = nil }

    /// Adds an observer of the order, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    /// The responders in routing order.
    package var orderedResponders: [ChainedResponder] {
        if let chain { return chain }
        let result = order.order.compactMap { responders[$0] }
        chain = result
        return result
    }

    /// Whether there is no responder at all.
    package var isEmpty: Bool { responders.isEmpty }

    package func responder(_ id: ResponderID) -> ChainedResponder? { responders[id] }

    /// See ``RoutingOrder/insert(_:hasJustStarted:at:)``.
    package func add(
        _ responder: ChainedResponder, as entry: RoutingEntry, hasJustStarted: Bool = true, at now: Duration? = nil
    ) {
        responders[responder.id] = responder
        responder.mediaWindow = self
        change { $0.insert(entry, hasJustStarted: hasJustStarted, at: now) }
        guard !placesForPlayers.isEmpty, let address = responder.address,
            let use = placesForPlayers.removeValue(forKey: address)
        else { return }
        change { $0.use(responder.id, at: use) }
    }

    /// Notes whether an app is told of the seeking of its connection's player (rule APP15).
    package func setCompanion(_ app: AppResponder, isOne: Bool) {
        if isOne {
            companions[app.owner] = app
        } else if companions[app.owner] === app {
            companions[app.owner] = nil
            placesForPlayers[app.owner] = nil
        }
    }

    /// The app that is told of the seeking of a player; nil for none.
    func companion(of player: ChainedResponder) -> AppResponder? {
        companions.isEmpty ? nil : player.address.flatMap { companions[$0] }
    }

    /// Makes an app the first of its class: itself, or the player that its connection has on the bus (rule APP11).
    ///
    /// - Returns: whether it is the first of all now.
    package func makeFirst(_ app: AppResponder) -> Bool {
        let place = place(of: app) ?? app
        change { $0.use(place.id) }
        return orderedResponders.first === place
    }

    /// The responder by which an app gets media commands; nil for none.
    package func place(of app: AppResponder) -> ChainedResponder? {
        if let own = responders[app.id] { return own }
        return orderedResponders.first { !($0 is AppResponder) && $0.address == app.owner }
    }

    /// Removes an app that gets media commands by its player from now on. The player is used as lately as the app was (rule
    /// APP11).
    package func replaceByPlayer(_ app: AppResponder) {
        guard let use = order.lastUse(of: app.id) else { return }
        remove(app)
        guard let player = place(of: app) else {
            placesForPlayers[app.owner] = use
            return
        }
        change { $0.use(player.id, at: use) }
    }

    package func remove(_ responder: ChainedResponder) {
        guard responders.removeValue(forKey: responder.id) != nil else { return }
        responder.mediaWindow = nil
        change { $0.remove(responder.id) }
    }

    /// Removes all responders for good. They hold the window by what they are made of, so otherwise none is ever released.
    package func removeAll() {
        responders = [:]
        chain = nil
    }

    package override func responderChain(for event: Event) -> [Responder] {
        var result: [Responder] = []
        if let seekEnds, event.remoteControlSubtype?.isEnd == true {
            result = [seekEnds]
        } else {
            let players = orderedResponders
            // The window, the application and its delegate follow.
            result.reserveCapacity(players.count + 3)
            for player in players { result.append(player) }
        }
        Self.append(chainFrom: self, to: &result)
        return result
    }

    /// The next value of the counter of uses, for a responder that is not in the chain yet.
    package func nextUse() -> Int { order.nextUse() }

    /// Notes a command to the first responder, which stays first without being used. It is called for most commands, and seldom changes
    /// anything.
    ///
    /// - Returns: false if the responder is not the first one, or if a pin is all that keeps it there: it is to be used then.
    func confirmFirst(_ responder: ChainedResponder) -> Bool {
        guard orderedResponders.first === responder else { return false }
        switch order.confirmFirst(responder.id) {
        case .same: return true
        case .doubtful:
            change { _ in }
            return true
        case .pinned: return false
        }
    }

    /// See ``RoutingOrder/lastPlace()``.
    func lastPlace() -> Int { order.lastPlace() }

    /// Applies an operation to the order.
    @discardableResult
    package func change<Result>(_ operation: (inout RoutingOrder) -> Result) -> Result {
        chain = nil
        defer { observers.tell(()) }
        return operation(&order)
    }
}
