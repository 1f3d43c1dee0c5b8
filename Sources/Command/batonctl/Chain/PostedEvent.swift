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
        do {
            let (isHandled, responder) = try agent.call(
                ApplicationInterface.sendRemoteControlEvent, UInt32(event.rawValue), within: Self.deadline)
            if isHandled {
                note("\(event.word): handled by \(ChainTable.short(responder))")
                return .success(())
            }
            let isEmpty = try agent.properties(of: .application).chain.isEmpty
            return .failure(isEmpty ? .noPlayers : .unhandled)
        } catch {
            if case .absent = error { return nil }
            return .failure(agent.session.startFailure ?? Self.failure(error.cause))
        }
    }

    /// The message for an error that the agent or a player returned.
    private static func failure(_ error: DBusError) -> CommandError {
        .execution(error.message.isEmpty ? error.name.rawValue : error.message)
    }
}
