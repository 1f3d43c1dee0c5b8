// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents
package import BatonMPRIS

/// An MPRIS player as a responder: turns remote-control events into the method calls of its Player interface.
@MainActor
package final class PlayerResponder: ChainedResponder {
    package let player: Player
    /// When it appeared or changed while it was not in the chain yet, as a count of uses.
    var lastHeard = 0
    /// It was on the bus when Baton came: when it started to play, nobody knows.
    var wasThere = false
    /// Its position was asked for, and it has not answered yet.
    private var isAskedForPosition = false
    private var askedForPosition: Duration?
    private let seeking: SeekSessions
    /// A command went to the player.
    var onUse: ((PlayerResponder) -> Void)?

    package init(player: Player, queue: CallQueue, seeking: SeekSessions) {
        self.player = player
        self.seeking = seeking
        super.init(id: ResponderID(player.name.rawValue), queue: queue)
    }

    package override var identity: String { player.identity }
    package override var status: String { player.status?.rawValue ?? "" }

    /// It is passed over then, or was already: what waits for it is not sent, and its callers do not wait in turn.
    package override func noteSilence() { queue.failWaiting(.timedOut(id)) }

    package override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent else {
            super.remoteControlReceived(with: event)
            return
        }
        let gate = RoutingGate(
            capabilities: player.capabilities, isPlaying: player.status == .playing, isFirst: !command.wasPassedOn,
            isBehindPlaying: command.wasPassedOnByPlaying)
        switch gate.decide(command.subtype) {
        case .pass:
            passOn(command)
        case .refuse(let refusal):
            command.finish(.unhandled(.refused(id, refusal)))
        case .send(let method):
            noteUse(command)
            settle(
                command, by: player.message(method.interface.name, method.name), isIdempotent: method.isIdempotent)
        case .beginSeeking(let direction):
            noteUse(command)
            seeking.begin(direction, at: self, for: command)
        }
    }

    /// A command that another one passed on was not meant for this one: the next is not either.
    private func noteUse(_ command: CommandEvent) {
        if !command.wasPassedOn { onUse?(self) }
    }

    /// Asks for the position, if it may have moved since it was told, and once a second while somebody reads it: VLC does not
    /// tell of a jump while it is paused. The reader gets what is known; the next one gets the answer.
    package func refreshPositionIfStale(at now: Duration) {
        let isOld = askedForPosition.map { now - $0 >= .seconds(1) } ?? true
        guard player.positionIsStale || isOld, !player.isSuspect, !isAskedForPosition else { return }
        isAskedForPosition = true
        askedForPosition = now
        player.refreshPosition(within: .seconds(1)) { [weak self] _ in self?.isAskedForPosition = false }
    }

    /// Sends a call that is not an event (Seek, SetPosition, OpenUri, a property) in turn with the events.
    package func forward(_ message: Message, from sender: BusName?, reply: @escaping CallQueue.Reply) {
        do throws(DBusError) {
            try queue.submit(message, from: sender, reply: reply)
        } catch {
            reply(.failure(error))
        }
    }
}

extension PlayerMethod {
    /// Whether a second delivery does no harm. Next, Previous, PlayPause and Seek are sent at most once, ever (design §4).
    var isIdempotent: Bool { self == .play || self == .pause || self == .stop }
}
