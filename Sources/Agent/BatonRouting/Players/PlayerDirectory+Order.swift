// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
import BatonReactor
package import BatonSettings

/// What the order is told of players: when they play, are used, and have no effect.
extension PlayerDirectory {
    /// How long a player may take to begin to play when it was told to. A larger value costs more presses without an effect; a smaller one
    /// starts a second player beside a slow one (rule MPRIS94).
    private static let startTime = Duration.seconds(1)
    /// How long the other way of a toggle is waited for, again and again until it has been tried (rule MPRIS95).
    private static let trialTime = Duration.milliseconds(300)
    /// How long after a command what a player does is because of it.
    private static let commandTime = Duration.seconds(5)
    /// How near to its length a player is at its end when it pauses. Players tell a position that is a little old.
    private static let endTime = MediaTime(microseconds: 500_000)

    /// What `[routing] priority` names and no player is called.
    package var unmatchedPriorities: [PlayerPattern] { rules.unmatchedPriorities(players) }

    func enter(_ responder: PlayerResponder, after former: RoutingEntry?) {
        let player = responder.player
        var entry = RoutingEntry(id: responder.id)
        entry.isPlaying = plays(responder, former)
        entry.isSuspect = player.isSuspect
        entry.distance = distance(responder)
        entry.isStale = isLast(responder)
        entry.priority = rules.priority(responder)
        if window.order.policy.isRecent { entry.lastUse = responder.lastHeard }
        entry.wasFirst = remembered.map(responder.id.isNamed) ?? false
        if let former { entry.takePlace(of: former) }
        let isNews = former.map { !$0.isPlaying } ?? !responder.wasThere
        window.add(responder, as: entry, hasJustStarted: isNews, at: reactor.now)
    }

    // MARK: Playing

    /// Tells the order whether a player plays.
    ///
    /// - Parameter isNews: whether it has started or stopped now.
    func reviewPlaying(_ responder: PlayerResponder, isNews: Bool = true) {
        guard let entry = window.order.entry(responder.id) else { return }
        let plays = plays(responder, entry)
        guard plays != entry.isPlaying else { return }
        let now = reactor.now
        let isAsked = responder.lastCommand.map { now - $0 < Self.commandTime } ?? false
        let isEnd = !plays && isAtEnd(responder.player, after: entry.start.map { now - $0.at })
        window.change {
            $0.setPlaying(plays, for: responder.id, isNews: isNews, at: now, isEnd: isEnd, isAsked: isAsked)
        }
    }

    /// Whether a player counts as one that plays. One that says so while nothing is loaded has not started (rule MPRIS91); one that
    /// has, and loses its track for a moment, plays on. One that plays before it has said what counts until it says that it is nothing.
    private func plays(_ responder: PlayerResponder, _ entry: RoutingEntry?) -> Bool {
        let player = responder.player
        guard player.status == .playing, responder.history?.isSilent != true else {
            responder.wasLoaded = false
            return false
        }
        guard player.hasSomethingLoaded else {
            return window.order.policy.isRecent || responder.wasLoaded && entry?.isPlaying ?? false
        }
        if player.value(of: .metadata) != nil { responder.wasLoaded = true }
        return true
    }

    /// Notes whether a player that says that it plays is silent, which the order takes for paused (rule I171).
    ///
    /// - Parameter isNews: whether it has just begun to sound again.
    package func setSilent(_ responder: PlayerResponder, _ isSilent: Bool, isNews: Bool) {
        guard responder.history?.isSilent ?? false != isSilent else { return }
        responder.makeHistory().isSilent = isSilent
        reviewPlaying(responder, isNews: isNews)
    }

    /// Whether a player that does not play any more has come to its end.
    ///
    /// - Parameter time: for how long it has played; nil if that is not known.
    private func isAtEnd(_ player: Player, after time: Duration?) -> Bool {
        guard player.status == .paused else { return true }
        guard let length = player.metadata.length, length > 0 else { return false }
        let nearEnd = length - min(Self.endTime, MediaTime(microseconds: length.microseconds / 4))
        if player.position(at: reactor.now) >= nearEnd { return true }
        return time.map { $0 >= .microseconds(nearEnd.microseconds) } ?? false
    }

    // MARK: Use

    func used(_ responder: PlayerResponder, _ arrival: Int?) {
        guard !window.order.policy.isRecent else { return }
        if responder.player.status != .playing { awaitStart(of: responder) }
        // Most commands go to the player that was used last. One that is first because it is pinned is used as well.
        if !window.confirmFirst(responder) { window.change { $0.use(responder.id, at: arrival) } }
    }

    func noteChange(_ responder: PlayerResponder) {
        if window.responder(responder.id) !== responder { responder.lastHeard = window.nextUse() }
        // Also if it is first: players that appeared before this change may not be in the chain yet.
        guard window.order.policy.isRecent else { return }
        window.change { $0.noteChange(responder.id) }
    }

    // MARK: Commands without an effect

    /// Looks whether a player that may be told to play now begins to (rule MPRIS94). Firefox at the end of a clip says that it can play, and
    /// does not.
    private func awaitStart(of responder: PlayerResponder) {
        let history = responder.makeHistory()
        if let timer = history.startTimer { return timer.reschedule(at: reactor.now + Self.startTime) }
        // By its name: a weak reference would make each later command at it slower.
        history.startTimer = reactor.schedule(after: Self.startTime, tolerance: Self.startTime / 5) {
            [weak self, name = responder.player.name, identity = ObjectIdentifier(responder)] in
            guard let self, let responder = player(name), ObjectIdentifier(responder) == identity,
                responder.hasIgnoredPlay
            else { return }
            if rules.toggleTrial?.isTrying(responder) == true {
                responder.history?.startTimer?.reschedule(at: reactor.now + Self.trialTime)
                return
            }
            responder.history?.doesNotStart = true
            window.change { $0.setStale(true, for: responder.id) }
        }
    }

    /// A player has changed something, or sent a signal: it may begin to play when it is told to.
    func hasMoved(_ responder: PlayerResponder) {
        guard let history = responder.history else { return }
        if responder.player.status == .playing { history.startTimer?.cancel() }
        guard history.doesNotStart else { return }
        history.doesNotStart = false
        window.change { $0.setStale(isLast(responder), for: responder.id) }
    }

    /// Whether a player comes last of those that do not play.
    func isLast(_ responder: PlayerResponder) -> Bool {
        ghosts.finding(of: responder) == .stale || responder.history?.doesNotStart ?? false
    }

    // MARK: Priorities

    /// Follows how long ago players were used, while the configuration gives some a priority (rule MPRIS93).
    func followPriorities() {
        guard window.order.hasPriorities else {
            priorityClock?.close()
            priorityClock = nil
            return
        }
        if priorityClock == nil { priorityClock = PriorityClock(window: window, reactor: reactor) }
    }
}
