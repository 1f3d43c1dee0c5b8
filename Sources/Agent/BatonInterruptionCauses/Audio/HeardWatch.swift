// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonMPRIS
import BatonReactor
import BatonRouting

/// What the streams of the sound server say of players that say something else: one plays and is not heard here, one does not and is
/// (rules I171 to I173). It is made when the first player is to be judged.
@MainActor
final class HeardWatch {
    /// How long a player must be silent, or heard nowhere here, to count as that. A larger value keeps what is over first for longer; a
    /// smaller one takes a slow start for silence.
    private static let silence = Duration.seconds(10)
    /// The same until a player that was heard here before counts as one that plays elsewhere: a stream that loads for long has none.
    private static let absence = Duration.seconds(60)
    /// How long a player must sound after it has said that it has paused. Browsers let their streams run for some 10 s after that.
    private static let sound = Duration.seconds(15)

    /// A player that says one thing while its streams say another.
    private struct Doubt {
        let since: Duration
        /// Whether it plays, and is not heard; else it does not play, and is heard.
        let isSilence: Bool
        /// Whether there is a stream of it, which rests.
        var hasStream: Bool
        /// Whether it counts as what its streams say.
        var isFound = false
        var isElsewhere = false
    }

    private let players: InterruptedPlayers
    private let reactor: Reactor
    private var doubts: [PlayerIdentity: Doubt] = [:]
    /// The players that were heard here.
    private var heard: Set<PlayerIdentity> = []
    private var timer: ReactorTimer?
    /// Whether players are being compared: what follows from that is no reason to do it again.
    private var isReviewing = false
    /// Called when the time of a doubt has come.
    var onTime: (() -> Void)?

    init(players: InterruptedPlayers, reactor: Reactor) {
        self.players = players
        self.reactor = reactor
    }

    /// Ends it.
    func close() { timer?.cancel() }

    /// The players that do not say that they play, and sound (rule I172).
    var sounding: [PlayerIdentity] { doubts.filter { !$0.value.isSilence && $0.value.isFound }.map(\.key).sorted() }

    /// Nothing is known of streams any more, so players are what they say.
    func forget() {
        for identity in doubts.keys.sorted() { settle(identity, isNews: false) }
        heard = []
        arm()
    }

    /// Compares what players say with what is heard.
    ///
    /// - Parameters:
    ///   - streams: all streams that play.
    ///   - owns: whether a stream belongs to a player.
    func review(_ streams: [AudioStream], _ owns: (AudioStream, PlayerResponder) -> Bool) {
        guard !isReviewing else { return }
        isReviewing = true
        defer { isReviewing = false }
        heard = heard.filter { players.facts(of: $0) != nil }
        for identity in doubts.keys.sorted() where players.facts(of: identity) == nil { doubts[identity] = nil }
        var unclaimed = streams
        for player in players.all where player.player.status == .playing && isLocal(player) {
            let own = streams.filter { owns($0, player) }
            unclaimed.removeAll { stream in own.contains { $0.index == stream.index } }
            note(player, own: own, plays: true)
        }
        for player in players.all where player.player.status != .playing {
            let isDoubted = players.identity(of: player).map { doubts[$0] != nil } ?? false
            guard isDoubted || !unclaimed.isEmpty, isLocal(player) else { continue }
            let own = unclaimed.filter { owns($0, player) }
            unclaimed.removeAll { stream in own.contains { $0.index == stream.index } }
            note(player, own: own, plays: false)
        }
        // What is no known player's may be that of any: one in a sandbox, or one whose sound another program makes, as MPD's.
        if unclaimed.contains(where: { $0.isLive && $0.group.isEmpty && $0.role != "event" }) {
            for (identity, doubt) in doubts where doubt.isSilence { settle(identity, isNews: false) }
        }
        judge()
    }

    /// Whether a player's sound would be here, in a stream of its own. A phone's comes by one of the sound server's.
    private func isLocal(_ player: PlayerResponder) -> Bool {
        !player.isOnAnotherDevice && !players.standing(of: player).isPhone
    }

    private func note(_ player: PlayerResponder, own: [AudioStream], plays: Bool) {
        guard let identity = players.identity(of: player) else { return }
        let isLive = own.contains { $0.isLive }
        if isLive { heard.insert(identity) }
        // A stream that the user has muted does not make a player silent, and does not count as sound either.
        let isDoubtful = plays ? !isLive : own.contains { $0.isLive && !$0.isSilent }
        if let doubt = doubts[identity], !isDoubtful || doubt.isSilence != plays {
            // It is heard again, or says something else.
            settle(identity, isNews: plays && isLive)
        }
        guard isDoubtful else { return }
        var doubt = doubts[identity] ?? Doubt(since: reactor.now, isSilence: plays, hasStream: false)
        doubt.hasStream = !own.isEmpty
        doubts[identity] = doubt
    }

    /// A player is what it says.
    private func settle(_ identity: PlayerIdentity, isNews: Bool) {
        guard let doubt = doubts.removeValue(forKey: identity), doubt.isSilence else { return }
        if doubt.isElsewhere { players.setElsewhere(identity, false) }
        if doubt.isFound { players.setSilent(identity, false, isNews: isNews) }
    }

    // MARK: Time

    private func judge() {
        let now = reactor.now
        for (identity, doubt) in doubts {
            var new = doubt
            new.isFound = now >= doubt.since + (doubt.isSilence ? Self.silence : Self.sound)
            new.isElsewhere = elsewhereTime(doubt, identity).map { now >= $0 } ?? false
            guard new.isFound != doubt.isFound || new.isElsewhere != doubt.isElsewhere else { continue }
            doubts[identity] = new
            if new.isElsewhere != doubt.isElsewhere { players.setElsewhere(identity, new.isElsewhere) }
            if doubt.isSilence, !doubt.isFound { players.setSilent(identity, true, isNews: false) }
        }
        arm()
    }

    /// When a player counts as one that plays elsewhere; nil for never.
    private func elsewhereTime(_ doubt: Doubt, _ identity: PlayerIdentity) -> Duration? {
        guard doubt.isSilence, !doubt.hasStream else { return nil }
        return doubt.since + (heard.contains(identity) ? Self.absence : Self.silence)
    }

    private func arm() {
        var next: Duration?
        for (identity, doubt) in doubts {
            let found = doubt.isFound ? nil : doubt.since + (doubt.isSilence ? Self.silence : Self.sound)
            let elsewhere = doubt.isElsewhere ? nil : elsewhereTime(doubt, identity)
            for time in [found, elsewhere].compactMap(\.self) { next = min(next ?? time, time) }
        }
        guard timer?.isScheduled != true || timer?.deadline != next else { return }
        timer?.cancel()
        timer = next.map { reactor.schedule(at: $0, tolerance: .seconds(1)) { [weak self] in self?.onTime?() } }
    }
}
