// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonInterruptions
import BatonMPRIS
package import BatonReactor
import BatonRouting
package import BatonSettings
package import Logging

/// One plays and the others pause (rules I60 to I62): a player that has started to play, and stays so for a while, is an interruption
/// of the others until it stops.
@MainActor
package final class ExclusiveSource: AgentPart {
    /// What is shorter is a sound of a page or an app, not music.
    static let shortest = Duration.seconds(5)
    /// How long after a Play of Baton's own a player may announce that it plays.
    static let resumed = Duration.seconds(1)

    private let interruptions: Interruptions
    private let reactor: Reactor
    private let logger: Logger
    private var settings = Configuration.Interruptions()
    private var isOpen = false
    /// Players that have just started.
    private var starting: [PlayerIdentity: ReactorTimer] = [:]
    /// The interruption of each player that plays alone.
    private var holders: [PlayerIdentity: UInt32] = [:]
    /// When Baton has let a player go on: that excludes nobody.
    private var played: [PlayerIdentity: Duration] = [:]
    private var quarrels = Quarrels()

    package init(interruptions: Interruptions, reactor: Reactor, logger: Logger) {
        self.interruptions = interruptions
        self.reactor = reactor
        self.logger = logger
        interruptions.players.observe { [weak self] in self?.playerChanged($0) }
        interruptions.observe { [weak self] in
            guard let self, isOn, case .play(let player) = $0 else { return }
            played[player] = self.reactor.now
        }
    }

    package func apply(_ configuration: Configuration) {
        settings = configuration.interruptions
        if !isOn { endAll() }
    }

    /// What plays already when Baton starts excludes nobody.
    package func open() { isOpen = true }

    package func busLost() { endAll() }

    package func close() {
        isOpen = false
        for timer in starting.values { timer.cancel() }
        starting = [:]
    }

    private var isOn: Bool { settings.isEnabled && settings.exclusive.effect.pauses }

    private func endAll() {
        for timer in starting.values { timer.cancel() }
        starting = [:]
        for player in holders.keys.sorted() { end(player) }
    }

    // MARK: Players

    private func playerChanged(_ change: InterruptedPlayers.Change) {
        switch change {
        case .facts(let player, let facts, let before):
            guard !facts.hasSameState(as: before) else { return }
            if facts.isPlaying { started(player, facts) } else { stopped(player) }
        case .left(let player):
            played[player] = nil
            stopped(player)
        case .track: break
        }
    }

    private func started(_ player: PlayerIdentity, _ facts: PlayerFacts) {
        guard isOpen, isOn, facts.mayBeInterrupted, starting[player] == nil else { return }
        // It goes on because Baton let it.
        if let time = played.removeValue(forKey: player), reactor.now - time <= Self.resumed { return }
        starting[player] = reactor.schedule(after: settings.exclusiveAfter, tolerance: .milliseconds(50)) {
            [weak self] in
            self?.starting[player] = nil
            self?.exclude(player)
        }
    }

    private func stopped(_ player: PlayerIdentity) {
        starting.removeValue(forKey: player)?.cancel()
        end(player)
    }

    private func end(_ player: PlayerIdentity) {
        guard let id = holders.removeValue(forKey: player) else { return }
        interruptions.end(id)
    }

    private func exclude(_ player: PlayerIdentity) {
        guard isOn, holders[player] == nil, let responder = interruptions.players.responder(of: player),
            interruptions.players.rule(for: responder).exclusive.isUsual, isHeard(responder)
        else { return }
        let others = Set(
            interruptions.players.playing.filter { isExcluded($0, by: responder) }
                .compactMap(interruptions.players.identity(of:))
        )
        .filter { !quarrels.isAtTruce([player, $0], at: reactor.now) }
        guard !others.isEmpty else { return }
        let request = InterruptionRequest(
            .exclusive, reason: responder.identity, resumes: settings.exclusive.effect.resumes, players: others)
        holders[player] = interruptions.begin(request)
        for other in others { note([player, other]) }
    }

    /// Whether it is music rather than a sound, and loud enough to be heard (rule I61).
    private func isHeard(_ responder: PlayerResponder) -> Bool {
        if let length = responder.player.metadata.length, length > 0,
            .microseconds(length.microseconds) < Self.shortest
        {
            return false
        }
        return responder.player.value(of: .volume)?.asDouble != 0
    }

    private func isExcluded(_ other: PlayerResponder, by responder: PlayerResponder) -> Bool {
        guard other !== responder, !other.id.isOnAnotherDevice else { return false }
        guard interruptions.players.rule(for: other).exclusive.isUsual else { return false }
        let group = interruptions.players.group(of: responder)
        return group == nil || interruptions.players.group(of: other) != group
    }

    /// Two players that pause each other again and again are left alone (rule I62).
    private func note(_ pair: Set<PlayerIdentity>) {
        guard quarrels.note(pair, at: reactor.now) else { return }
        let names = pair.map(\.name).sorted().joined(separator: " and ")
        logger.notice("\(names) pause each other; they are left alone for a minute")
    }
}
