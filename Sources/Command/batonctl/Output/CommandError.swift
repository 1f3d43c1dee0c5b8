// SPDX-License-Identifier: Apache-2.0

/// A failure that ends the command, with the message for standard error and the exit status.
struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String
    let status: ExitStatus
    /// Whether `--no-messages` suppresses the message, as playerctl does with the two about missing players.
    let isQuietable: Bool
    /// Why it failed, without what was attempted: a command that attempted something else says that itself.
    let cause: String

    init(
        _ description: String, status: ExitStatus = .failure, isQuietable: Bool = false, cause: String? = nil
    ) {
        self.description = description
        self.cause = cause ?? description
        self.status = status
        self.isQuietable = isQuietable
    }

    /// The same failure with a sentence more; the same for an empty one.
    func adding(_ text: String) -> CommandError {
        CommandError(description + text, status: status, isQuietable: isQuietable, cause: cause)
    }

    /// There is no player.
    static let noPlayers = CommandError("No players found", isQuietable: true)

    /// There are players, but none could handle the command.
    static let unhandled = CommandError("No player could handle this command", isQuietable: true)

    /// A failure without a message, because the output printed already explains it.
    static let silent = CommandError("", isQuietable: true)

    /// The failure in playerctl's wording.
    static func execution(_ reason: some CustomStringConvertible) -> CommandError {
        CommandError("Could not execute command: \(reason)")
    }
}
