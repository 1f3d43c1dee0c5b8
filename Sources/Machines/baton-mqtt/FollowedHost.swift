// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonHousehold
import BatonMPRIS
import BatonReactor

/// A followed host as one player on this bus.
///
/// It has a connection of its own: a connection has one player.
final class FollowedHost {
    private static let prefix = PlayerName.prefix + BatonBus.machines

    /// Whether a bus name is of a followed host's player.
    static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// Sends the host a command; the handler is called with the outcome's code.
    typealias Sender = (HouseholdCommand.Action, HouseholdCommand.Value, @escaping (String) -> Void) -> Void

    private let connection: Connection
    private let player: PublishedPlayer
    private let send: Sender
    private var shown: NowPlaying?
    private var track = 0
    /// The shortest time between two changes of the player. A host tells four times a second; somebody else at its topic may not
    /// keep to that, and each change is a signal to every client on this bus.
    private static let interval = Duration.milliseconds(50)
    private var shownAt: Duration?
    private var waiting: RemoteHost?
    private var timer: ReactorTimer?

    /// - Returns: nil if the bus cannot be reached.
    init?(_ host: RemoteHost, address: String, reactor: Reactor, send: @escaping Sender) {
        guard let name = try? BusName(Self.prefix + Self.element(host.name)) else { return nil }
        connection = Connection(address: address, reactor: reactor)
        player = PublishedPlayer(name: name, identity: host.title, on: connection)
        self.send = send
        guard (try? connection.open()) != nil else { return nil }
        player.onCommand = { [weak self] in self?.perform($0, $1) }
        player.onSet = { [weak self] in self?.set($0, to: $1, $2) }
        player[.canQuit] = .boolean(false)
        player[.canRaise] = .boolean(false)
        show(host)
        player.publish()
    }

    deinit {
        timer?.cancel()
        connection.close()
    }

    /// Leaves the bus.
    func withdraw() {
        timer?.cancel()
        waiting = nil
        player.withdraw()
        connection.close()
    }

    /// Shows what the host plays; a moment later if it has just been shown.
    func show(_ host: RemoteHost) {
        let reactor = connection.reactor
        guard let shownAt, reactor.now < shownAt + Self.interval else { return showNow(host) }
        if waiting == nil {
            timer = reactor.schedule(at: shownAt + Self.interval) { [weak self] in
                guard let self, let host = waiting else { return }
                showNow(host)
            }
        }
        waiting = host
    }

    private func showNow(_ host: RemoteHost) {
        shownAt = connection.reactor.now
        waiting = nil
        guard let now = host.now else { return }
        let isNew = shown.map { now.isOtherTrack(than: $0) } ?? true
        if isNew { track += 1 }
        player[.identity] = .string(host.title)
        show(metadata: now)
        player.status =
            switch now.status {
            case .playing: .playing
            case .paused: .paused
            case .stopped: .stopped
            }
        player[.rate] = .double(now.rate)
        player[.volume] = now.volume.map { .double($0) }
        player[.shuffle] = now.shuffle.map { .boolean($0) }
        player[.loopStatus] = now.loop.map { .string($0.mprisWord) }
        show(abilities: now.abilities)
        show(position: host.position(at: connection.reactor.now), isNew: isNew)
        shown = now
    }

    private func show(metadata now: NowPlaying) {
        var metadata = Metadata()
        metadata.trackID = try? ObjectPath("/org/baton/household/track\(track)")
        if !now.title.isEmpty { metadata.title = now.title }
        if !now.artist.isEmpty { metadata.artist = [now.artist] }
        if !now.album.isEmpty { metadata.album = now.album }
        metadata.length = now.length.map { MediaTime($0) }
        player.metadata = metadata
    }

    private func show(abilities: Set<NowPlaying.Ability>) {
        let has = { (ability: NowPlaying.Ability) in Value.boolean(abilities.contains(ability)) }
        player[.canPlay] = has(.play)
        player[.canPause] = has(.pause)
        player[.canGoNext] = has(.next)
        player[.canGoPrevious] = has(.previous)
        player[.canSeek] = has(.seek)
    }

    /// A jump is signalled; what time brings by itself is not.
    private func show(position: Duration?, isNew: Bool) {
        guard let position = position.map({ MediaTime($0) }) else { return }
        let isJump = (position - player.position).magnitude > 1_500_000
        if isJump, !isNew { player.seeked(to: position) } else { player.position = position }
    }

    // MARK: What clients ask

    private func perform(_ method: PlayerMethod, _ call: Invocation) {
        switch method {
        case .play: ask(.play, call)
        case .pause: ask(.pause, call)
        case .playPause: ask(.toggle, call)
        case .stop: ask(.stop, call)
        case .next: ask(.next, call)
        case .previous: ask(.previous, call)
        case .seek:
            let offset = call.arguments.first.flatMap { MediaTime($0) } ?? 0
            ask(.seek, .number(Double(offset.microseconds) / 1e6), call)
        case .setPosition:
            guard call.arguments.count == 2, let position = MediaTime(call.arguments[1]), position >= 0,
                call.arguments[0] == player.metadata.trackID.map({ Value.objectPath($0) })
            else { return call.reply() }
            ask(.position, .number(Double(position.microseconds) / 1e6), call)
        case .openUri:
            guard let address = call.arguments.first?.asString else { return call.reply() }
            ask(.openURI, .text(address), call)
        default: call.fail(DBusError(.notSupported, "\(method.name) does not reach another machine"))
        }
    }

    private func set(_ property: PlayerProperty, to value: Value, _ call: Invocation) {
        switch (property, value) {
        case (.volume, .double(let level)) where level.isFinite:
            ask(.volume, .number(min(max(level, 0), 16)), call)
        case (.shuffle, .boolean(let isOn)): ask(.shuffle, .flag(isOn), call)
        case (.loopStatus, .string(let word)):
            guard let loop = NowPlaying.Loop(mprisWord: word) else {
                return call.fail(DBusError(.invalidArguments, "'LoopStatus' is None, Track or Playlist"))
            }
            ask(.loop, .text(loop.rawValue), call)
        default: call.fail(DBusError(.propertyReadOnly, "'\(property.name)' of another machine cannot be set"))
        }
    }

    private func ask(
        _ action: HouseholdCommand.Action, _ value: HouseholdCommand.Value = .none, _ call: Invocation
    ) {
        send(action, value) { code in
            switch code {
            // By MQTT 3.1.1 no answer comes.
            case "handled", "sent": call.reply()
            case "too-old": call.fail(DBusError(.timeout, "it may have been asked for too long ago"))
            case "timeout": call.fail(DBusError(.timeout, "the other machine has not answered"))
            case "not-allowed":
                call.fail(DBusError(.accessDenied, "the other machine does not allow it ([mqtt] allow there)"))
            default: call.fail(DBusError(.failed, "the other machine answers '\(code)'"))
            }
        }
    }

    private func ask(_ action: HouseholdCommand.Action, _ call: Invocation) { ask(action, .none, call) }

    /// A host's name as an element of a bus name, which has no dots and does not begin with a digit.
    static func element(_ name: HostName) -> String {
        let text = String(name.text.map { $0 == "." ? "_" : $0 })
        return text.first?.isNumber == true ? "_" + text : text
    }
}

extension NowPlaying.Loop {
    var mprisWord: String {
        switch self {
        case .none: "None"
        case .track: "Track"
        case .playlist: "Playlist"
        }
    }

    init?(mprisWord word: String) {
        guard let loop = [Self.none, .track, .playlist].first(where: { $0.mprisWord == word }) else { return nil }
        self = loop
    }
}

extension NowPlaying {
    /// Whether it is about another track.
    func isOtherTrack(than old: NowPlaying) -> Bool {
        (player, track, title, artist, album) != (old.player, old.track, old.title, old.artist, old.album)
    }
}
