// SPDX-License-Identifier: Apache-2.0

/// The callers that may use a member of an object that the agent exports.
package enum Callers: String, CaseIterable, Sendable {
    /// Every program on the bus, also in a sandbox. For members that act like a button, or that read what a player shows.
    case anyone
    /// Programs that are not in a sandbox. For members that command other programs of the user, or that tell what the user does.
    case unconfined
    /// The program that has registered the object that its call names.
    case registered
    /// The one peer for which the object is exported: bluetoothd, KWin.
    case peer
}
