// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
package import BatonReactor
import BatonSession
package import BatonSettings

/// The seek buttons that are held now, one for each path by which events come (rule C3).
///
/// | state | next | by |
/// |---|---|---|
/// | offered: the beginning goes along the chain | held | a responder took it |
/// | offered | over | no responder took it |
/// | offered | replaced: over as soon as a responder takes it | another beginning of the same path |
/// | held | over | the end of the same path, also if another responder is first by then |
/// | held | over | another responder became first, or this one left |
/// | held | over | `[seek] hold-limit` has passed, the track's end is near, or the player failed |
///
/// An end that comes while the beginning is still offered waits for the outcome of the beginning. A responder that took
/// a beginning gets exactly one end.
@MainActor
package final class SeekSessions: AgentPart {
    /// A button that is held.
    private final class Hold {
        let direction: SeekDirection
        /// The first responder when seeking began.
        let first: ResponderID?
        /// When the beginning came. It may wait until a responder takes it.
        let pressed: Duration
        /// The beginning, while it is offered.
        var beginning: CommandEvent?
        /// An end that came while the beginning was offered.
        var end: CommandEvent?
        /// The responder that took the beginning.
        var responder: ChainedResponder?
        /// The steps, if the responder is a player.
        var session: SeekSession?
        /// Ends seeking after the hold limit, if the responder is not a player.
        var timer: ReactorTimer?

        init(_ direction: SeekDirection, beginning: CommandEvent, first: ResponderID?, at pressed: Duration) {
            self.direction = direction
            self.pressed = pressed
            self.beginning = beginning
            self.first = first
        }
    }

    private let reactor: Reactor
    private let window: MediaWindow
    /// The length and interval of steps. A reload changes it.
    package var steps: Configuration.Seek
    private var holds: [CommandPath: Hold] = [:]
    /// Beginnings that are still offered although another one of the same path has come.
    private var replaced: [Hold] = []

    package init(reactor: Reactor, window: MediaWindow, steps: Configuration.Seek) {
        self.reactor = reactor
        self.window = window
        self.steps = steps
        window.seekEnds = SeekEnds(self)
    }

    package func apply(_ configuration: Configuration) { steps = configuration.seek }

    package func busLost() { endAll() }

    /// The number of held buttons.
    package var count: Int { holds.count }

    // MARK: The beginning

    /// Registers a beginning before it is offered to the chain, so that its end finds it from now on.
    package func offer(_ command: CommandEvent) {
        guard let direction = SeekDirection(beginning: command.subtype) else { return }
        if let old = holds.removeValue(forKey: command.path) {
            if old.beginning == nil { finish(old, by: nil) } else { replaced.append(old) }
        }
        let first = window.orderedResponders.first?.id
        holds[command.path] = Hold(direction, beginning: command, first: first, at: reactor.now)
    }

    /// Starts the steps at a player that takes a beginning.
    package func begin(_ direction: SeekDirection, at responder: PlayerResponder, for command: CommandEvent) {
        let id = responder.id
        let hold = hold(of: command)
        let session = SeekSession(
            direction, at: responder, sender: command.sender, steps: steps, reactor: reactor, pressed: hold?.pressed
        ) { result in
            switch result {
            case .success: command.finish(.handled(by: id))
            case .failure(let error): command.finish(error.name == .timeout ? .timedOut(id) : .failed(id, error))
            }
        }
        guard let hold, !session.isOver else { return session.end() }
        hold.session = session
        hold.responder = responder
        session.onEnd = { [weak self, weak hold] in
            guard let self, let hold, holds[command.path] === hold, hold.beginning == nil else { return }
            holds[command.path] = nil
        }
    }

    /// The held button whose beginning is offered now.
    private func hold(of beginning: CommandEvent) -> Hold? {
        if let hold = holds[beginning.path], hold.beginning === beginning { return hold }
        return replaced.first { $0.beginning === beginning }
    }

    /// Notes the outcome of a command. It has an effect only for beginnings.
    package func resolve(_ command: CommandEvent, _ outcome: Outcome) {
        guard SeekDirection(beginning: command.subtype) != nil, let hold = hold(of: command) else { return }
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
        let left = max(.zero, hold.pressed + steps.holdLimit - reactor.now)
        hold.timer = reactor.schedule(after: left, tolerance: .seconds(1)) { [weak self, weak hold] in
            guard let self, let hold, holds[command.path] === hold else { return }
            holds[command.path] = nil
            finish(hold, by: nil)
        }
        review()
    }

    // MARK: The end

    /// Ends the seeking of a path at the responder that took the beginning.
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

    /// Ends seeking after a change of the chain, if its responder has left or another responder has become first.
    package func review() {
        let first = window.orderedResponders.first?.id
        for (path, hold) in holds where hold.beginning == nil {
            guard let responder = hold.responder, responder.mediaWindow === window else {
                holds[path] = nil
                // An app that has unregistered, or has registered anew, still waits for its end.
                finish(hold, by: nil)
                continue
            }
            guard first != hold.first, first != responder.id else { continue }
            holds[path] = nil
            finish(hold, by: nil)
        }
    }

    /// Ends all seeking, because the bus is lost.
    package func endAll() {
        let all = holds.values + replaced
        holds = [:]
        replaced = []
        for hold in all { drop(hold) }
    }

    /// Ends seeking at a player that is paused by something else than a command (rule I110).
    package func end(at id: ResponderID) {
        for (path, hold) in holds where hold.session != nil && hold.responder?.id == id {
            holds[path] = nil
            drop(hold)
        }
    }

    /// Ends seeking without sending an end: its player was paused, or the bus is lost.
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

/// The responder that gets all ends of seeking: an end goes to the responder of its beginning, not to the first one.
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
