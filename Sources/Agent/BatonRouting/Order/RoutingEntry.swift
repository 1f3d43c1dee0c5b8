// SPDX-License-Identifier: Apache-2.0

/// The facts about one responder on which the order depends.
package struct RoutingEntry: Sendable {
    package let id: ResponderID
    /// Whether the responder plays: a player whose PlaybackStatus is Playing, or an app that registered as `playing`.
    package var isPlaying = false
    /// Whether it missed a deadline, and no message has come from it since.
    package var isSuspect = false
    /// Whether it stands for a player on another device.
    var distance = RoutingDistance.here
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
    /// How it last began to play, while that may still count as no start; nil for most.
    var start: RoutingStart?
    /// Whether it has stopped, or come to the end of its track, without a command (rule MPRIS93).
    var hasEnded = false
    /// Whether its last use was a command (rule MPRIS93).
    var isCommanded = false

    package init(
        id: ResponderID, isPlaying: Bool = false, isSuspect: Bool = false, distance: RoutingDistance = .here,
        priority: Int = Int.max, wasFirst: Bool = false, lastUse: Int = 0, arrival: Int = 0
    ) {
        self.id = id
        self.isPlaying = isPlaying
        self.isSuspect = isSuspect
        self.distance = distance
        self.priority = priority
        self.wasFirst = wasFirst
        self.lastUse = lastUse
        self.arrival = arrival
    }

    /// Whether it comes after all that are on this machine.
    var isRemote: Bool { distance.isLast(isPlaying: isPlaying) }

    /// Takes the place of another member of its group, or of another name of its program.
    mutating func takePlace(of former: RoutingEntry) {
        lastUse = former.lastUse
        start = former.start
        hasEnded = former.hasEnded
        isCommanded = former.isCommanded
    }

    /// What is left of its place when it has left: none of a start that was none, or of a clip (rules MPRIS91 and MPRIS92).
    func left(at now: Duration) -> Self {
        guard let start, lastUse == start.use, start.isVoid(at: now, isEnd: true) else { return self }
        var left = self
        left.lastUse = start.formerUse
        left.start = nil
        return left
    }
}
