// SPDX-License-Identifier: Apache-2.0

/// How the first responder is chosen (`[routing] policy`).
enum RoutingPolicy: String, Sendable, CaseIterable {
    /// Whoever plays is first; paused noise never takes the focus.
    case playing
    /// playerctld's order: whoever changed anything last is first.
    case recent
}
