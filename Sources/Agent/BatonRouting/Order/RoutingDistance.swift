// SPDX-License-Identifier: Apache-2.0

/// How far a responder is from the user, which decides before its last use (rules MPRIS34 and MPRIS107).
package enum RoutingDistance: Sendable, Equatable {
    /// On this machine, or treated as if it were.
    case here
    /// On another machine that the user follows: behind what plays here and before what does not while it plays, else last.
    case followed
    /// On another device: behind everything here.
    case away

    /// Whether a responder comes after all that are here.
    func isLast(isPlaying: Bool) -> Bool { self == .away || self == .followed && !isPlaying }
}
