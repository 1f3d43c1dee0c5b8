// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonSettings

/// The order in which responders are offered a remote-control event (design §4, spec/mpris.md iii).
///
/// Under ``RoutingPolicy/playing``: a pin; Playing responders, latest start of playing first; the others by last use. A use
/// (a routed command, BecomeFirstResponder, the start or end of playing) moves a responder to the front of its own class
/// only. Under ``RoutingPolicy/recent`` the order is playerctld's: whoever changed anything last comes first.
/// Pure: no clock, no bus; time is the order of the calls.
package struct RoutingOrder: Sendable {
    package var policy: RoutingPolicy { didSet { sorted = nil } }
    package private(set) var pin: String?
    /// The responder that a `Shift` chose. It comes before a pin, which stays as the user set it and counts again when another
    /// responder starts to play.
    private(set) var shifted: ResponderID?
    private var entries: [ResponderID: RoutingEntry] = [:]
    private var uses = 0
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

    /// Adds a responder. Not playing, it comes last of its class.
    ///
    /// Under ``RoutingPolicy/recent`` its ``RoutingEntry/lastUse`` counts, unless it is 0.
    ///
    /// - Parameter hasJustStarted: whether a responder that plays has started now, as far as is known. False for one that was
    ///   there before: nobody knows when it started.
    package mutating func insert(_ entry: RoutingEntry, hasJustStarted: Bool = true) {
        arrivals += 1
        var entry = entry
        entry.arrival = arrivals
        if policy == .recent {
            if entry.lastUse == 0 { entry.lastUse = nextUse() }
        } else if entry.isPlaying, hasJustStarted {
            entry.lastUse = nextUse()
        }
        if entry.isPlaying, hasJustStarted { shifted = nil }
        entries[entry.id] = entry
        sorted = nil
    }

    /// Applies what the configuration says of a responder.
    mutating func setRank(priority: Int, isRemote: Bool, for id: ResponderID) {
        entries[id]?.priority = priority
        entries[id]?.isRemote = isRemote
        sorted = nil
    }

    package mutating func remove(_ id: ResponderID) {
        guard entries.removeValue(forKey: id) != nil else { return }
        if shifted == id { shifted = nil }
        // A pin may mean another instance now; without one the others stay as they stand.
        if pin == nil { sorted?.removeAll { $0 == id } } else { sorted = nil }
    }

    /// Notes whether the responder is playing. Only a change counts: a status that is repeated moves nobody.
    ///
    /// - Parameter isNews: whether it started or stopped now; false when it is only known now.
    package mutating func setPlaying(_ isPlaying: Bool, for id: ResponderID, isNews: Bool = true) {
        guard var entry = entries[id], entry.isPlaying != isPlaying else { return }
        entry.isPlaying = isPlaying
        if isNews { entry.lastUse = nextUse() }
        entries[id] = entry
        if isPlaying, isNews, shifted != id { shifted = nil }
        sorted = nil
    }

    mutating func setSuspect(_ isSuspect: Bool, for id: ResponderID) {
        guard entries[id]?.isSuspect == !isSuspect else { return }
        entries[id]?.isSuspect = isSuspect
        sorted = nil
    }

    /// Notes a use that the user meant: a command went to it, or it asked to become first responder.
    package mutating func use(_ id: ResponderID) {
        guard var entry = entries[id] else { return }
        // Most commands go where the last one went: nothing moves then, and nothing is sorted again.
        let isFirst = order.first == id
        if isFirst, entry.lastUse == uses { return }
        entry.lastUse = nextUse()
        entries[id] = entry
        if !isFirst { sorted = nil }
    }

    /// Gives up the first place: behind every other of its class.
    package mutating func resign(_ id: ResponderID) {
        let lowest = entries.values.map(\.lastUse).min() ?? 0
        entries[id]?.lastUse = lowest - 1
        if shifted == id { shifted = nil }
        sorted = nil
    }

    /// Notes that something about the responder changed, whatever it was; it matters to ``RoutingPolicy/recent`` only.
    mutating func noteChange(_ id: ResponderID) {
        guard policy == .recent else { return }
        use(id)
    }

    // MARK: The user's own choice

    mutating func setPin(_ name: String?) {
        pin = name
        shifted = nil
        sorted = nil
    }

    /// Makes the next responder the first one, as playerctld's `Shift` does. Returns the new first responder.
    package mutating func shift() -> ResponderID? { rotate(forward: true) }

    /// Goes one back, as playerctld's `Unshift` does. Returns the new first responder.
    package mutating func unshift() -> ResponderID? { rotate(forward: false) }

    private mutating func rotate(forward: Bool) -> ResponderID? {
        let chain = order
        guard let first = chain.first, let last = chain.last else { return nil }
        if policy == .recent, pin == nil {
            let lowest = entries.values.map(\.lastUse).min() ?? 0
            let use = forward ? lowest - 1 : nextUse()
            entries[forward ? first : last]?.lastUse = use
            sorted = nil
            return order.first
        }
        // The ring is the order of arrival: the chain itself changes with every step, so stepping along it would swing
        // between two responders and never reach the third.
        let ring = entries.values.sorted { $0.arrival < $1.arrival }.map(\.id)
        guard let index = ring.firstIndex(of: first) else { return nil }
        shifted = ring[(index + (forward ? 1 : ring.count - 1)) % ring.count]
        sorted = nil
        return order.first
    }

    // MARK: Why

    package func reason(for id: ResponderID) -> RoutingReason {
        guard let entry = entries[id] else { return .recent }
        if entry.isSuspect { return .suspect }
        if shifted == id { return .shifted }
        if isPinned(id) { return .pinned }
        if policy == .recent { return .recent }
        if entry.isRemote { return .remote }
        return entry.isPlaying ? .playing : .recent
    }

    func isPinned(_ id: ResponderID) -> Bool {
        guard let pin else { return false }
        let named = ResponderID(player: pin)
        // The very instance that was named, if it is there; else whichever runs now.
        return entries[named] != nil ? id == named : id.baseName == named.baseName
    }

    // MARK: Order

    /// The next count of uses: later than all before.
    package mutating func nextUse() -> Int {
        uses += 1
        return uses
    }

    private func comesBefore(_ a: RoutingEntry, _ b: RoutingEntry) -> Bool {
        if a.isSuspect != b.isSuspect { return b.isSuspect }
        if (shifted == a.id) != (shifted == b.id) { return shifted == a.id }
        let pinned = (isPinned(a.id), isPinned(b.id))
        if pinned.0 != pinned.1 { return pinned.0 }
        if policy == .playing {
            if a.isRemote != b.isRemote { return b.isRemote }
            if a.isPlaying != b.isPlaying { return a.isPlaying }
        }
        if a.lastUse != b.lastUse { return a.lastUse > b.lastUse }
        if a.priority != b.priority { return a.priority < b.priority }
        if a.wasFirst != b.wasFirst { return a.wasFirst }
        return a.arrival < b.arrival
    }
}

/// What the order of the chain depends on, for one responder.
package struct RoutingEntry: Sendable {
    package let id: ResponderID
    /// The responder is heard now: a player whose PlaybackStatus is Playing, or an app that says `playing`.
    package var isPlaying = false
    /// It did not answer within its deadline and has not been heard since.
    package var isSuspect = false
    /// It stands for a player on another device and comes after every local one.
    var isRemote = false
    /// Position in the configured priority list; lower comes first, `Int.max` when it is not listed.
    package var priority = Int.max
    /// It was the first responder when Baton last ran.
    var wasFirst = false
    /// When it was last used, as a count of uses: higher is later. 0 is never, below it is less than never (shifted away).
    package var lastUse = 0
    /// When it came, as a count of arrivals.
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
