// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents
internal import BatonReactor

/// The seek buttons that are held now, one for each path they come by (rule C3).
///
/// A D-Bus client is no source of its own: a key binding runs one program when the key goes down and another when it goes
/// up. A button that is never let go stops by itself (`[seek] hold-limit`).
@MainActor
final class SeekSessions {
    private let reactor: Reactor
    /// How far and how often; changed by a reload.
    var steps: Configuration.Seek
    private var sessions: [Int: SeekSession] = [:]

    init(reactor: Reactor, steps: Configuration.Seek) {
        self.reactor = reactor
        self.steps = steps
    }

    func begin(_ direction: SeekDirection, at responder: PlayerResponder, for command: CommandEvent) {
        sessions.removeValue(forKey: command.path)?.end()
        let id = responder.id
        sessions[command.path] = SeekSession(
            direction, at: responder, sender: command.sender, steps: steps, reactor: reactor
        ) { result in
            switch result {
            case .success: command.finish(.handled(by: id))
            case .failure(let error): command.finish(error.name == .timeout ? .timedOut(id) : .failed(id, error))
            }
        }
    }

    /// Ends all of them: the bus they are on is gone.
    func endAll() {
        for session in sessions.values { session.end() }
        sessions = [:]
    }

    func end(for command: CommandEvent) {
        guard let session = sessions.removeValue(forKey: command.path) else {
            command.finish(.unhandled(.declined))
            return
        }
        session.end()
        command.finish(.handled(by: session.id))
    }
}
