// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonDoctor

/// What a command says when the agent did not do what it was asked for.
enum AgentFailure {
    /// Baton is not on the bus: what is installed decides how it is started. With a file that it refuses no start helps.
    static var absent: CommandError { CommandError(Installation.absence, status: .agentUnreachable) }

    static var oldAgent: CommandError { CommandError(Installation.current.otherVersion) }

    /// The failure of a connection, for a command that only the agent can do.
    static func unreachable(_ error: CommandError) -> CommandError {
        CommandError("Could not connect to Baton: \(error.cause)", status: .agentUnreachable)
    }

    /// The message for an error; what D-Bus says of a member that an older agent lacks is for those who know D-Bus.
    static func message(_ error: AgentError) -> CommandError {
        switch error {
        case .absent: absent
        case .silent:
            CommandError(Installation.current.notAnswering, status: .agentUnreachable)
        case .lacking: oldAgent
        case .refused, .unreadable, .busLost:
            CommandError(error.cause.message.isEmpty ? error.cause.name.rawValue : error.cause.message)
        }
    }
}
