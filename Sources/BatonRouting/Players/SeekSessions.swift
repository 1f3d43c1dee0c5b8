// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
package import BatonReactor
package import BatonSettings

/// The seek buttons that are held now, one for each path they come by (rule C3).
///
/// | state | next | by |
/// |---|---|---|
/// | offered: the beginning goes along the chain | held | a responder took it |
/// | offered | over | no responder took it |
/// | offered | replaced: over as soon as a responder takes it | another beginning of the same path |
/// | held | over | the end of the same path, whoever is first by then |
/// | held | over | another responder became first, or this one left |
/// | held | over | `[seek] hold-limit` has passed, the track's end is near, or the player failed |
///
/// An end that comes while the beginning is still offered waits for what becomes of it. Whoever took a beginning gets one end.
///
/// A D-Bus client is no path of its own: a key binding runs one program when the key goes down and another when it goes up.
@MainActor
package final class SeekSessions: AgentPart {
    /// A button that is held.
    private final class Hold {
        let direction: SeekDirection
        /// Who was first when it began.
        let first: ResponderID?
        /// The beginning, as long as it is offered.
        var beginning: CommandEvent?
        /// An end that came while the beginning was offered.
        var end: CommandEvent?
        /// Who took the beginning.
        var responder: ChainedResponder?
        /// The steps, when that is a player.
        var session: SeekSession?
        /// Ends it after the hold limit, when it is no player.
        var timer: ReactorTimer?

        init(_ direction: SeekDirection, beginning: CommandEvent, first: ResponderID?) {
            self.direction = direction
            self.beginning = beginning
            self.first = first
        }
    }

    private let reactor: Reactor
    private let window: MediaWindow
    /// How far and how often; changed by a reload.
    package var steps: Configuration.Seek
    private var holds: [Int: Hold] = [:]
    /// Beginnings that are offered still although another one of the same path has come.
    private var replaced: [Hold] = []

    package init(reactor: Reactor, window: MediaWindow, steps: Configuration.Seek) {
        self.reactor = reactor
        self.window = window
        self.steps = steps
        window.seekEnds = SeekEnds(self)
    }

    package func apply(_ configuration: Configuration) { steps = configuration.seek }

    package func busLost() { endAll() }

    /// How many buttons are held.
    package var count: Int { holds.count }

    // MARK: The beginning

    /// A beginning is about to be offered; an end of it finds its way from now on.
    package func offer(_ command: CommandEvent) {
        guard let direction = SeekDirection(beginning: command.subtype) else { return }
        if let old = holds.removeValue(forKey: command.path) {
            if old.beginning == nil { finish(old, by: nil) } else { replaced.append(old) }
        }
        holds[command.path] = Hold(direction, beginning: command, first: window.orderedResponders.first?.id)
    }

    /// A player takes a beginning: the steps start.
    package func begin(_ direction: SeekDirection, at responder: PlayerResponder, for command: CommandEvent) {
        let id = responder.id
        let session = SeekSession(
            direction, at: responder, sender: command.sender, steps: steps, reactor: reactor
        ) { result in
            switch result {
            case .success: command.finish(.handled(by: id))
            case .failure(let error): command.finish(error.name == .timeout ? .timedOut(id) : .failed(id, error))
            }
        }
        guard let hold = hold(of: command), !session.isOver else { return session.end() }
        hold.session = session
        hold.responder = responder
        session.onEnd = { [weak self, weak hold] in
            guard let self, let hold, holds[command.path] === hold, hold.beginning == nil else { return }
            holds[command.path] = nil
        }
    }

    /// The button whose beginning is offered.
    private func hold(of beginning: CommandEvent) -> Hold? {
        if let hold = holds[beginning.path], hold.beginning === beginning { return hold }
        return replaced.first { $0.beginning === beginning }
    }

    /// What became of a command; matters for beginnings only.
    package func resolve(_ command: CommandEvent, _ outcome: Outcome) {
        guard let hold = hold(of: command) else { return }
        let isReplaced = holds[command.path] !== hold
        replaced.removeAll { $0 === hold }
        hold.beginning = nil
        if case .handled(let id) = outcome, hold.responder == nil { hold.responder = window.responder(id) }
        guard case .handled = outcome, hold.responder != nil, hold.session?.isOver != true else {
            if !isReplaced { holds[command.path] = nil }
            hold.session?.end()
            hold.end?.finish(.unhandled(.declined))
            return
        }
        if hold.end != nil || isReplaced {
            if !isReplaced { holds[command.path] = nil }
            let end = hold.end
            hold.end = nil
            return finish(hold, by: end)
        }
        guard hold.session == nil else { return review() }
        hold.timer = reactor.schedule(after: steps.holdLimit, tolerance: .seconds(1)) { [weak self, weak hold] in
            guard let self, let hold, holds[command.path] === hold else { return }
            holds[command.path] = nil
            finish(hold, by: nil)
        }
        review()
    }

    // MARK: The end

    /// The end of a path: goes to whoever took the beginning.
    package func end(for command: CommandEvent) {
        guard let hold = holds[command.path] else { return command.finish(.unhandled(.declined)) }
        if hold.beginning != nil {
            hold.end?.finish(.unhandled(.declined))
            hold.end = command
            return
        }
        holds[command.path] = nil
        finish(hold, by: command)
    }

    /// The chain has changed: seeking goes on only as long as its responder is the one that a new beginning would go to.
    package func review() {
        let first = window.orderedResponders.first?.id
        for (path, hold) in holds where hold.beginning == nil {
            guard let responder = hold.responder, responder.mediaWindow === window else {
                holds[path] = nil
                drop(hold)
                continue
            }
            guard first != hold.first, first != responder.id else { continue }
            holds[path] = nil
            finish(hold, by: nil)
        }
    }

    /// Ends all of them: the bus they are on is gone.
    package func endAll() {
        let all = holds.values + replaced
        holds = [:]
        replaced = []
        for hold in all { drop(hold) }
    }

    /// It is over, and nobody is there to be told.
    private func drop(_ hold: Hold) {
        hold.session?.end()
        hold.timer?.cancel()
        hold.end?.finish(.unhandled(.declined))
    }

    private func finish(_ hold: Hold, by command: CommandEvent?) {
        hold.timer?.cancel()
        hold.end?.finish(.unhandled(.declined))
        if let session = hold.session {
            session.end()
            command?.finish(.handled(by: session.id))
        } else if let responder = hold.responder {
            responder.endSeeking(hold.direction, for: command)
        } else {
            command?.finish(.unhandled(.declined))
        }
    }
}

/// The responder that all ends of seeking go to: they belong to what was begun, and not to who is first by now.
@MainActor
private final class SeekEnds: Responder {
    private weak var sessions: SeekSessions?

    init(_ sessions: SeekSessions) {
        self.sessions = sessions
    }

    override func remoteControlReceived(with event: Event) {
        guard let command = event as? CommandEvent, let sessions else {
            return super.remoteControlReceived(with: event)
        }
        sessions.end(for: command)
    }
}
