// SPDX-License-Identifier: Apache-2.0

/// What the order of the chain depends on, for one responder.
struct RoutingEntry: Sendable {
    let id: ResponderID
    /// The responder is heard now: a player whose PlaybackStatus is Playing, or an app that says `playing`.
    var isPlaying = false
    /// It did not answer within its deadline and has not been heard since.
    var isSuspect = false
    /// It stands for a player on another device and comes after every local one.
    var isRemote = false
    /// Position in the configured priority list; lower comes first, `Int.max` when it is not listed.
    var priority = Int.max
    /// It was the first responder when Baton last ran.
    var wasFirst = false
    /// When it was last used, as a count of uses: higher is later. 0 is never, below it is less than never (shifted away).
    var lastUse = 0
    /// When it came, as a count of arrivals.
    var arrival = 0
}
