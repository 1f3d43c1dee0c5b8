// SPDX-License-Identifier: Apache-2.0

/// How the first responder is found when there is no pin (design §4).
enum RoutingPolicy: String, Sendable, CaseIterable {
    /// Playing players first, the latest start of playing first.
    case playing
    /// The player with the latest change of any property first, as playerctld does.
    case recent
}
