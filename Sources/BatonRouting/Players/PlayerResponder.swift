// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonEvents
package import BatonMPRIS

/// An MPRIS player as a responder: turns remote-control events into method calls of its Player interface.
@MainActor
package final class PlayerResponder: ChainedResponder {
    package let player: Player
    /// The counter of uses when the player appeared, or last changed before it was in the chain.
    var lastHeard = 0
    /// Whether the player was on the bus before Baton, so that the time when it started to play is unknown.
    var wasThere = false
    /// Whether a question for the position has not been answered yet.
    private var isAskedForPosition = false
    private var askedForPosition: Duration?
    private let seeking: SeekSessions
    /// Called when a command goes to the player.
    var onUse: ((PlayerResponder) -> Void)?

    package init(player: Player, queue: CallQueue, seeking: SeekSessions) {
        self.player = player
        self.seeking = seeking
        super.init(id: ResponderID(player.name.rawValue), queue: queue)
    }

    package override var identity: String { player.identity }
    package override var status: String { player.status?.rawValue ?? "" }

    /// The player is suspect now, so its waiting calls are not sent: their callers get the error at once.
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
            settle(command, by: player.message(method), isIdempotent: method.isIdempotent)
        case .beginSeeking(let direction):
            noteUse(command)
            seeking.begin(direction, at: self, for: command)
        }
    }

    /// Notes a use. A command that another responder passed on does not count, so that the next one goes to the same
    /// first responder.
    private func noteUse(_ command: CommandEvent) {
        if !command.wasPassedOn { onUse?(self) }
    }

    /// Asks for the position if the known one may be wrong, and once a second while clients read it: VLC does not
    /// signal a jump while it is paused. The present reader gets the known position, the next reader the new one.
    package func refreshPositionIfStale(at now: Duration) {
        let isOld = askedForPosition.map { now - $0 >= .seconds(1) } ?? true
        guard player.positionIsStale || isOld, !player.isSuspect, !isAskedForPosition else { return }
        isAskedForPosition = true
        askedForPosition = now
        player.refreshPosition(within: .seconds(1)) { [weak self] _ in self?.isAskedForPosition = false }
    }

    /// Sends a call that is not an event (Seek, SetPosition, OpenUri, a property), in order with the events.
    package func forward(_ message: Message, from sender: BusName?, reply: @escaping CallQueue.Reply) {
        do throws(DBusError) {
            try queue.submit(message, from: sender, reply: reply)
        } catch {
            reply(.failure(error))
        }
    }

    /// Sends a call that is made when its turn comes. If it cannot be made by then, `reply` gets the error.
    func forward(from sender: BusName?, making make: @escaping CallQueue.Maker, reply: @escaping CallQueue.Reply) {
        do throws(DBusError) {
            try queue.submit(from: sender, making: make, reply: reply)
        } catch {
            reply(.failure(error))
        }
    }
}

extension PlayerMethod {
    /// Whether a second delivery does no harm. Next, Previous, PlayPause and Seek are sent at most once (rule MPRIS25).
    var isIdempotent: Bool { self == .play || self == .pause || self == .stop }
}
