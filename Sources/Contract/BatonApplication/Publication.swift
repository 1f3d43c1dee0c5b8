// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonReactor
import Glibc

/// The application as a player on the bus, whose commands are remote-control events (rule APP7).
@MainActor
final class Publication {
    private(set) var player: PublishedPlayer?
    /// Called when the player has its name, or has lost it.
    var changed: (() -> Void)?
    /// Called when the application has taken a command, with the caller.
    var performed: ((PlayerMethod, BusName) -> Void)?
    /// Whether the application plays.
    var isPlaying = false {
        didSet { if isPlaying != oldValue || player?.status == .stopped { player?.status = status } }
    }

    private let identity: String
    private let name: String
    private let relay: EventRelay
    private let connection: Connection
    private var isOwned = false

    init(identity: String, options: ApplicationHostOptions, relay: EventRelay, on connection: Connection) {
        self.identity = identity
        name = Self.name(of: options.playerName ?? identity)
        self.relay = relay
        self.connection = connection
    }

    /// The player's name while it is this connection's.
    var ownedName: BusName? { isOwned ? player?.name : nil }

    /// Shows a track; with nil the application is no player.
    func show(_ metadata: Metadata?, isPlaying: Bool) {
        guard let metadata else { return withdraw() }
        if player == nil { publish(name, metadata) } else { player?.metadata = metadata }
        self.isPlaying = isPlaying
    }

    func withdraw() {
        player?.withdraw()
        player = nil
        isOwned = false
    }

    /// Tells clients which commands the application takes now (rules C1 and C6).
    func reviewCapabilities() {
        guard let player else { return }
        let application = relay.application
        func takes(_ subtypes: RemoteControlSubtype...) -> Value {
            .boolean(application.isReceivingRemoteControlEvents && subtypes.contains { application.isEnabled($0) })
        }
        player[.canPlay] = takes(.play, .togglePlayPause)
        player[.canPause] = takes(.pause, .togglePlayPause)
        player[.canGoNext] = takes(.nextTrack)
        player[.canGoPrevious] = takes(.previousTrack)
        player[.canSeek] = .boolean(false)
    }

    private var status: PlaybackStatus { isPlaying ? .playing : .paused }

    private func publish(_ name: String, _ metadata: Metadata) {
        // What the name is made of cannot be refused.
        guard let name = try? BusName("org.mpris.MediaPlayer2.\(name)") else { return }
        let player = PublishedPlayer(name: name, identity: identity, on: connection)
        player.metadata = metadata
        player.status = status
        player.onCommand = { [weak self] in self?.perform($0, $1) }
        player.onOwnershipChange = { [weak self, weak player] in self?.owns($0, player) }
        self.player = player
        reviewCapabilities()
        player.publish()
    }

    private func owns(_ ownership: NameOwnership, _ player: PublishedPlayer?) {
        guard let player, player === self.player else { return }
        isOwned = ownership == .owned
        let another = "\(name).instance\(getpid())"
        if ownership == .taken, !player.name.rawValue.hasSuffix(another) {
            // Another process of the same application has the name: MPRIS says how this one is called then.
            let metadata = player.metadata
            withdraw()
            publish(another, metadata)
        }
        changed?()
    }

    private func perform(_ method: PlayerMethod, _ call: Invocation) {
        guard let subtype = Self.subtype(of: method) else {
            return call.fail(DBusError(.notSupported, "this player has no \(method.name)"))
        }
        relay.send(Event(remoteControl: subtype, timestamp: connection.reactor.now)) { [weak self] isTaken in
            guard isTaken else {
                return call.fail(DBusError(.notSupported, "the app does not handle \(method.name) now"))
            }
            self?.performed?(method, call.sender)
            call.reply()
        }
    }

    /// The event that a command is; nil for one that has none.
    static func subtype(of method: PlayerMethod) -> RemoteControlSubtype? {
        switch method {
        case .play: .play
        case .pause: .pause
        case .playPause: .togglePlayPause
        case .stop: .stop
        case .next: .nextTrack
        case .previous: .previousTrack
        default: nil
        }
    }

    /// A name with what a bus name may have only; it begins with a letter.
    static func name(of text: String) -> String {
        var name = ""
        for character in text.unicodeScalars.prefix(64) where character.isASCII {
            let isLetter = character.properties.isAlphabetic
            if isLetter || character == "_" || !name.isEmpty && character.properties.numericType != nil {
                name.unicodeScalars.append(character)
            }
        }
        return name.isEmpty ? "application" : name
    }
}
