// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonEvents
import BatonPages

/// A remote-control event that goes through the agent.
struct PostedEvent {
    /// How long an event may take: the agent gives each player one second in turn.
    private static let deadline = Duration.seconds(10)

    let event: RemoteControlSubtype
    /// Whether to wait until the player has done it (rule MPRIS104).
    var awaitsEffect = false
    /// Tells what is done, for `--verbose`.
    var note: (String) -> Void = { _ in }

    /// Posts the event to the agent.
    ///
    /// - Returns: The outcome, or nil if there is no agent.
    func post(to agent: AwaitedAgent) -> Result<Void, CommandError>? {
        switch answer(of: agent) {
        case .success((true, let responder, let isDone)):
            let name = ResponderName.short(responder)
            note("\(event.word): handled by \(name)")
            return isDone ? .success(()) : .failure(.undone(event, by: [name], jumps: jumps(responder, agent)))
        case .success: return unhandled(by: agent).map(Result.failure)
        case .failure(let error): return failure(error, of: agent).map(Result.failure)
        }
    }

    /// Whether the event jumps in the track of a player (rule MPRIS100).
    private func jumps(_ responder: String, _ agent: AwaitedAgent) -> Bool {
        guard event == .nextTrack || event == .previousTrack else { return false }
        let state = agent.reply { $0.properties(of: .application, reply: $1) }
        return (try? state.get())?[ApplicationInterface.trackJumps]?[responder] != nil
    }

    /// Whether a responder handled it, which one, and whether it has done it. An agent from before an upgrade does not tell that.
    private func answer(of agent: AwaitedAgent) -> AgentReply<(Bool, String, Bool)> {
        if awaitsEffect {
            let answer = agent.reply {
                $0.call(
                    ApplicationInterface.performRemoteControlEvent, UInt32(event.rawValue), within: Self.deadline,
                    reply: $1)
            }
            guard case .failure(.lacking(let error)) = answer, error.name == .unknownMethod else { return answer }
        }
        let answer = agent.reply {
            $0.call(
                ApplicationInterface.sendRemoteControlEvent, UInt32(event.rawValue), within: Self.deadline, reply: $1)
        }
        return answer.map { ($0, $1, true) }
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
        // A player's silence, which the agent passes on, is another one.
        case .silent(AwaitedAgent.unanswered): return AgentFailure.message(error)
        case .silent, .refused, .unreadable, .busLost:
            return agent.session.startFailure ?? .execution(cause.message.isEmpty ? cause.name.rawValue : cause.message)
        }
    }
}
