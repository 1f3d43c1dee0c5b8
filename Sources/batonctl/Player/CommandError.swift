// SPDX-License-Identifier: Apache-2.0

/// A failure that ends the command, with the sentence for standard error and the exit status.
struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
    let status: ExitStatus
    /// Whether `--no-messages` keeps the sentence back, as playerctl does with the two about missing players.
    let isQuietable: Bool

    init(_ description: String, status: ExitStatus = .failure, isQuietable: Bool = false) {
        self.description = description
        self.status = status
        self.isQuietable = isQuietable
    }

    /// Nobody to talk to.
    static let noPlayers = CommandError("No players found", isQuietable: true)

    /// Players, but none that could do it.
    static let unhandled = CommandError("No player could handle this command", isQuietable: true)

    /// What was printed says it all.
    static let silent = CommandError("", isQuietable: true)

    /// playerctl's frame around what went wrong.
    static func execution(_ reason: some CustomStringConvertible) -> CommandError {
        CommandError("Could not execute command: \(reason)")
    }
}
