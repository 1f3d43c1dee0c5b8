// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
internal import BatonReactor

/// A player on the bus, as its signals and answers tell it: reading a property asks nobody.
///
/// Made by a ``PlayerRegistry`` and of use as long as it has the player. Belongs to whoever turns the reactor.
public final class Player {
    /// Its well-known name.
    public let name: BusName
    /// The unique name of the process that owns the name now.
    public internal(set) var owner: BusName
    /// Whether it has answered what its properties are (with an error, too), since the name has this owner.
    public internal(set) var isAnswered = false
    /// Whether it left something unanswered; any message from it clears this. Whoever calls it sets this on a time-out.
    public var isSuspect = false {
        didSet { if isSuspect != oldValue { registry?.onSuspicion?(self) } }
    }
    /// Whether an earlier player is the same object: one process may own two names. Commands should go to one of them.
    public internal(set) var isAlias = false
    /// The instant at which it was seen to start playing; nil while it does not play.
    public internal(set) var playingSince: Duration?

    /// What it is doing; nil while it has not told.
    public private(set) var status: PlaybackStatus?
    /// What it can do; everything while it has not told.
    public private(set) var capabilities = Capabilities.all
    /// What is told by the interfaces that were asked for: root and Player always, the others after ``load(_:)``.
    public internal(set) var loaded: Set<PlayerInterface> = []

    private var values: [Value?] = Array(repeating: nil, count: PlayerProperty.allCases.count)
    private var clock = PositionClock()
    let connection: Connection
    weak var registry: PlayerRegistry?
    /// How often it has answered that it has no such object, and when it is asked again; see ``PlayerRegistry/askAgainLater(_:)``.
    var denials = 0
    var askTimer: ReactorTimer?
    /// It was asked at a signal, before the planned time.
    var wasAskedEarly = false

    init(name: BusName, owner: BusName, connection: Connection) {
        self.name = name
        self.owner = owner
        self.connection = connection
    }

    // MARK: Reading

    /// The value of a property, under the type of the specification, or nil when the player has not told one.
    ///
    /// `Position` is extrapolated to now.
    public func value(of property: PlayerProperty) -> Value? {
        if property == .position { return position(at: connection.reactor.now).value }
        return values[Int(property.rawValue)]
    }

    /// All properties of an interface that the player has told, in the order of the specification.
    public func properties(of interface: PlayerInterface) -> [(name: String, value: Value)] {
        PropertySet(allOf: interface).compactMap { property in
            value(of: property).map { (property.name.rawValue, $0) }
        }
    }

    /// The position within the track: the last one told and the time since, within 0 … length.
    public func position(at instant: Duration) -> MediaTime { clock.position(at: instant) }

    /// Whether something happened since the last position told that may have moved it.
    public var positionIsStale: Bool { clock.isStale }

    /// What people call it: `Identity`, or its name without the prefix while it has not told.
    public var identity: String {
        values[Int(PlayerProperty.identity.rawValue)]?.asString
            ?? String(name.rawValue.dropFirst(PlayerInterface.namePrefix.utf8.count + 1))
    }

    /// `DesktopEntry`: the name of its desktop file without the ending.
    public var desktopEntry: String? { values[Int(PlayerProperty.desktopEntry.rawValue)]?.asString }

    /// What it plays; empty while it has not told.
    public var metadata: Metadata {
        guard case .dictionary(let dictionary)? = values[Int(PlayerProperty.metadata.rawValue)] else {
            return Metadata()
        }
        return Metadata(normalized: dictionary)
    }

    /// `HasTrackList`: whether ``load(_:)`` of the track list makes sense.
    public var hasTrackList: Bool { values[Int(PlayerProperty.hasTrackList.rawValue)]?.asBool ?? false }

    // MARK: Being told

    /// Another process owns the name: nothing that is known holds any more.
    func reset(owner: BusName) {
        self.owner = owner
        isAnswered = false
        isSuspect = false
        playingSince = nil
        status = nil
        capabilities = .all
        values = Array(repeating: nil, count: values.count)
        clock = PositionClock()
        denials = 0
        wasAskedEarly = false
        askTimer?.cancel()
        askTimer = nil
        loaded = []
    }

    /// Takes over what the player told.
    ///
    /// - Parameter isComplete: whether what is not in it does not exist (GetAll).
    func apply(
        _ entries: [DBusDictionary.Entry], of interface: PlayerInterface, isComplete: Bool, at now: Duration,
        problem: (PlayerProblem) -> Void
    ) -> PropertyUpdate {
        var update = PropertyUpdate(interface: interface)
        update.isAnswer = isComplete
        var told: PropertySet = []
        var position: MediaTime?
        for entry in entries {
            // What is not of MPRIS 2.2 is nobody's business.
            guard case .string(let name) = entry.key, let property = PlayerProperty(name, of: interface) else {
                continue
            }
            told.insert(property)
            guard let value = property.normalized(entry.value, problem: problem) else { continue }
            if property == .position {
                position = MediaTime(value)
            } else if values[Int(property.rawValue)] != value {
                if property == .metadata { trackChanged(to: value, at: now) }
                values[Int(property.rawValue)] = value
                update.changed.insert(property)
            }
        }
        if isComplete {
            for property in PropertySet(allOf: interface).subtracting(told) {
                if remove(property) { update.removed.insert(property) }
            }
        }
        noteChanges(update, at: now)
        if let position { clock.set(position, at: now) }
        return update
    }

    /// Forgets a property; tells whether there was one.
    func remove(_ property: PlayerProperty) -> Bool {
        let index = Int(property.rawValue)
        guard values[index] != nil else { return false }
        values[index] = nil
        return true
    }

    /// Forgets everything of an interface.
    func removeAll(of interface: PlayerInterface) {
        for property in PropertySet(allOf: interface) { _ = remove(property) }
    }

    /// The player told where it is.
    func setPosition(_ position: MediaTime, at now: Duration) { clock.set(position, at: now) }

    /// Derives the fields that routing reads from the properties that changed.
    func noteChanges(_ update: PropertyUpdate, at now: Duration) {
        guard update.interface == .player else { return }
        let all = update.all
        if all.contains(.playbackStatus) { setStatus(at: now) }
        if all.contains(.rate) { clock.setRate(values[Int(PlayerProperty.rate.rawValue)]?.asDouble ?? 1, at: now) }
        if update.removed.contains(.metadata) { clock.setLength(nil, at: now) }
        capabilities = readCapabilities()
    }

    private func setStatus(at now: Duration) {
        status = values[Int(PlayerProperty.playbackStatus.rawValue)]?.asString
            .flatMap { PlaybackStatus(rawValue: $0) }
        clock.setStatus(status ?? .stopped, at: now)
        if status == .playing { playingSince = playingSince ?? now } else { playingSince = nil }
    }

    /// Another id is another track, from its start. The same id with another title may be one as well (Firefox has one id
    /// for all), or the next song of a stream that goes on.
    private func trackChanged(to value: Value, at now: Duration) {
        guard case .dictionary(let dictionary) = value else { return }
        let new = Metadata(normalized: dictionary)
        let old = metadata
        if old.trackID != new.trackID, !old.isEmpty {
            clock.setLength(nil, at: now)
            clock.startTrack(at: now)
        } else if old.title != new.title || old.url != new.url {
            clock.markStale()
        }
        clock.setLength(new.length, at: now)
    }

    private func readCapabilities() -> Capabilities {
        func can(_ property: PlayerProperty) -> Bool { values[Int(property.rawValue)]?.asBool ?? true }
        guard can(.canControl) else { return [] }
        var result: Capabilities = .control
        if can(.canPlay) { result.insert(.play) }
        if can(.canPause) { result.insert(.pause) }
        if can(.canGoNext) { result.insert(.goNext) }
        if can(.canGoPrevious) { result.insert(.goPrevious) }
        if can(.canSeek) { result.insert(.seek) }
        return result
    }
}
