// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonDoctor
import BatonEvents
import BatonMPRIS
package import BatonPages
import BatonReactor
import BatonTranslation

extension LivePages {
    /// How long an event may take: the agent gives each player one second in turn.
    private static let eventDeadline = Duration.seconds(10)
    /// How long a player may take.
    private static let playerDeadline = Duration.seconds(2)
    /// How long all players together may take.
    private static let holdDeadline = Duration.seconds(4)

    /// Does what the user wants. The pages show what came of it.
    ///
    /// - Parameter then: called once in a later turn of the reactor: why it was not done, in a sentence; nil if it was.
    package func perform(_ command: PageCommand, then: @escaping (String?) -> Void) {
        guard let watch else {
            return reactor.deferUntilEndOfTurn { [self] in then(condition.notice) }
        }
        // An agent that hangs is found sooner than by the longest of these calls.
        pulse?.expectSign()
        switch command {
        case .pin(let id): call(watch.agent, ApplicationInterface.pin, id, then)
        case .unpin: call(watch.agent, ApplicationInterface.unpin, (), then)
        case .ignore(let id): call(watch.agent, ApplicationInterface.ignore, id, then)
        case .unignore(let id): call(watch.agent, ApplicationInterface.unignore, id, then)
        case .next(let id): send(.nextTrack, .next, .goNext, to: id, then)
        case .playPause(let id): send(.togglePlayPause, .playPause, [], to: id, then)
        case .hold: callAll(watch.agent, InterruptionsInterface.pauseAll, translated("Nothing is playing."), then)
        case .goOn: callAll(watch.agent, InterruptionsInterface.resume, translated("Nothing to resume."), then)
        case .holdOrGoOn:
            let nothing = translated("Nothing is playing, and there is nothing to resume.")
            callAll(watch.agent, InterruptionsInterface.playPauseAll, nothing, then)
        }
    }

    /// Calls a method that concerns all players.
    ///
    /// - Parameter nothing: what is said if it concerns none.
    private func callAll(
        _ agent: RemoteAgent, _ method: MethodDeclaration<Void, [String]>, _ nothing: String,
        _ then: @escaping (String?) -> Void
    ) {
        agent.call(method, within: Self.holdDeadline) { [weak self] answer in
            if case .success(let players) = answer, players.isEmpty { return then(nothing) }
            self?.tell(answer.map { _ in }, then) ?? then(nil)
        }
    }

    private func call<Arguments>(
        _ agent: RemoteAgent, _ method: MethodDeclaration<Arguments, Void>, _ arguments: Arguments,
        _ then: @escaping (String?) -> Void
    ) {
        agent.call(method, arguments) { [weak self] answer in self?.tell(answer, then) ?? then(nil) }
    }

    /// The first responder gets an event, as from a button; another player is called itself, and the agent told.
    private func send(
        _ event: RemoteControlSubtype, _ method: PlayerMethod, _ capability: Capabilities, to id: String,
        _ then: @escaping (String?) -> Void
    ) {
        guard let watch else { return }
        let cannot = translated("\(BoundedText.shown(ResponderName.short(id))) cannot do that.")
        if told(ApplicationInterface.firstResponder) == id {
            watch.agent.call(
                ApplicationInterface.sendRemoteControlEvent, UInt32(event.rawValue), within: Self.eventDeadline
            ) { [weak self] answer in
                if case .success((false, _)) = answer { return then(cannot) }
                self?.tell(answer.map { _ in }, then) ?? then(nil)
            }
            return
        }
        guard let name = PlayerName(busName: id), let player = registry?[name.busName],
            player.capabilities.isSuperset(of: capability), !player.capabilities.isEmpty
        else { return reactor.deferUntilEndOfTurn { then(cannot) } }
        player.send(player.message(method), within: Self.playerDeadline) { result in
            watch.agent.call(ApplicationInterface.refresh, id, startsAgent: false) { _ in }
            switch result {
            case .success: then(nil)
            case .failure(let error): then(BoundedText.shown(error.message.isEmpty ? cannot : error.message))
            }
        }
    }

    /// Tells why the agent has not done it.
    private func tell(_ answer: AgentReply<Void>, _ then: (String?) -> Void) {
        guard case .failure(let error) = answer else { return then(nil) }
        switch error {
        case .absent: then(Installation.absence)
        case .silent:
            pulse?.noteSilence()
            then(Installation.current.notAnswering)
        case .lacking: then(Installation.current.otherVersion)
        case .refused(let cause), .unreadable(let cause), .busLost(let cause):
            then(BoundedText.shown(cause.message.isEmpty ? cause.name.rawValue : cause.message))
        }
    }
}
