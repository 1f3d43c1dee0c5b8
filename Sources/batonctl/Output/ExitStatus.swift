// SPDX-License-Identifier: Apache-2.0

/// The exit statuses that scripts rely on.
enum ExitStatus: Int32, Sendable {
    /// Done.
    case success = 0
    /// No player, nobody who handled it, or the player's own error: where playerctl also exits 1.
    case failure = 1
    /// The command needs Baton's agent, and it is not on the bus and could not be started.
    case agentUnreachable = 2
    /// A simulated shake that nobody handled; the same number, for there was nobody either.
    static let unhandledShake = agentUnreachable
    /// The command line makes no sense (EX_USAGE).
    case usage = 64
}
