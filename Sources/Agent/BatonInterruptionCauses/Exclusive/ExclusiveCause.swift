// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonInterruptions
package import BatonLog
import BatonMPRIS
package import BatonReactor
import BatonRouting
import BatonSession
package import BatonSettings
import BatonValues

/// One plays and the others pause (rules I60 to I62): a player that has started to play, and stays so for a while, is an interruption
/// of the others until it stops. What Baton itself has paused has not stopped: it holds the others as long as it is held.
@MainActor
package final class ExclusiveCause: AgentPart {
    /// What is shorter is a sound of a page or an app, not music.
    static let shortest = Duration.seconds(5)
    /// How long after a Play of Baton's own a player may announce that it plays.
    static let resumed = Duration.seconds(1)
    /// How long a player must not play until it has stopped: some say Stopped between two tracks. A headset's Pause is known to
    /// be one only after the player has announced that it paused.
    static let gap = Duration.seconds(1)
    /// How long after a Pause or Stop of Baton's own a player that ends playing has obeyed it. A person's own pause in this time counts
    /// as Baton's: then nothing begins.
    static let obeying = Duration.seconds(5)
    /// How long after the start an app's first word says what it did before: its library registers again when Baton is back.
    static let returning = Duration.seconds(5)

    private let interruptions: Interruptions
    private var observations: [Observation] = []
    private let reactor: Reactor
    private let logger: Logger
    private var settings = Configuration.Interruptions()
    /// When it was opened.
    private var opened: Duration?
    /// Players that have just started, and as which one.
    private var starting: [PlayerIdentity: (number: UInt64, timer: ReactorTimer)] = [:]
    private var starts: UInt64 = 0
    /// The interruption of each player that plays alone.
    private var holders: [PlayerIdentity: UInt32] = [:]
    /// Those of them that may have stopped.
    private var gaps: [PlayerIdentity: ReactorTimer] = [:]
    /// Those that Baton has paused or stopped since they played: when they end, others do not play because of it.
    private var taken: Set<PlayerIdentity> = []
    /// When Baton has sent Pause or Stop to those of them that still play. What asked for it may be over before they obey.
    private var told: [PlayerIdentity: Duration] = [:]
    /// When Baton has let a player go on: that excludes nobody.
    private var played: [PlayerIdentity: Duration] = [:]
    private var quarrels = Quarrels()

    package init(interruptions: Interruptions, reactor: Reactor, logger: Logger) {
        self.interruptions = interruptions
        self.reactor = reactor
        self.logger = logger
        observations = [
            interruptions.players.observe { [weak self] in self?.playerChanged($0) },
            interruptions.observe { [weak self] in self?.happened($0) },
        ]
    }

    package func apply(_ configuration: Configuration) {
        settings = configuration.interruptions
        if !isOn { endAll() }
    }

    package func open() { opened = reactor.now }

    /// The players are gone, and nobody has stopped them.
    package func busLost() { endAll() }

    package func close() {
        opened = nil
        cancelTimers()
    }

    private func cancelTimers() {
        for start in starting.values { start.timer.cancel() }
        for timer in gaps.values { timer.cancel() }
        starting = [:]
        gaps = [:]
    }

    private var isOn: Bool { settings.isEnabled && settings.exclusive.effect.pauses }

    private func endAll() {
        cancelTimers()
        for player in holders.keys.sorted() { end(player, isNormal: false) }
    }

    // MARK: Players

    private func playerChanged(_ change: InterruptedPlayers.Change) {
        switch change {
        case .facts(let player, let facts, let before):
            guard !facts.hasSameState(as: before), before != nil || !wasThere(player) else { return }
            if facts.isPlaying { started(player, facts) } else { stopped(player) }
        case .left(let player):
            played[player] = nil
            starting.removeValue(forKey: player)?.timer.cancel()
            end(player, isNormal: !taken.contains(player))
        case .track: break
        }
    }

    /// Whether a player that is seen for the first time was there before Baton: when it began to play is not known (rule I152).
    private func wasThere(_ player: PlayerIdentity) -> Bool {
        guard let opened else { return true }
        if player.isApp { return reactor.now - opened < Self.returning }
        return interruptions.players.responder(of: player)?.wasThere ?? false
    }

    /// Baton has done something to a player that may play alone.
    private func happened(_ effect: InterruptionEffect) {
        switch effect {
        case .play(let player) where isOn:
            played[player] = reactor.now
            watch(player)
        case .pause(let player), .stop(let player): if holders[player] != nil { told[player] = reactor.now }
        // It has ignored it.
        case .released(let player, .playsOn): told[player] = nil
        case .released(let player, let reason):
            // It was held, so that Baton has paused it, or another program in its place (rule I42).
            if holders[player] != nil, reason == .left || !isPlaying(player) { taken.insert(player) }
            watch(player)
        default: break
        }
    }

    private func started(_ player: PlayerIdentity, _ facts: PlayerFacts) {
        gaps.removeValue(forKey: player)?.cancel()
        taken.remove(player)
        told[player] = nil
        guard opened != nil, isOn, facts.mayBeInterrupted, starting[player] == nil else { return }
        // It goes on because Baton let it.
        if let time = played.removeValue(forKey: player), reactor.now - time <= Self.resumed { return }
        starts += 1
        let timer = reactor.schedule(after: settings.exclusiveAfter, tolerance: .milliseconds(50)) { [weak self] in
            guard let start = self?.starting.removeValue(forKey: player) else { return }
            self?.exclude(player, start.number)
        }
        starting[player] = (starts, timer)
    }

    private func stopped(_ player: PlayerIdentity) {
        starting.removeValue(forKey: player)?.timer.cancel()
        if let time = told.removeValue(forKey: player), reactor.now - time <= Self.obeying { taken.insert(player) }
        watch(player)
    }

    /// Looks in a while whether a player that does not play has stopped.
    private func watch(_ player: PlayerIdentity) {
        guard holders[player] != nil, gaps[player] == nil, !isPlaying(player) else { return }
        guard !noteHold(of: player) else { return }
        gaps[player] = reactor.schedule(after: Self.gap, tolerance: .milliseconds(50)) { [weak self] in
            guard let self else { return }
            gaps[player] = nil
            guard !isPlaying(player), !noteHold(of: player) else { return }
            end(player, isNormal: !taken.contains(player))
        }
    }

    private func isPlaying(_ player: PlayerIdentity) -> Bool { interruptions.model.isPlaying(player) }

    /// - Returns: whether an interruption holds the player: it plays alone as long as that lasts.
    private func noteHold(of player: PlayerIdentity) -> Bool {
        guard interruptions.model.isHeld(player) else { return false }
        taken.insert(player)
        return true
    }

    private func end(_ player: PlayerIdentity, isNormal: Bool) {
        gaps.removeValue(forKey: player)?.cancel()
        taken.remove(player)
        told[player] = nil
        guard let id = holders.removeValue(forKey: player) else { return }
        interruptions.end(id, isNormal: isNormal)
    }

    /// - Parameter number: as which one it started: one that started after it excludes it, and not the other way (rule I153).
    private func exclude(_ player: PlayerIdentity, _ number: UInt64) {
        // What is held has been sent its Pause already.
        guard isOn, !interruptions.model.isHeld(player), mayExclude(player) else { return }
        func mayPause(_ other: PlayerIdentity) -> Bool {
            isExcluded(other, by: player) && !quarrels.isAtTruce([player, other], at: reactor.now)
        }
        let others = interruptions.model.playing.filter {
            mayPause($0) && starting[$0].map { $0.number < number } ?? true
        }
        // It holds what it held before, too.
        let former = holders[player]
        let own = former.map(playersConcerned(by:)) ?? []
        // What another one has paused would go on beside this one when that stops.
        let held = interruptions.model.players(heldBy: .exclusive).subtracting(own).filter(mayPause)
        guard !others.isEmpty || !held.isEmpty else { return }
        var request = InterruptionRequest(
            .exclusive, reason: interruptions.players.identity(shownFor: player),
            resumes: settings.exclusive.effect.resumes,
            players: others.union(held).union(own))
        request.lowers = settings.exclusive.effect.lowers
        request.origin = "\(player.name)/\(player.owner)"
        guard let id = interruptions.begin(request) else { return }
        holders[player] = id
        if let former { interruptions.end(former) }
        if request.lowers { spare(player) } else { for other in others { note([player, other]) } }
    }

    /// The players that an interruption holds, or lowers.
    private func playersConcerned(by id: UInt32) -> Set<PlayerIdentity> {
        guard let request = interruptions.model.interruptions[id]?.request, request.lowers else {
            return interruptions.model.players(heldBy: id)
        }
        return request.players ?? []
    }

    /// What starts is not lowered any more by those that played before it (rule VOL6).
    private func spare(_ player: PlayerIdentity) {
        for (other, holder) in holders where other != player {
            guard var request = interruptions.model.interruptions[holder]?.request, request.lowers,
                request.players?.remove(player) != nil, let id = interruptions.begin(request)
            else { continue }
            holders[other] = id
            interruptions.end(holder)
        }
    }

    /// Whether a player pauses others (rule I61).
    private func mayExclude(_ player: PlayerIdentity) -> Bool {
        if player.isApp { return isPlaying(player) }
        guard let responder = interruptions.players.responder(of: player) else { return false }
        return interruptions.players.rule(for: responder).exclusive.isUsual && isHeard(responder)
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

    private func isExcluded(_ other: PlayerIdentity, by player: PlayerIdentity) -> Bool {
        guard other != player else { return false }
        if let responder = interruptions.players.responder(of: other),
            interruptions.players.standing(of: responder).isElsewhere
                || !interruptions.players.rule(for: responder).exclusive.isUsual
        {
            return false
        }
        let group = interruptions.players.facts(of: player)?.group
        return group == nil || interruptions.players.facts(of: other)?.group != group
    }

    /// Two players that pause each other again and again are left alone (rule I62).
    private func note(_ pair: Set<PlayerIdentity>) {
        guard quarrels.note(pair, at: reactor.now) else { return }
        let names = pair.map(\.name).sorted().joined(separator: " and ")
        logger.notice("\(names) pause each other; they are left alone for a minute")
    }
}
