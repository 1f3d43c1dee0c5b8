// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonHousehold
import BatonMPRIS
import BatonReactor
import BatonValues

/// What this machine has to tell: the first of its own players, those that can be pinned, and its interruptions.
///
/// batond says in which order they are, the players themselves what they play. Followed hosts are players here too, but never
/// this machine's own: they are not told on.
final class LocalHost {
    /// Called at the end of a turn in which something may have changed.
    var onChange: (() -> Void)?
    /// Called when batond has come (`true`), or has gone.
    var onAgent: ((Bool) -> Void)?

    /// The batond that is there now, for one call.
    var present: RemoteAgent { RemoteAgent(on: connection, owner: watch.owner) }
    /// Whichever batond there will be.
    var agent: RemoteAgent { RemoteAgent(on: connection) }
    private let connection: Connection
    private let watch: AgentWatch
    private let registry: PlayerRegistry
    private let reactor: Reactor
    private var observations: [Observation] = []
    private var players: PlayerRegistry.Observation?
    private var isPending = false

    init(on connection: Connection) {
        reactor = connection.reactor
        self.connection = connection
        watch = AgentWatch(RemoteAgent(on: connection), following: [.application, .interruptions])
        registry = PlayerRegistry(connection: connection) { name in
            !FollowedHost.isOne(name.rawValue) && PlayerName(busName: name.rawValue)?.isMirror == false
        }
        observations.append(watch.observe { [weak self] in self?.agentChanged($0) })
        players = registry.observe { [weak self] in self?.playersChanged($0) }
        registry.start()
    }

    // MARK: What is told

    /// Whether the first of the chain is this machine's own: then batond itself does what others ask for.
    var isFirstLocal: Bool { !FollowedHost.isOne(watch.state[ApplicationInterface.firstResponder] ?? "") }

    /// The first player of the chain that is this machine's own; nil without one.
    var first: Player? {
        chain.lazy.compactMap { self.player(of: $0) }.first
    }

    /// What is first in the chain; nil if nothing is.
    func nowPlaying(at now: Duration) -> NowPlaying? {
        guard let responder = chain.first else { return nil }
        guard let player = player(of: responder) else {
            // A registered app says whether it plays, and no more.
            var playing = NowPlaying(status: Self.status(responder.status), player: responder.identity)
            playing.abilities = [.play, .pause, .next, .previous]
            return playing
        }
        return NowPlaying(player, at: now)
    }

    /// Where the picture is of what is first in the chain, as its player says; empty for none.
    var pictureURL: String {
        chain.first.flatMap { player(of: $0) }?.metadata.artURL ?? ""
    }

    /// The player of a row of the chain; nil for an app that is registered.
    private func player(of responder: ListedResponder) -> Player? {
        (try? BusName(responder.id)).flatMap { registry[$0] }
    }

    /// The names of the players that can be pinned.
    var names: [String] { chain.compactMap { PlayerName(busName: $0.id)?.instance } }

    /// The pinned player's name; empty for none.
    var pin: String { watch.state[ApplicationInterface.pinned] ?? "" }

    /// Whether a shake undoes.
    var shakes: Bool { watch.state[ApplicationInterface.shakeToUndo] ?? false }

    /// Whether interruptions pause players; nil while that is not known.
    var interrupts: Bool? { watch.state[InterruptionsInterface.enabled] }

    /// Which player comes first; nil while that is not known.
    var policy: String? { watch.state[ApplicationInterface.policy] }

    /// The interruptions that others may hear of: what somebody here must hear or say something for. A lock, a sleep or another
    /// machine's call is none of theirs.
    var interruptions: [SharedInterruption] {
        (watch.state[InterruptionsInterface.active] ?? []).compactMap { interruption in
            guard Self.shared.contains(interruption.source) else { return nil }
            return SharedInterruption(
                id: "\(interruption.since)-\(interruption.id)", cause: interruption.source, reason: interruption.reason)
        }
    }

    private static let shared = ["call", "dictation", "recording", "alarm", "speech"]

    private var chain: [ListedResponder] {
        (watch.state[ApplicationInterface.responders] ?? []).filter { !FollowedHost.isOne($0.id) }
    }

    private static func status(_ word: String) -> NowPlaying.Status {
        switch PlaybackStatus(rawValue: word) {
        case .playing: .playing
        case .paused: .paused
        case .stopped, nil: .stopped
        }
    }

    // MARK: What changes

    private func agentChanged(_ change: AgentWatch.Change) {
        switch change {
        case .arrived: onAgent?(true)
        case .left: onAgent?(false)
        case .told, .failed, .touched: break
        }
        note()
    }

    private func playersChanged(_ change: PlayerRegistry.Change) {
        switch change {
        case .answered(let player), .changed(let player, _):
            // Who is asked for the position once knows it from then on.
            if player === first, player.positionIsStale {
                player.refreshPosition(within: .seconds(1)) { [weak self] _ in self?.note() }
            }
            note()
        case .signalled, .vanished, .ownerReplaced: note()
        case .appeared, .suspicion, .problem, .full, .settled: break
        }
    }

    private func note() {
        guard !isPending else { return }
        isPending = true
        reactor.deferUntilEndOfTurn { [weak self] in
            self?.isPending = false
            self?.onChange?()
        }
    }
}

extension NowPlaying {
    /// What a player says.
    init(_ player: Player, at now: Duration) {
        let status: Status =
            switch player.status {
            case .playing: .playing
            case .paused: .paused
            case .stopped, nil: .stopped
            }
        self.init(status: status, player: PlayerName(busName: player.name.rawValue)?.instance ?? "")
        let metadata = player.metadata
        title = metadata.title ?? ""
        artist = metadata.artist.joined(separator: ", ")
        album = metadata.album ?? ""
        track = metadata.trackID?.rawValue ?? ""
        length = metadata.length.flatMap { Self.duration($0) }
        position = status == .stopped || player.positionIsStale ? nil : Self.duration(player.position(at: now))
        rate = player.value(of: .rate)?.asDouble ?? 1
        volume = player.value(of: .volume)?.asDouble
        shuffle = player.value(of: .shuffle)?.asBool
        loop = player.value(of: .loopStatus)?.asString.flatMap { Loop(mprisWord: $0) }
        abilities = Self.abilities(player)
    }

    private static func duration(_ time: MediaTime) -> Duration? {
        time >= 0 ? .microseconds(time.microseconds) : nil
    }

    private static func abilities(_ player: Player) -> Set<Ability> {
        let has = player.capabilities
        guard has.contains(.control) else { return [] }
        var result: Set<Ability> = []
        let pairs: [(Capabilities, Ability)] = [
            (.play, .play), (.pause, .pause), (.goNext, .next), (.goPrevious, .previous), (.seek, .seek),
        ]
        for (capability, ability) in pairs where has.contains(capability) { result.insert(ability) }
        if player.value(of: .volume) != nil { result.insert(.volume) }
        if player.value(of: .shuffle) != nil { result.insert(.shuffle) }
        if player.value(of: .loopStatus) != nil { result.insert(.loop) }
        return result
    }
}
