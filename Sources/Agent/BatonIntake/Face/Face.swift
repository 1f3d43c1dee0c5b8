// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonEvents
package import BatonMPRIS
package import BatonRouting
package import BatonSession
package import BatonSettings
package import BatonValues

/// The player that Baton exports on the bus: it mirrors the first player of the chain in full (rule MPRIS37).
///
/// Transport commands become events and go along the chain. What is not an event (Seek, SetPosition, OpenUri,
/// properties, track list, playlists) is forwarded to the mirrored player, in order with the events. Properties are
/// read from the cache.
@MainActor
package final class Face: AgentPart {
    private let window: MediaWindow
    private let intake: CommandIntake
    private let now: () -> Duration
    private let playerctld: PlayerctldInterface
    /// Told when a caller has chosen another place or track of a player: that is the user's act, as a press is (rule I140).
    private var observers = Observers<PlayerResponder>()
    /// Returns the URL that is shown for the one of a player's picture; nil for none.
    package var artwork: ((PlayerResponder, String) -> String?)?
    /// What changes the volume of the mirrored player (rule VOL1).
    package weak var volumes: (any VolumeControl)?
    /// Whether reads wait as commands do: while batond starts, so that nobody reads that there is no player (rule MPRIS81).
    package var readsWait: () -> Bool = { true }
    /// The player that is mirrored.
    private(set) var mirrored: PlayerResponder?
    private var playerNames: [String] = []
    private var server: PlayerServer?

    package init(window: MediaWindow, intake: CommandIntake, access: CallerAccess, now: @escaping () -> Duration) {
        self.window = window
        self.intake = intake
        self.now = now
        playerctld = PlayerctldInterface(window: window)
        var source = PlayerSource(
            value: { [unowned self] in value($0) },
            setValue: { [unowned self] in setValue(of: $0, $1, $2) },
            perform: { [unowned self] in perform($0, $1) },
            gate: { [unowned self] in gate($0) })
        source.passesGate = { Self.subtype($0) != nil }
        server = PlayerServer(
            source, interfaces: PlayerInterface.allCases, additional: [playerctld.interface],
            access: access.checks(of: .face))
        server?.object.admission = { intake.perform($0) }
        server?.object.admitsAtOnce = { !intake.isOccupied }
        server?.object.readsGoAhead = { [unowned self] in !readsWait() }
    }

    /// Adds an observer of what callers choose, which is called after those before it.
    package func observe(_ observer: @escaping (PlayerResponder) -> Void) -> Observation { observers.observe(observer) }

    /// The object to export at the players' object path.
    package var exported: ExportedObject? { server?.object }

    /// The error for a chain without a player, for all but events: a registered app can be commanded, but has no properties to
    /// show (rule MPRIS39).
    private func gate(_ interface: PlayerInterface) -> DBusError? {
        window.orderedResponders.contains { $0 is PlayerResponder } ? nil : PlayerctldInterface.noPlayer
    }

    // MARK: Calls

    private func perform(_ method: PlayerMethod, _ call: Invocation) {
        if let subtype = Self.subtype(method) {
            intake.submit(subtype, input: .mpris, sender: call.sender) { Self.answer(call, method, $0) }
        } else if method == .seek {
            seek(call)
        } else if Self.changes(method) {
            if isBehindPlayingApp { return call.fail(Self.behindApp) }
            if let mirrored, Self.isChoice(method, call) { observers.tell(mirrored) }
            forward(call)
        } else if method == .setPosition, let mirrored {
            // As Seek, it has no effect then.
            guard !isBehindPlayingApp else { return call.reply() }
            observers.tell(mirrored)
            setPosition(call, mirrored)
        } else {
            forward(call)
        }
    }

    /// Whether a method that is no event says what the player is to play. What is shown or set beside that is no act on it.
    private static func isChoice(_ method: PlayerMethod, _ call: Invocation) -> Bool {
        switch method {
        case .openUri, .goTo, .activatePlaylist: true
        // Only with SetAsCurrent.
        case .addTrack: call.arguments.last == .boolean(true)
        default: false
        }
    }

    private static func subtype(_ method: PlayerMethod) -> RemoteControlSubtype? {
        switch method {
        case .play: .play
        case .pause: .pause
        case .stop: .stop
        case .playPause: .togglePlayPause
        case .next: .nextTrack
        case .previous: .previousTrack
        default: nil
        }
    }

    /// Whether the method changes what the player does or has, and is no event or jump.
    private static func changes(_ method: PlayerMethod) -> Bool {
        switch method {
        case .quit, .openUri, .addTrack, .removeTrack, .goTo, .activatePlaylist: true
        default: false
        }
    }

    private static func answer(_ call: Invocation, _ method: PlayerMethod, _ outcome: Outcome) {
        switch outcome {
        case .handled: call.reply()
        case .unhandled(.noResponder): call.fail(PlayerctldInterface.noPlayer)
        case .unhandled(.disabled):
            call.fail(
                DBusError(.notSupported, "\(method.name) is turned off in baton.conf ([remote-control] disabled)"))
        // MPRIS 2.2: PlayPause returns an error if it can do nothing; the other methods have no effect then.
        case .unhandled where method == .playPause:
            call.fail(DBusError(.notSupported, "the first player can neither play nor pause now"))
        case .unhandled: call.reply()
        case .timedOut(let id): call.fail(.timedOut(id))
        case .failed(_, let error): call.fail(error)
        }
    }

    /// Seek falls through as Next does: to the first responder if it can seek, else to the next player that can and
    /// plays.
    private func seek(_ call: Invocation) {
        offerSeek(call, to: window.orderedResponders[...], isFirst: true, isBehindPlaying: false)
    }

    private func offerSeek(
        _ call: Invocation, to chain: ArraySlice<ChainedResponder>, isFirst: Bool, isBehindPlaying: Bool
    ) {
        guard let responder = chain.first else { return call.reply() }
        let rest = chain.dropFirst()
        guard let player = responder as? PlayerResponder else {
            // An app has no Seek. While it plays it is meant.
            let plays = responder.plays
            return offerSeek(
                call, to: rest, isFirst: isFirst && !plays, isBehindPlaying: isBehindPlaying || plays)
        }
        player.decideSeek(isFirst: isFirst, isBehindPlaying: isBehindPlaying, from: call.sender) { [weak self] takes in
            switch takes {
            case .failure(let error): call.fail(error)
            case .success(true): self?.sendSeek(call, to: player)
            case .success(false):
                self?.offerSeek(
                    call, to: rest, isFirst: false, isBehindPlaying: isBehindPlaying || player.plays)
            }
        }
    }

    private func sendSeek(_ call: Invocation, to responder: PlayerResponder) {
        let offset = MediaTime(call.arguments[0]) ?? 0
        observers.tell(responder)
        forward(call, to: responder) {
            responder.player.noteJump(by: offset)
        } refused: { error in
            // A player that has no Seek may have SetPosition (rule MPRIS99).
            guard error.saysNothingWasDone else { return false }
            return responder.setPosition(by: offset, from: call.sender) { Self.answer(call, responder, $0) }
        }
    }

    private static func answer(_ call: Invocation, _ responder: PlayerResponder, _ result: Result<Void, DBusError>) {
        switch result {
        case .success: call.reply()
        case .failure(let error): call.fail(error.name == .timeout ? .timedOut(responder.id) : error)
        }
    }

    private var isBehindPlayingApp: Bool { mirrored.map(window.isBehindPlayingApp) ?? false }

    private static let behindApp = DBusError(.notSupported, "an app that plays comes before this player")

    /// Forwards the caller's message to the mirrored player unchanged.
    private func forward(_ call: Invocation) {
        guard let mirrored else { return call.fail(PlayerctldInterface.noPlayer) }
        forward(call, to: mirrored)
    }

    /// Some players do not signal a property that was set (cmus: LoopStatus and Shuffle, Firefox: Volume), so it is read again
    /// (rule MPRIS54).
    private func setValue(of property: PlayerProperty, _ value: Value, _ call: Invocation) {
        guard let mirrored else { return call.fail(PlayerctldInterface.noPlayer) }
        guard !isBehindPlayingApp else { return call.fail(Self.behindApp) }
        if property == .volume, let volumes, let level = value.asDouble {
            return volumes.change(mirrored, .set(level), from: call.sender) { result in
                switch result {
                case .success: call.reply()
                case .failure(let error): call.fail(error)
                }
            }
        }
        forward(call, to: mirrored) { mirrored.player.reload(property.interface) }
    }

    /// - Parameters:
    ///   - done: called when the player has done it.
    ///   - refused: called with the player's error; returns whether the call is answered otherwise.
    private func forward(
        _ call: Invocation, to responder: PlayerResponder, done: (() -> Void)? = nil,
        refused: ((DBusError) -> Bool)? = nil
    ) {
        let copy: Message
        do throws(DBusError) {
            copy = try .methodCall(copying: call.message, to: responder.player.owner)
        } catch {
            return call.fail(error)
        }
        responder.forward(copy, from: call.sender) { result in
            switch result {
            case .success(let answer):
                call.forward(answer)
                done?()
            case .failure(let error):
                if let refused, refused(error) { return }
                call.fail(error.name == .timeout ? .timedOut(responder.id) : error)
            }
        }
    }

    /// If the player sent its track id as a string, the face shows an object path made by Baton, which the player does
    /// not know.
    private func setPosition(_ call: Invocation, _ responder: PlayerResponder) {
        guard case .objectPath(let track) = call.arguments[0], let position = MediaTime(call.arguments[1]) else {
            return forward(call, to: responder)
        }
        let jump = {
            responder.jump(to: position, of: track, from: call.sender) { Self.answer(call, responder, $0) }
        }
        guard TrackID.original(of: track) == nil, !responder.player.lacksTrackID else { return jump() }
        forward(call, to: responder) {
            if responder.player.isInTrack(position, of: track) { responder.player.noteJump(to: position) }
        } refused: { error in
            // A player that has no SetPosition may have Seek (rule MPRIS99).
            guard error.saysNothingWasDone, responder.window != nil else { return false }
            jump()
            return true
        }
    }

    // MARK: Properties

    private func value(_ property: PlayerProperty) -> Value? {
        guard let mirrored else { return nil }
        let player = mirrored.player
        switch property {
        case .position:
            mirrored.refreshPositionIfStale(at: now())
            return player.position(at: now()).value
        case .identity: return .string(player.identity)
        case .canControl, .canPlay, .canPause, .canGoNext, .canGoPrevious, .canSeek:
            if Self.isJump(property, of: mirrored) { return .boolean(true) }
            let value = player.value(of: property) ?? .boolean(true)
            // playerctl and bars send nothing then, so that no command would have the player asked (rule MPRIS53).
            if value == .boolean(false) { mirrored.askAgainAfterDenial(at: now()) }
            return value
        case .canQuit, .canRaise, .hasTrackList: return player.value(of: property) ?? .boolean(false)
        case .metadata:
            guard let artwork, let url = player.metadata.artURL else { return player.value(of: property) }
            let shown = artwork(mirrored, url)
            guard shown != url else { return player.value(of: property) }
            var metadata = player.metadata
            metadata.artURL = shown
            return metadata.value
        default: return player.value(of: property)
        }
    }

    /// Whether the player has a Next or Previous that jumps in its track (rule MPRIS100).
    private static func isJump(_ property: PlayerProperty, of responder: PlayerResponder) -> Bool {
        switch property {
        case .canGoNext: responder.capabilities.contains(.goNext)
        case .canGoPrevious: responder.capabilities.contains(.goPrevious)
        default: false
        }
    }

    /// Called when the picture of a player may be shown in another way.
    ///
    /// - Parameter player: nil if it may be any player's.
    package func artworkChanged(of player: PlayerResponder? = nil) {
        if mirrored != nil, player == nil || player === mirrored { server?.propertiesChanged([.metadata]) }
    }

    // MARK: What changes

    /// Called when the chain changed: another player may be first, or the players may have another order.
    package func chainChanged() {
        let first = window.firstPlayer
        let names = playerctld.playerNames
        let isOther = first !== mirrored
        guard isOther || names != playerNames else { return }
        playerNames = names
        guard isOther else {
            exported?.emitPropertiesChanged(BatonBus.playerctld, ["PlayerNames"])
            return
        }
        mirrored?.player.unload(.trackList)
        mirrored?.player.unload(.playlists)
        mirrored = first
        let name = first?.player.name.rawValue ?? ""
        exported?.flush()
        emit("ActivePlayerChangeBegin", name)
        server?.everythingChanged()
        exported?.flush()
        if let first {
            emit(.seeked(first.player.position(at: now())))
            if first.player.hasTrackList { first.player.load(.trackList) }
            first.player.load(.playlists)
        }
        exported?.emitPropertiesChanged(BatonBus.playerctld, ["PlayerNames"])
        exported?.flush()
        emit("ActivePlayerChangeEnd", name)
    }

    package func playerChanged(_ responder: PlayerResponder, _ properties: PropertySet) {
        guard responder === mirrored else { return }
        var shown = properties
        shown.formUnion(responder.capabilitiesChanged(by: properties))
        server?.propertiesChanged(shown)
        guard properties.contains(.hasTrackList) else { return }
        if responder.player.hasTrackList { return responder.player.load(.trackList) }
        responder.player.unload(.trackList)
        server?.propertiesChanged(PropertySet(allOf: .trackList))
    }

    /// Applies a configuration: Next and Previous may jump by it, or no longer.
    package func apply(_ configuration: Configuration) {
        guard let mirrored, !mirrored.player.capabilities.isSuperset(of: [.goNext, .goPrevious]) else { return }
        server?.propertiesChanged([.canGoNext, .canGoPrevious])
    }

    package func playerSignalled(_ responder: PlayerResponder, _ signal: PlayerSignal) {
        guard responder === mirrored else { return }
        emit(signal)
    }

    // Cannot fail: every value was read from a message or made here.

    private func emit(_ signal: PlayerSignal) { try? server?.emit(signal) }

    private func emit(_ member: MemberName, _ name: String) {
        try? exported?.emitSignal(BatonBus.playerctld, member, [.string(name)])
    }
}
