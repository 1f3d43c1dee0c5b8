// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonSettings

/// The order in which responders are offered a remote-control event (rules MPRIS14 to MPRIS18, MPRIS91 to MPRIS94).
///
/// Under ``RoutingPolicy/playing``: the pinned responder; responders that play, the one that started last first; the
/// others by last use. A use (a routed command, BecomeFirstResponder, the start or end of playing) moves a responder to
/// the front of its own class only. Under ``RoutingPolicy/recent`` the order is playerctld's: the responder that
/// changed last comes first. Pure: no clock and no bus; time is the order of the calls, and for starts what the caller says.
package struct RoutingOrder: Sendable {
    package var policy: RoutingPolicy { didSet { sorted = nil } }
    /// Whether the configuration gives players a priority (rule MPRIS93).
    var hasPriorities = false { didSet { sorted = nil } }
    /// A use up to this one was so long ago that a priority counts more (rule MPRIS93).
    var longAgo = 0 { didSet { if hasPriorities { sorted = nil } } }
    package private(set) var pin: String?
    /// The responder that `Shift` or `Unshift` chose. It comes before the pinned one. The pin is kept and applies again
    /// when another responder starts to play.
    private(set) var shifted: ResponderID?
    /// The responder of the window in front, for a press (rule MPRIS102).
    private(set) var focused: ResponderID?
    private var entries: [ResponderID: RoutingEntry] = [:] { didSet { confirmed = nil } }
    /// The responder that was confirmed last, while nothing has changed since: most commands go to it, and need no look at the entries.
    private var confirmed: ResponderID?
    /// The counter of uses at the last one.
    private(set) var uses = 0
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
            let latest = hasPriorities ? latestCommand : 0
            let result = entries.values.sorted { comesBefore($0, $1, latest) }.map(\.id)
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
    /// - Parameter now: the time; nil if the start counts however short it is.
    package mutating func insert(_ entry: RoutingEntry, hasJustStarted: Bool = true, at now: Duration? = nil) {
        arrivals += 1
        var entry = entry
        entry.arrival = arrivals
        if policy.isRecent {
            if entry.lastUse == 0 { entry.lastUse = nextUse() }
        } else if entry.isPlaying, hasJustStarted {
            noteStart(of: &entry, at: now)
        }
        if entry.isPlaying, hasJustStarted { shifted = nil }
        entries[entry.id] = entry
        sorted = nil
    }

    /// Applies the configuration's settings for a responder.
    mutating func setRank(priority: Int, distance: RoutingDistance, for id: ResponderID) {
        entries[id]?.priority = priority
        entries[id]?.distance = distance
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
    /// - Parameters:
    ///   - isNews: whether the responder started or stopped now; false if only Baton did not know it before.
    ///   - now: the time; nil if a start counts however short it is.
    ///   - isEnd: whether what was played has come to its end (rule MPRIS92).
    ///   - isAsked: whether a command has asked for it.
    package mutating func setPlaying(
        _ isPlaying: Bool, for id: ResponderID, isNews: Bool = true, at now: Duration? = nil, isEnd: Bool = false,
        isAsked: Bool = false
    ) {
        guard var entry = entries[id], entry.isPlaying != isPlaying else { return }
        entry.isPlaying = isPlaying
        sorted = nil
        defer { entries[id] = entry }
        guard isNews else { return }
        if isPlaying {
            noteStart(of: &entry, at: isAsked ? nil : now)
            if shifted != id { shifted = nil }
        } else if !takeBackStart(of: &entry, at: now, isEnd: isEnd) {
            entry.lastUse = nextUse()
        }
        entry.hasEnded = isEnd && !isAsked && !isPlaying
        entry.isCommanded = isAsked
    }

    /// A start is a use, which is taken back if it turns out to be none.
    private mutating func noteStart(of entry: inout RoutingEntry, at now: Duration?) {
        let former = entry.lastUse
        entry.lastUse = nextUse()
        guard let now, !policy.isRecent else { return }
        entry.start = RoutingStart(at: now, use: entry.lastUse, formerUse: former, formerShift: shifted)
    }

    /// Puts the responder back to where it was before it started, if that was no start or only a clip (rules MPRIS91 and MPRIS92).
    private mutating func takeBackStart(of entry: inout RoutingEntry, at now: Duration?, isEnd: Bool) -> Bool {
        guard let start = entry.start else { return false }
        entry.start = nil
        guard let now, entry.lastUse == start.use, start.isVoid(at: now, isEnd: isEnd) else { return false }
        entry.lastUse = start.formerUse
        // Nothing has been used or started since, so what the user had chosen holds again.
        if shifted == nil, uses == start.use, let chosen = start.formerShift, entries[chosen] != nil {
            shifted = chosen
        }
        return true
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
        confirm(id)
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

    /// What a command to the first responder does.
    enum Confirmation {
        /// The order stays as it is.
        case same
        /// The order may be another one now.
        case doubtful
        /// A pin is all that keeps the responder first, so that it is to be used.
        case pinned
    }

    /// Notes that a command goes to the first responder. See ``confirm(_:)``.
    mutating func confirmFirst(_ id: ResponderID) -> Confirmation {
        if pin != nil, !isLastUsed(id) { return .pinned }
        return confirm(id) ? .doubtful : .same
    }

    /// Notes that a command goes to the responder, which stays where it is: how it began to play counts, however short it is.
    ///
    /// - Returns: whether the order may be another one now.
    @discardableResult
    mutating func confirm(_ id: ResponderID) -> Bool {
        guard confirmed != id, var entry = entries[id] else { return false }
        defer { confirmed = id }
        guard entry.start != nil || entry.hasEnded || !entry.isCommanded else { return false }
        entry.start = nil
        entry.isCommanded = true
        entry.hasEnded = false
        entries[id] = entry
        if hasPriorities { sorted = nil }
        return hasPriorities
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

    /// When the responder was used, by the counter of uses; nil if it is not there.
    func lastUse(of id: ResponderID) -> Int? { entries[id]?.lastUse }

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
        if entry.distance != .here { return .remote }
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

    /// The counter of uses of the responder that does not play and was used last, if that was by a command; else 0. No priority
    /// counts more: a player that was paused with a key goes on with the next press (rule MPRIS93).
    private var latestCommand: Int {
        let waiting = entries.values.filter { !$0.isPlaying && !$0.hasEnded && $0.distance == .here }
        guard let latest = waiting.max(by: { $0.lastUse < $1.lastUse }), latest.isCommanded else { return 0 }
        return latest.lastUse
    }

    /// Whether a priority counts more than the last use of a responder that does not play (rule MPRIS93).
    private func isIdle(_ entry: RoutingEntry, _ latest: Int) -> Bool {
        entry.hasEnded || entry.lastUse <= longAgo && (entry.lastUse != latest || latest == 0)
    }

    private func comesBefore(_ a: RoutingEntry, _ b: RoutingEntry, _ latest: Int) -> Bool {
        if a.isSuspect != b.isSuspect { return b.isSuspect }
        if (shifted == a.id) != (shifted == b.id) { return shifted == a.id }
        let pinned = (isPinned(a.id), isPinned(b.id))
        if pinned.0 != pinned.1 { return pinned.0 }
        if let focused, (focused == a.id) != (focused == b.id) { return focused == a.id }
        if !policy.isRecent {
            if a.isRemote != b.isRemote { return b.isRemote }
            if a.isPlaying != b.isPlaying { return a.isPlaying }
            if (a.distance == .here) != (b.distance == .here) { return a.distance == .here }
            if a.isStale != b.isStale { return b.isStale }
            if hasPriorities, !a.isPlaying {
                let idle = (isIdle(a, latest), isIdle(b, latest))
                if idle.0 != idle.1 { return idle.1 }
                if idle.0, a.priority != b.priority { return a.priority < b.priority }
            }
        }
        if a.lastUse != b.lastUse { return a.lastUse > b.lastUse }
        if a.priority != b.priority { return a.priority < b.priority }
        if a.wasFirst != b.wasFirst { return a.wasFirst }
        return a.arrival < b.arrival
    }
}
