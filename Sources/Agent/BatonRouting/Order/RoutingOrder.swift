// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonSettings

/// The order in which responders are offered a remote-control event (rules MPRIS14 to MPRIS18).
///
/// Under ``RoutingPolicy/playing``: the pinned responder; responders that play, the one that started last first; the
/// others by last use. A use (a routed command, BecomeFirstResponder, the start or end of playing) moves a responder to
/// the front of its own class only. Under ``RoutingPolicy/recent`` the order is playerctld's: the responder that
/// changed last comes first. Pure: no clock and no bus; time is the order of the calls.
package struct RoutingOrder: Sendable {
    package var policy: RoutingPolicy { didSet { sorted = nil } }
    package private(set) var pin: String?
    /// The responder that `Shift` or `Unshift` chose. It comes before the pinned one. The pin is kept and applies again
    /// when another responder starts to play.
    private(set) var shifted: ResponderID?
    /// The responder of the window in front, for a press (rule MPRIS102).
    private(set) var focused: ResponderID?
    private var entries: [ResponderID: RoutingEntry] = [:]
    private var uses = 0
    /// The lowest place that was given to a player that came.
    private var lowest = 0
    private var arrivals = 0
    private var sorted: [ResponderID]?

    package init(policy: RoutingPolicy, pin: String? = nil) {
        self.policy = policy
        self.pin = pin
    }

    /// The chain, first responder first.
    package var order: [ResponderID] {
        mutating get {
            if let sorted { return sorted }
            let result = entries.values.sorted(by: comesBefore).map(\.id)
            sorted = result
            return result
        }
    }

    package func entry(_ id: ResponderID) -> RoutingEntry? { entries[id] }

    // MARK: What changes the order

    /// Adds a responder. If it does not play, it comes last in its class.
    ///
    /// Under ``RoutingPolicy/recent`` its ``RoutingEntry/lastUse`` counts, unless it is 0.
    ///
    /// - Parameter hasJustStarted: whether a responder that plays has started to play now. False for one that was on
    ///   the bus before Baton: the time when it started is unknown.
    package mutating func insert(_ entry: RoutingEntry, hasJustStarted: Bool = true) {
        arrivals += 1
        var entry = entry
        entry.arrival = arrivals
        if policy.isRecent {
            if entry.lastUse == 0 { entry.lastUse = nextUse() }
        } else if entry.isPlaying, hasJustStarted {
            entry.lastUse = nextUse()
        }
        if entry.isPlaying, hasJustStarted { shifted = nil }
        entries[entry.id] = entry
        sorted = nil
    }

    /// Applies the configuration's settings for a responder.
    mutating func setRank(priority: Int, isRemote: Bool, for id: ResponderID) {
        entries[id]?.priority = priority
        entries[id]?.isRemote = isRemote
        sorted = nil
    }

    package mutating func remove(_ id: ResponderID) {
        guard entries.removeValue(forKey: id) != nil else { return }
        if shifted == id { shifted = nil }
        if focused == id { focused = nil }
        // A pin may mean another instance now. Without a pin the order of the others does not change.
        if pin == nil { sorted?.removeAll { $0 == id } } else { sorted = nil }
    }

    /// Notes whether the responder plays. A repeated status has no effect.
    ///
    /// - Parameter isNews: whether the responder started or stopped now; false if only Baton did not know it before.
    package mutating func setPlaying(_ isPlaying: Bool, for id: ResponderID, isNews: Bool = true) {
        guard var entry = entries[id], entry.isPlaying != isPlaying else { return }
        entry.isPlaying = isPlaying
        if isNews { entry.lastUse = nextUse() }
        entries[id] = entry
        if isPlaying, isNews, shifted != id { shifted = nil }
        sorted = nil
    }

    /// Notes whether the responder comes last in its class (rule I91).
    mutating func setStale(_ isStale: Bool, for id: ResponderID) {
        guard entries[id]?.isStale == !isStale else { return }
        entries[id]?.isStale = isStale
        sorted = nil
    }

    mutating func setSuspect(_ isSuspect: Bool, for id: ResponderID) {
        guard entries[id]?.isSuspect == !isSuspect else { return }
        entries[id]?.isSuspect = isSuspect
        sorted = nil
    }

    /// Notes a use: a command went to the responder, or it asked to become first responder.
    ///
    /// - Parameter arrival: the counter of uses when the command came, if it has waited since.
    package mutating func use(_ id: ResponderID, at arrival: Int? = nil) {
        guard var entry = entries[id] else { return }
        if let arrival {
            guard arrival > entry.lastUse else { return }
            entries[id]?.lastUse = arrival
            sorted = nil
            return
        }
        // Most commands go to the same responder as the last one. Then the order does not change and is not sorted
        // again.
        let isFirst = order.first == id
        if isFirst, uses > 0, entry.lastUse == uses { return }
        entry.lastUse = nextUse()
        entries[id] = entry
        if !isFirst { sorted = nil }
    }

    /// Moves the responder behind all others of its class.
    package mutating func resign(_ id: ResponderID) {
        let lowest = entries.values.map(\.lastUse).min() ?? 0
        entries[id]?.lastUse = lowest - 1
        if shifted == id { shifted = nil }
        sorted = nil
    }

    /// Notes a change of any property of the responder. It has an effect only under ``RoutingPolicy/recent``.
    mutating func noteChange(_ id: ResponderID) {
        guard policy.isRecent else { return }
        use(id)
    }

    /// Puts the responder of the window in front before all that the user has not chosen; nil for none.
    mutating func setFocused(_ id: ResponderID?) {
        guard focused != id else { return }
        focused = id
        sorted = nil
    }

    // MARK: The user's own choice

    mutating func setPin(_ name: String?) {
        pin = name
        shifted = nil
        sorted = nil
    }

    /// Makes the next responder the first one, as playerctld's `Shift` does. Returns the new first responder.
    ///
    /// - Parameter isPlayer: whether a responder takes part. Those that do not answer never do: the order would stay as it is.
    package mutating func shift(among isPlayer: (ResponderID) -> Bool = { _ in true }) -> ResponderID? {
        rotate(forward: true, isPlayer)
    }

    /// Makes the previous responder the first one, as playerctld's `Unshift` does. Returns the new first responder.
    ///
    /// - Parameter isPlayer: see ``shift(among:)``.
    package mutating func unshift(among isPlayer: (ResponderID) -> Bool = { _ in true }) -> ResponderID? {
        rotate(forward: false, isPlayer)
    }

    private mutating func rotate(forward: Bool, _ isPlayer: (ResponderID) -> Bool) -> ResponderID? {
        let chain = order.filter(isPlayer)
        let known = entries
        let answering = chain.filter { known[$0]?.isSuspect == false }
        guard let first = answering.first, let last = answering.last else { return chain.first }
        if policy.isRecent, pin == nil {
            let lowest = entries.values.map(\.lastUse).min() ?? 0
            let use = forward ? lowest - 1 : nextUse()
            entries[forward ? first : last]?.lastUse = use
            sorted = nil
            guard let next = order.first(where: isPlayer), next != order.first else { return order.first }
            // A responder that takes no part was first.
            let latest = nextUse()
            entries[next]?.lastUse = latest
            sorted = nil
            return next
        }
        // Step through the responders in the order of arrival. The chain itself changes with every step, so steps along
        // it would alternate between two responders and never reach the third.
        let takePart = Set(answering)
        let ring = entries.values.filter { takePart.contains($0.id) }.sorted { $0.arrival < $1.arrival }.map(\.id)
        guard let index = ring.firstIndex(of: first) else { return nil }
        shifted = ring[(index + (forward ? 1 : ring.count - 1)) % ring.count]
        sorted = nil
        return shifted
    }

    /// Whether each other responder was used before this one.
    func isLastUsed(_ id: ResponderID) -> Bool {
        guard let use = entries[id]?.lastUse else { return false }
        return !entries.values.contains { $0.lastUse >= use && $0.id != id }
    }

    // MARK: Why

    package func reason(for id: ResponderID) -> RoutingReason {
        guard let entry = entries[id] else { return .recent }
        if entry.isSuspect { return .suspect }
        if shifted == id { return .shifted }
        if isPinned(id) { return .pinned }
        if policy.isRecent { return .recent }
        if entry.isRemote { return .remote }
        return entry.isPlaying ? .playing : .recent
    }

    package func isPinned(_ id: ResponderID) -> Bool {
        guard let pin else { return false }
        let named = ResponderID(player: pin)
        // The instance that was named, if it is on the bus; else any instance of the same player.
        return entries[named] != nil ? id == named : id.baseName == named.baseName
    }

    // MARK: Order

    /// The next value of the counter of uses, higher than all before.
    package mutating func nextUse() -> Int {
        uses += 1
        return uses
    }

    /// A value of the counter of uses that is lower than all: the place of a player
    /// that has not answered yet, under ``RoutingPolicy/recent``.
    package mutating func lastPlace() -> Int {
        lowest = min(lowest, entries.values.map(\.lastUse).min() ?? 0) - 1
        return lowest
    }

    private func comesBefore(_ a: RoutingEntry, _ b: RoutingEntry) -> Bool {
        if a.isSuspect != b.isSuspect { return b.isSuspect }
        if (shifted == a.id) != (shifted == b.id) { return shifted == a.id }
        let pinned = (isPinned(a.id), isPinned(b.id))
        if pinned.0 != pinned.1 { return pinned.0 }
        if let focused, (focused == a.id) != (focused == b.id) { return focused == a.id }
        if !policy.isRecent {
            if a.isRemote != b.isRemote { return b.isRemote }
            if a.isPlaying != b.isPlaying { return a.isPlaying }
            if a.isStale != b.isStale { return b.isStale }
        }
        if a.lastUse != b.lastUse { return a.lastUse > b.lastUse }
        if a.priority != b.priority { return a.priority < b.priority }
        if a.wasFirst != b.wasFirst { return a.wasFirst }
        return a.arrival < b.arrival
    }
}

/// The facts about one responder on which the order depends.
package struct RoutingEntry: Sendable {
    package let id: ResponderID
    /// Whether the responder plays: a player whose PlaybackStatus is Playing, or an app that registered as `playing`.
    package var isPlaying = false
    /// Whether it missed a deadline, and no message has come from it since.
    package var isSuspect = false
    /// Whether it stands for a player on another device, which comes after every local one.
    var isRemote = false
    /// Whether it has been stopped for so long that it comes last in its class (rule I91).
    var isStale = false
    /// The position in the configured priority list. Lower comes first; `Int.max` if it is not in the list.
    package var priority = Int.max
    /// Whether it was the first responder when Baton last ran.
    var wasFirst = false
    /// The counter of uses at the last use: higher is later. 0: never used. Below 0: moved behind the responders that
    /// were never used.
    package var lastUse = 0
    /// The counter of arrivals when it was added.
    var arrival = 0

    package init(
        id: ResponderID, isPlaying: Bool = false, isSuspect: Bool = false, isRemote: Bool = false,
        priority: Int = Int.max, wasFirst: Bool = false, lastUse: Int = 0, arrival: Int = 0
    ) {
        self.id = id
        self.isPlaying = isPlaying
        self.isSuspect = isSuspect
        self.isRemote = isRemote
        self.priority = priority
        self.wasFirst = wasFirst
        self.lastUse = lastUse
        self.arrival = arrival
    }
}
