// SPDX-License-Identifier: Apache-2.0

/// The part of Baton that a row of `Doctor` belongs to, in the order in which people need them.
package enum DoctorSection: String, Sendable, CaseIterable {
    /// batond itself and its settings.
    case service
    /// The user's session and its display.
    case session
    /// Where shakes come from.
    case sensor
    /// What knows which app is in front.
    case focus
    /// Ways to undo in an app.
    case route
    /// The program that asks the user.
    case notifications
    /// Where commands come from.
    case input
    /// What pauses players that nobody pressed a button for.
    case interruptions
    /// Other machines, through a broker. The agent has no row of it.
    case machines
}
