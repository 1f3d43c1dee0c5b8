// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus

/// What a command says when the agent did not do what it was asked for.
enum AgentFailure {
    static let absent = CommandError(
        "Baton's agent is not on the bus. Start it with 'systemctl --user start batond'.", status: .agentUnreachable)

    static let oldAgent = CommandError(
        "This agent cannot do that: it is older than batonctl. Restart it: systemctl --user restart batond")

    /// The failure of a connection, for a command that only the agent can do.
    static func unreachable(_ error: CommandError) -> CommandError {
        CommandError("Could not connect to Baton's agent: \(error.cause)", status: .agentUnreachable)
    }

    /// The message for an error; what D-Bus says of a member that an older agent lacks is for those who know D-Bus.
    static func message(_ error: AgentError) -> CommandError {
        switch error {
        case .absent: absent
        case .silent: CommandError("Baton's agent does not answer.", status: .agentUnreachable)
        case .lacking: oldAgent
        case .refused, .unreadable, .busLost:
            CommandError(error.cause.message.isEmpty ? error.cause.name.rawValue : error.cause.message)
        }
    }
}
