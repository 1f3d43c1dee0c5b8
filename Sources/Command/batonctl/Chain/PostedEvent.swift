// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonEvents

/// A remote-control event that goes through the agent.
struct PostedEvent {
    /// How long an event may take: the agent gives each player one second in turn.
    private static let deadline = Duration.seconds(10)

    let event: RemoteControlSubtype
    /// Tells what is done, for `--verbose`.
    var note: (String) -> Void = { _ in }

    /// Posts the event to the agent.
    ///
    /// - Returns: The outcome, or nil if there is no agent.
    func post(to agent: AwaitedAgent) -> Result<Void, CommandError>? {
        let answer = agent.reply {
            $0.call(
                ApplicationInterface.sendRemoteControlEvent, UInt32(event.rawValue), within: Self.deadline, reply: $1)
        }
        switch answer {
        case .success((true, let responder)):
            note("\(event.word): handled by \(ChainTable.short(responder))")
            return .success(())
        case .success: return unhandled(by: agent).map(Result.failure)
        case .failure(let error): return failure(error, of: agent).map(Result.failure)
        }
    }

    /// Why no responder took it; nil if the agent has gone meanwhile.
    private func unhandled(by agent: AwaitedAgent) -> CommandError? {
        switch agent.reply(to: { $0.properties(of: .application, reply: $1) }) {
        case .success(let state): state.chain.isEmpty ? .noPlayers : .unhandled
        case .failure(let error): failure(error, of: agent)
        }
    }

    /// The message for an error that the agent or a player returned; nil if there is no agent.
    private func failure(_ error: AgentError, of agent: AwaitedAgent) -> CommandError? {
        let cause = error.cause
        switch error {
        case .absent: return nil
        case .lacking: return AgentFailure.oldAgent
        // A player's silence has the same name as the agent's.
        case .silent, .refused, .unreadable, .busLost:
            return agent.session.startFailure ?? .execution(cause.message.isEmpty ? cause.name.rawValue : cause.message)
        }
    }
}
