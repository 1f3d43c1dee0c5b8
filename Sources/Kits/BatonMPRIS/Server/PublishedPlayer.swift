// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonReactor

/// Publishes an application as a player.
///
/// For example:
/// ```swift
/// let player = PublishedPlayer(name: "org.mpris.MediaPlayer2.tuner", identity: "Tuner", on: connection)
/// player.onCommand = { method, call in
///     print(method.name)
///     call.reply()
/// }
/// player.publish()
/// player.status = .playing
/// ```
///
/// One connection can have one published player, because every player has the same object path. Not thread-safe: use it
/// on the thread that runs the connection's reactor.
public final class PublishedPlayer {
    /// The well-known name.
    public let name: BusName
    /// Performs a command of a client. It must answer the call without results or with an error.
    ///
    /// Called only if the capabilities allow the method. Otherwise the method has no effect, or is an error (rule
    /// MPRIS4).
    public var onCommand: ((PlayerMethod, Invocation) -> Void)?
    /// Takes a value that a client sets. It must answer the call. Without it no property can be set.
    public var onSet: ((PlayerProperty, Value, Invocation) -> Void)?
    /// Called with each change of the name's ownership.
    public var onOwnershipChange: ((NameOwnership) -> Void)?

    private let connection: Connection
    private let interfaces: [PlayerInterface]
    private var server: PlayerServer?
    private var request: NameRequest?
    private var values: [Value?]
    private var clock = PositionClock()

    /// Makes a player that is not published yet. It is stopped, has no metadata and all capabilities.
    ///
    /// - Parameters:
    ///   - name: below `org.mpris.MediaPlayer2.`
    ///   - interfaces: the interfaces to be served.
    ///   - identity: the name that people see.
    ///   - connection: the session bus.
    public init(
        name: BusName, identity: String, interfaces: [PlayerInterface] = [.root, .player], on connection: Connection
    ) {
        self.name = name
        self.connection = connection
        self.interfaces = interfaces
        values = PlayerProperty.allCases.map(\.initialValue)
        values[Int(PlayerProperty.identity.rawValue)] = .string(identity)
        values[Int(PlayerProperty.hasTrackList.rawValue)] = .boolean(interfaces.contains(.trackList))
    }

    deinit { withdraw() }

    // MARK: On the bus

    /// Exports the object and requests the name.
    public func publish() {
        guard request == nil else { return }
        let source = PlayerSource(
            value: { [weak self] in self?[$0] },
            setValue: { [weak self] in self?.set($0, to: $1, $2) },
            perform: { [weak self] in self?.perform($0, $1) })
        let server = PlayerServer(source, interfaces: interfaces)
        self.server = server
        connection.export(server.object, at: PlayerInterface.objectPath)
        request = connection.requestName(name) { [weak self] in self?.onOwnershipChange?($0) }
    }

    /// Releases the name and stops serving the object.
    public func withdraw() {
        guard request != nil else { return }
        request?.release()
        request = nil
        server = nil
        connection.unexport(PlayerInterface.objectPath)
    }

    // MARK: State

    /// The value of a property; nil when it has none. A change is announced at the end of the turn.
    ///
    /// A value that cannot be converted to the property's type is ignored.
    public subscript(_ property: PlayerProperty) -> Value? {
        get {
            property == .position
                ? clock.position(at: connection.reactor.now).value : values[Int(property.rawValue)]
        }
        set {
            let normalized = newValue.flatMap { property.normalized($0, problem: { _ in }) }
            guard newValue == nil || normalized != nil else { return }
            if property == .position {
                clock.set(normalized.flatMap { MediaTime($0) } ?? 0, at: connection.reactor.now)
            } else if values[Int(property.rawValue)] != normalized {
                values[Int(property.rawValue)] = normalized
                noteChange(of: property)
                server?.propertiesChanged([property])
            }
        }
    }

    /// The playback status.
    public var status: PlaybackStatus {
        get { self[.playbackStatus]?.asString.flatMap { PlaybackStatus(rawValue: $0) } ?? .stopped }
        set { self[.playbackStatus] = .string(newValue.rawValue) }
    }

    /// The metadata. With another track identifier the position starts at 0.
    public var metadata: Metadata {
        get { self[.metadata].flatMap { Metadata($0) } ?? Metadata() }
        set {
            if newValue.trackID != metadata.trackID { clock.startTrack(at: connection.reactor.now) }
            self[.metadata] = newValue.value
        }
    }

    /// The position, which advances by itself while the player plays. Set it to correct a drift, which emits nothing;
    /// call ``seeked(to:)`` after a jump.
    public var position: MediaTime {
        get { clock.position(at: connection.reactor.now) }
        set { clock.set(newValue, at: connection.reactor.now) }
    }

    /// Reports that the position jumped, with the signal `Seeked`.
    public func seeked(to position: MediaTime) {
        let now = connection.reactor.now
        clock.set(position, at: now)
        emit(.seeked(clock.position(at: now)))
    }

    /// Emits a signal of the track list or the playlists.
    public func emit(_ signal: PlayerSignal) {
        // This cannot fail: a PlayerSignal contains only values that D-Bus can carry.
        try? server?.emit(signal)
    }

    private func noteChange(of property: PlayerProperty) {
        let now = connection.reactor.now
        switch property {
        case .playbackStatus: clock.setStatus(status, at: now)
        case .rate: clock.setRate(self[.rate]?.asDouble ?? 1, at: now)
        case .metadata: clock.setLength(metadata.length, at: now)
        default: break
        }
    }

    // MARK: Calls of clients

    private func set(_ property: PlayerProperty, to value: Value, _ call: Invocation) {
        guard let onSet, can(.canControl) else {
            return call.fail(DBusError(.propertyReadOnly, "this player does not let '\(property.name)' be set"))
        }
        onSet(property, value, call)
    }

    private func perform(_ method: PlayerMethod, _ call: Invocation) {
        guard let onCommand else {
            return call.fail(DBusError(.notSupported, "this player cannot be controlled"))
        }
        guard allows(method) else {
            // Rule MPRIS4: PlayPause and Stop return an error, other methods have no effect.
            if method == .playPause || method == .stop {
                call.fail(DBusError(.notSupported, "\(method.name) is not possible now"))
            } else {
                call.reply()
            }
            return
        }
        onCommand(method, call)
    }

    private func allows(_ method: PlayerMethod) -> Bool {
        guard method.interface == .player else { return true }
        guard can(.canControl) else { return false }
        switch method {
        case .next: return can(.canGoNext)
        case .previous: return can(.canGoPrevious)
        case .pause, .playPause: return can(.canPause)
        case .play: return can(.canPlay)
        case .seek, .setPosition: return can(.canSeek)
        default: return true
        }
    }

    private func can(_ property: PlayerProperty) -> Bool { values[Int(property.rawValue)]?.asBool ?? true }
}
