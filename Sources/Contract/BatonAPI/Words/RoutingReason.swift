// SPDX-License-Identifier: Apache-2.0

/// Why a responder stands where it stands in the chain: the words of `Reasons`.
package enum RoutingReason: String, Sendable, CaseIterable {
    /// The user pinned it.
    case pinned
    /// The user shifted to it (`Shift`, `Unshift`); holds until another responder starts playing.
    case shifted
    /// It is playing; the latest to start comes first.
    case playing
    /// It was used before the ones after it.
    case recent
    /// It is on another device.
    case remote
    /// It does not answer.
    case suspect
}
