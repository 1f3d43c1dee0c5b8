// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents
internal import BatonReactor

/// The seek buttons that are held now, one for each source (rule C3).
@MainActor
final class SeekSessions {
    /// What tells one source from another: the input and its sender.
    private struct Source: Hashable {
        let input: InputKind
        let sender: BusName?

        init(_ command: CommandEvent) {
            input = command.input
            sender = command.sender
        }
    }

    private let reactor: Reactor
    /// How far and how often; changed by a reload.
    var steps: Configuration.Seek
    private var sessions: [Source: SeekSession] = [:]

    init(reactor: Reactor, steps: Configuration.Seek) {
        self.reactor = reactor
        self.steps = steps
    }

    func begin(_ direction: SeekDirection, at responder: PlayerResponder, for command: CommandEvent) {
        let source = Source(command)
        sessions.removeValue(forKey: source)?.end()
        let id = responder.id
        sessions[source] = SeekSession(
            direction, at: responder, sender: command.sender, steps: steps, reactor: reactor
        ) { result in
            switch result {
            case .success: command.finish(.handled(by: id))
            case .failure(let error): command.finish(error.name == .timeout ? .timedOut(id) : .failed(id, error))
            }
        }
    }

    func end(for command: CommandEvent) {
        guard let session = sessions.removeValue(forKey: Source(command)) else {
            command.finish(.unhandled(.declined))
            return
        }
        session.end()
        command.finish(.handled(by: session.id))
    }
}
