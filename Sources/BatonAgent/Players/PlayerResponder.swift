// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents
internal import BatonMPRIS

/// An MPRIS player as a responder: turns remote-control events into the method calls of its Player interface.
@MainActor
final class PlayerResponder: ChainedResponder {
    let player: Player
    private let seeking: SeekSession
    private let onSuspect: (PlayerResponder) -> Void

    /// - Parameter onSuspect: called when the player did not answer within the deadline.
    init(
        player: Player, queue: CallQueue, seeking: SeekSession, onSuspect: @escaping (PlayerResponder) -> Void
    ) {
        self.player = player
        self.seeking = seeking
        self.onSuspect = onSuspect
        super.init(id: ResponderID(player.name.rawValue), queue: queue)
    }

    override var identity: String { player.identity }
    override var status: String { player.status?.rawValue ?? "" }

    override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent else {
            super.remoteControlReceived(with: event)
            return
        }
        let gate = RoutingGate(
            capabilities: player.capabilities, isPlaying: player.status == .playing, isFirst: !command.wasPassedOn)
        switch gate.decide(command.subtype) {
        case .pass:
            if player.capabilities.contains(.control) { command.wasPassedOn = true }
            super.remoteControlReceived(with: event)
        case .refuse(let refusal):
            command.finish(.unhandled(.refused(id, refusal)))
        case .send(let method):
            send(method, for: command)
        case .seek(let direction, let begins):
            if begins { seeking.begin(direction, at: self, for: command) } else { seeking.end(for: command) }
        }
    }

    private func send(_ method: TransportMethod, for command: CommandEvent) {
        settle(
            command, by: PlayerCall.transport(method, to: player), isIdempotent: method.isIdempotent,
            onTimeout: { [self] in
                onSuspect(self)
                return .timedOut(id)
            },
            passOn: { [self] in
                command.wasPassedOn = true
                super.remoteControlReceived(with: command)
            })
    }

    /// Sends a call that is not an event (Seek, SetPosition, OpenUri, a property) in turn with the events.
    func forward(_ message: Message, from sender: BusName?, reply: @escaping CallQueue.Reply) {
        do {
            try queue.submit(message, from: sender) { [self] result in
                if case .failure(let error) = result, error.name == .timeout { onSuspect(self) }
                reply(result)
            }
        } catch {
            reply(.failure(error))
        }
    }
}
