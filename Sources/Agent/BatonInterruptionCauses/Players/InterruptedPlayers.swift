// SPDX-License-Identifier: Apache-2.0

import BatonDBus
package import BatonInterruptions
import BatonMPRIS
package import BatonRouting
import BatonSettings
package import BatonValues
import Glibc

/// What the model is told of the players on the bus.
@MainActor
package final class InterruptedPlayers {
    /// A player as the model knows it. An object, because a table has two or three places for each of its players.
    private final class Entry {
        let identity: PlayerIdentity
        let facts: PlayerFacts

        init(identity: PlayerIdentity, facts: PlayerFacts) {
            self.identity = identity
            self.facts = facts
        }
    }

    /// An app that wants to be told of interruptions.
    private struct AppEntry {
        let app: AppResponder
        var facts: PlayerFacts
    }

    /// What happens to a player.
    package enum Change {
        /// It appeared, or its facts have changed; those before are nil when it appeared.
        case facts(PlayerIdentity, PlayerFacts, before: PlayerFacts?)
        /// It has another track.
        case track(PlayerIdentity)
        /// It has left.
        case left(PlayerIdentity)
    }

    private var observers = Observers<Change>()

    private let directory: PlayerDirectory
    private var observation: Observation?
    private let now: () -> Duration
    private var entries: [BusName: Entry] = [:]
    private var apps: [PlayerIdentity: AppEntry] = [:]
    /// The players that play elsewhere, by what is heard here (rule I173).
    private var elsewhere: Set<PlayerIdentity> = []

    /// - Parameter now: the time of the reactor.
    package init(_ directory: PlayerDirectory, now: @escaping () -> Duration) {
        self.directory = directory
        self.now = now
        observation = directory.observe { [weak self] change in
            switch change {
            case .standing(let responder): self?.review(responder)
            case .left(let responder, let owner): self?.left(responder, owner: owner)
            case .properties, .signal, .confinement: break
            }
        }
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    private func tell(_ change: Change) { observers.tell(change) }

    func apply(_ configuration: Configuration) {
        for responder in directory.players { review(responder) }
    }

    /// Something may be paused now (rule MPRIS95).
    func willBegin() { directory.interruptionBegins() }

    /// A player's properties have changed.
    func playerChanged(_ responder: PlayerResponder, _ properties: PropertySet) {
        if properties.contains(.playbackStatus) || properties.contains(.canPause) || properties.contains(.metadata)
            || properties.contains(.canControl)
        {
            review(responder)
        }
    }

    // MARK: Apps

    /// An app has registered, or has registered again: it says what it does (rule I15).
    package func appRegistered(_ app: AppResponder) {
        let identity = Self.identity(of: app)
        let before = apps[identity]?.facts
        guard app.options.wantsInterruptions || before != nil else { return }
        var facts = PlayerFacts(app.options.isPlaying ? .playing : .paused)
        facts.mayBeInterrupted = app.options.wantsInterruptions
        facts.mayBePaused = facts.mayBeInterrupted
        apps[identity] = AppEntry(app: app, facts: facts)
        tell(.facts(identity, facts, before: before))
    }

    /// An app has unregistered, or left the bus.
    package func appLeft(_ app: AppResponder) {
        let identity = Self.identity(of: app)
        if apps.removeValue(forKey: identity) != nil { tell(.left(identity)) }
    }

    /// The app of an identity.
    package func app(of identity: PlayerIdentity) -> AppResponder? { apps[identity]?.app }

    /// The apps that want to be told of interruptions.
    var registeredApps: [PlayerIdentity: AppResponder] { apps.mapValues(\.app) }

    static func identity(of app: AppResponder) -> PlayerIdentity {
        PlayerIdentity(name: app.id.rawValue, owner: app.owner.rawValue)
    }

    // MARK: Questions

    /// Whether a player on this machine, or an app, plays.
    var isAnyPlaying: Bool {
        apps.values.contains { $0.facts.isPlaying }
            || entries.contains {
                $0.value.facts.isPlaying
                    && ($0.value.facts.mayBePaused || !isOnAnotherDevice($0.value.identity))
            }
    }

    /// The name of a player or an app for people.
    package func identity(shownFor identity: PlayerIdentity) -> String {
        app(of: identity)?.identity ?? responder(of: identity)?.identity ?? identity.name
    }

    /// What is known of a player or an app.
    package func facts(of identity: PlayerIdentity) -> PlayerFacts? {
        if let entry = apps[identity] { return entry.facts }
        guard let name = try? BusName(identity.name), let entry = entries[name], entry.identity == identity else {
            return nil
        }
        return entry.facts
    }

    /// The players that play now.
    var playing: [PlayerResponder] {
        directory.players.filter { entries[$0.player.name]?.facts.isPlaying ?? false }
    }

    /// All players whose status is known.
    var all: [PlayerResponder] { directory.players.filter { entries[$0.player.name] != nil } }

    /// All that the model knows.
    var identities: Set<PlayerIdentity> { Set(entries.values.map(\.identity)).union(apps.keys) }

    func identity(of responder: PlayerResponder) -> PlayerIdentity? { entries[responder.player.name]?.identity }

    /// The player of a name, as the model knows it.
    func identity(of id: ResponderID) -> PlayerIdentity? {
        if let app = apps.keys.first(where: { $0.name == id.rawValue }) { return app }
        return (try? BusName(id.rawValue)).flatMap { entries[$0]?.identity }
    }

    /// The responder of a player, if it is still the same one.
    func responder(of identity: PlayerIdentity) -> PlayerResponder? {
        guard let name = try? BusName(identity.name), let responder = directory.player(name),
            responder.player.owner.rawValue == identity.owner
        else { return nil }
        return responder
    }

    /// Whether a player or an app was there already when Baton began to listen. An app counts: its library registers it when Baton
    /// is back (rule I152).
    func wasThere(_ identity: PlayerIdentity) -> Bool { responder(of: identity)?.wasThere ?? identity.isApp }

    func standing(of responder: PlayerResponder) -> PlayerStanding { directory.standing(of: responder) }

    func rule(for responder: PlayerResponder) -> Configuration.PlayerRule { directory.rule(for: responder) }

    /// Whether a player is on another device (rule MPRIS101); false for an app.
    func isOnAnotherDevice(_ identity: PlayerIdentity) -> Bool {
        responder(of: identity)?.isOnAnotherDevice ?? ResponderID(identity.name).isOnAnotherDevice
    }

    // MARK: What is heard

    /// Notes whether a player says that it plays and is silent, which is for the order only (rule I171).
    func setSilent(_ identity: PlayerIdentity, _ isSilent: Bool, isNews: Bool) {
        if let responder = responder(of: identity) { directory.setSilent(responder, isSilent, isNews: isNews) }
    }

    /// Whether a player plays elsewhere.
    func isElsewhere(_ identity: PlayerIdentity) -> Bool { elsewhere.contains(identity) }

    /// Notes whether a player plays elsewhere: then interruptions leave it alone (rule I173).
    func setElsewhere(_ identity: PlayerIdentity, _ isElsewhere: Bool) {
        if isElsewhere { elsewhere.insert(identity) } else { elsewhere.remove(identity) }
        if let responder = responder(of: identity) { review(responder) }
    }

    // MARK: Facts

    /// Tells what has changed of a player, and of those that are one player with it.
    private func review(_ responder: PlayerResponder) {
        guard tell(responder), let group = entries[responder.player.name]?.facts.group else { return }
        for (name, entry) in entries where entry.facts.group == group && name != responder.player.name {
            if let other = directory.player(name) { _ = tell(other) }
        }
    }

    /// - Returns: whether the group's other members may have to be told, because something has changed.
    private func tell(_ responder: PlayerResponder) -> Bool {
        let player = responder.player
        guard let status = player.status else { return false }
        guard !directory.ignores(responder) else {
            left(responder, owner: player.owner)
            return false
        }
        let facts = facts(of: responder, status)
        let identity = PlayerIdentity(name: player.name.rawValue, owner: player.owner.rawValue)
        let old = entries[player.name]
        entries[player.name] = Entry(identity: identity, facts: facts)
        guard let old, old.identity == identity else {
            tell(.facts(identity, facts, before: nil))
            return true
        }
        let differs = facts.differs(from: old.facts)
        if differs { tell(.facts(identity, facts, before: old.facts)) }
        if old.facts.isTrackKnown, old.facts.track != facts.track { tell(.track(identity)) }
        return differs
    }

    private func facts(of responder: PlayerResponder, _ status: PlaybackStatus) -> PlayerFacts {
        let player = responder.player
        let standing = directory.standing(of: responder)
        let rule = rule(for: responder)
        var facts = PlayerFacts(Self.state(status))
        facts.mayBePaused =
            !standing.isHeadset && !player.isAlias && !standing.isElsewhere && player.capabilities.contains(.control)
        let isHere = elsewhere.isEmpty || identity(of: responder).map { !elsewhere.contains($0) } ?? true
        facts.mayBeInterrupted = facts.mayBePaused && isHere && rule.interrupt.isUsual
        facts.canPause = player.capabilities.contains(.pause)
        facts.isPausedByOthers = rule.pausesOnce
        // All phones are of one process, and each is a player of its own.
        let process = standing.isPhone ? nil : standing.integratedProcess ?? standing.process
        facts.group = standing.group ?? process.map { "\($0)" }
        facts.standsForGroup = stands(responder, in: facts.group)
        facts.wasThere = responder.wasThere
        facts.isOfAgent = standing.isPhone && standing.process.map { $0 == UInt32(bitPattern: getpid()) } ?? false
        facts.track = Self.track(of: player.metadata)
        facts.isTrackKnown = player.value(of: .metadata) != nil
        facts.position = player.positionIsStale ? nil : .microseconds(player.position(at: now()).microseconds)
        return facts
    }

    private static func state(_ status: PlaybackStatus) -> PlayerState {
        switch status {
        case .playing: .playing
        case .paused: .paused
        case .stopped: .stopped
        }
    }

    /// Whether the player stands for its group: the one that plays, among them the one that gets commands, and among those the
    /// first by its name (rule I94).
    private func stands(_ responder: PlayerResponder, in group: String?) -> Bool {
        guard let group else { return true }
        func rank(_ responder: PlayerResponder) -> Int {
            (responder.player.status == .playing ? 0 : 2)
                + (directory.isInChain(responder) ? 0 : 1)
        }
        let own = rank(responder)
        for (name, entry) in entries where entry.facts.group == group && name != responder.player.name {
            guard let other = directory.player(name) else { continue }
            let rank = rank(other)
            if rank < own || rank == own && name.rawValue < responder.player.name.rawValue { return false }
        }
        return true
    }

    /// Stands for the track, so that another one is noticed, by the next agent as well.
    private static func track(of metadata: Metadata) -> UInt64 {
        var track = TextChecksum()
        if let id = metadata.trackID, id != TrackID.noTrack {
            track.add(id.rawValue)
        } else {
            track.add(metadata.url ?? "")
            track.add(metadata.title ?? "")
        }
        return track.value
    }

    private func left(_ responder: PlayerResponder, owner: BusName) {
        guard let entry = entries[responder.player.name], entry.identity.owner == owner.rawValue else { return }
        entries[responder.player.name] = nil
        elsewhere.remove(entry.identity)
        tell(.left(entry.identity))
        guard let group = entry.facts.group else { return }
        for (name, other) in entries where other.facts.group == group {
            if let responder = directory.player(name) { _ = tell(responder) }
        }
    }
}
