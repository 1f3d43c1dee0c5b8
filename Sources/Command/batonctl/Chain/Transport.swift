// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonEvents

/// Remote-control events through the agent.
struct Transport {
    let session: BusSession
    /// Tells what is done, for `--verbose`.
    var note: (String) -> Void = { _ in }

    /// Posts the event to the agent.
    ///
    /// - Returns: The outcome, or nil if there is no agent.
    func throughAgent(_ command: RemoteControlSubtype) -> Result<Void, CommandError>? {
        let agent = AgentClient(session: session)
        do {
            let answer = try agent.send(command)
            if answer.handled {
                note("\(command.word): handled by \(ChainTable.short(answer.responder))")
                return .success(())
            }
            let isEmpty = try agent.state().responders.isEmpty
            return .failure(isEmpty ? .noPlayers : .unhandled)
        } catch {
            if AgentClient.isAbsence(error) { return nil }
            return .failure(session.startFailure ?? Self.failure(error))
        }
    }

    /// The message for an error that the agent or a player returned.
    static func failure(_ error: DBusError) -> CommandError {
        .execution(error.message.isEmpty ? error.name.rawValue : error.message)
    }
}
