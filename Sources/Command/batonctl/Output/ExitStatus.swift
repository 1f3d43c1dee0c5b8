// SPDX-License-Identifier: Apache-2.0

/// The exit statuses that scripts rely on.
enum ExitStatus: Int32, Sendable {
    /// Done.
    case success = 0
    /// No player, no responder that handled it, or the player's own error: where playerctl also exits 1.
    case failure = 1
    /// The command needs Baton's agent, and it is not on the bus and could not be started.
    case agentUnreachable = 2
    /// No responder handled a simulated shake. The number is the same as without an agent: in both cases nothing
    /// received it.
    static let unhandledShake = agentUnreachable
    /// The program of `interrupt` is there and cannot be run, as a shell tells it.
    case cannotRun = 126
    /// There is no such program.
    case noProgram = 127
    /// The command line is not valid (EX_USAGE).
    case usage = 64
}
