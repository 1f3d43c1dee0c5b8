// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonReactor

/// A player on the bus. Its properties are cached from its signals and replies, so reading one makes no call.
///
/// A ``PlayerRegistry`` makes it, and keeps it up to date while it contains the player. Not thread-safe: use it on the
/// thread that runs the reactor.
///
/// For example:
/// ```swift
/// print(player.identity, player.status ?? .stopped, player.metadata.title ?? "without a title")
/// try player.call(.next, within: .seconds(1)) { result in
///     if case .failure(let error) = result { print(error) }
/// }
/// ```
public final class Player {
    /// Its well-known name.
    public let name: BusName
    // It and what is marked so below need no check at run time: nothing else runs while one is read or changed.
    /// The unique name of the present owner.
    @exclusivity(unchecked) public internal(set) var owner: BusName
    /// Whether it has answered the first question for its properties, with values or an error, since the name has this
    /// owner.
    public internal(set) var isAnswered = false
    /// Whether a call to it timed out (rule MPRIS26). The code that made the call sets this to true; any message from
    /// the player sets it to false.
    @exclusivity(unchecked) public var isSuspect = false {
        didSet { if isSuspect != oldValue { registry?.tell(.suspicion(self)) } }
    }
    /// Whether an earlier player in the registry has the same owner, and so is the same object. Commands should go to
    /// one of them only.
    public internal(set) var isAlias = false
    /// The instant at which its status turned to `Playing`; nil while it does not play.
    public internal(set) var playingSince: Duration?

    /// Its `PlaybackStatus`; nil while it is not known.
    @exclusivity(unchecked) public private(set) var status: PlaybackStatus?
    /// How often its status has changed.
    @exclusivity(unchecked) package private(set) var statusChanges = 0
    /// How often it has told its status by itself, be it another one or not.
    @exclusivity(unchecked) package private(set) var statusTellings = 0
    /// Its capabilities; all of them while they are not known (rule MPRIS9).
    @exclusivity(unchecked) public private(set) var capabilities = Capabilities.all
    /// The interfaces whose properties are kept up to date: root and Player always, the others after ``load(_:)``.
    public internal(set) var loaded: Set<PlayerInterface> = []

    // Needs no check at run time: it calls no code of others.
    @exclusivity(unchecked) private var values = PropertyCache()
    // Needs no check at run time: it has numbers only, and nothing else runs while they are changed.
    @exclusivity(unchecked) private var clock = PositionClock()
    let connection: Connection
    weak var registry: PlayerRegistry?
    /// Calls of its methods to the present owner, by the number of the method; see ``message(_:)``.
    @exclusivity(unchecked) var templates: [Message?] = []
    /// How often it has answered that it has no such object; see ``PlayerRegistry/askAgainLater(_:)``.
    var denials = 0
    var askTimer: ReactorTimer?
    /// Whether it was asked again at a signal, before the planned time.
    var wasAskedEarly = false
    /// Those of root and Player whose properties it has refused to tell.
    var refused: Set<PlayerInterface> = []
    /// Fires when its properties are read again, some time after a change.
    var reviewTimer: ReactorTimer?
    /// The interfaces that are read again then.
    @exclusivity(unchecked) var dueForReview: Set<PlayerInterface> = []
    /// The latest time of that, however often it changes until then.
    @exclusivity(unchecked) var lastReviewTime = Duration.zero
    /// By interface: how often it is asked again because it changes without telling the values.
    var paces: [PlayerInterface: AskingPace] = [:]
    /// Those of the interfaces whose next question has to wait.
    var paceTimers: [PlayerInterface: ReactorTimer] = [:]
    /// When an answer was last contradicted by a signal.
    var contradictedAt: Duration?
    /// Whether a question for a command has not been answered yet; see ``PlayerRegistry/askNow(_:reply:)``.
    var isBeingAsked = false
    /// Whether a jump was passed on to it that it has not reported with `Seeked` yet.
    var owesSeeked = false
    /// Whether its last `Seeked` told no jump, so that it may have been the position before one (rule MPRIS86).
    var doubtsSeeked = false
    /// Whether the last `Volume` that it told is no number, so that the known one is older.
    package private(set) var volumeIsNoNumber = false
    /// The number of the last signal or question. It needs no check at run time.
    @exclusivity(unchecked) private var lastNumber: UInt64 = 0

    init(name: BusName, owner: BusName, connection: Connection) {
        self.name = name
        self.owner = owner
        self.connection = connection
    }

    // MARK: Reading

    /// The value of a property, of the type in the specification; nil when it is not known.
    ///
    /// `Position` is extrapolated to now.
    public func value(of property: PlayerProperty) -> Value? {
        if property == .position { return position(at: connection.reactor.now).value }
        return values[property]
    }

    /// All known properties of an interface, in the order of the specification.
    public func properties(of interface: PlayerInterface) -> [(name: String, value: Value)] {
        PropertySet(allOf: interface).compactMap { property in
            value(of: property).map { (property.name.rawValue, $0) }
        }
    }

    /// The position in the track, extrapolated from the last known one (rule MPRIS7), within 0 … length.
    public func position(at instant: Duration) -> MediaTime { clock.position(at: instant) }

    /// Whether something has happened since the last known position that may have changed it.
    public var positionIsStale: Bool { clock.isStale }

    /// The present instant of the reactor that reads the player's messages.
    package var now: Duration { connection.reactor.now }

    /// Whether a jump has just been passed on to the player, so that an answer may still be the position before it.
    package func isJumping(at instant: Duration) -> Bool { instant < clock.settlesAt }

    /// Its `Identity`, or its bus name without the prefix while that is not known.
    public var identity: String {
        values[.identity]?.asString
            ?? String(name.rawValue.dropFirst(PlayerInterface.namePrefix.utf8.count + 1))
    }

    /// `DesktopEntry`: the name of its desktop file without the ending.
    public var desktopEntry: String? { values[.desktopEntry]?.asString }

    /// Its `Metadata`; empty while it is not known.
    public var metadata: Metadata {
        guard case .dictionary(let dictionary)? = values[.metadata] else {
            return Metadata()
        }
        return Metadata(normalized: dictionary)
    }

    /// `HasTrackList`: whether the track list can be loaded with ``load(_:)``.
    public var hasTrackList: Bool { values[.hasTrackList]?.asBool ?? false }

    // MARK: Updating the cache

    /// Forgets everything, because the name has another owner.
    func reset(owner: BusName) {
        self.owner = owner
        templates = []
        isAnswered = false
        isSuspect = false
        playingSince = nil
        status = nil
        statusTellings = 0
        capabilities = .all
        values = PropertyCache()
        clock = PositionClock()
        denials = 0
        wasAskedEarly = false
        askTimer?.cancel()
        askTimer = nil
        endReviews()
        refused = []
        isBeingAsked = false
        owesSeeked = false
        doubtsSeeked = false
        volumeIsNoNumber = false
        lastNumber = 0
        loaded = []
    }

    /// Reads nothing again: the player has left, or its name has another owner.
    func endReviews() {
        reviewTimer?.cancel()
        reviewTimer = nil
        dueForReview = []
        for timer in paceTimers.values { timer.cancel() }
        paceTimers = [:]
        contradictedAt = nil
    }

    /// The number of a signal that comes, or of a question that is sent, now.
    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Updates the cache with properties that the player sent.
    ///
    /// - Parameter question: the question that they answer with all properties of the interface, so that others are
    ///   removed; nil if they are told in a signal.
    func apply(
        _ entries: [DBusDictionary.Entry], of interface: PlayerInterface, answering question: PropertyQuestion?,
        at now: Duration, problem: (PlayerProblem) -> Void
    ) -> PropertyUpdate {
        let number = question?.number ?? nextNumber()
        var update = PropertyUpdate(interface: interface)
        update.isAnswer = question != nil
        var told: PropertySet = []
        var position: MediaTime?
        for entry in entries {
            // Properties that are not in MPRIS 2.2 are ignored.
            guard case .string(let name) = entry.key, let property = PlayerProperty(name, of: interface) else {
                continue
            }
            told.insert(property)
            let normalized = property.normalized(entry.value, problem: problem)
            if property == .volume { volumeIsNoNumber = normalized == nil }
            guard let value = normalized else { continue }
            if property == .playbackStatus, question == nil { statusTellings &+= 1 }
            let isOld = !values.note(property, number)
            if property == .position {
                position = isOld ? position : MediaTime(value)
            } else if values[property] != value {
                guard !isOld else {
                    update.isContradicted = true
                    continue
                }
                if property == .metadata { update.isOtherTrack = trackChanged(to: value, number, at: now) }
                values[property] = value
                update.changed.insert(property)
            }
        }
        if question != nil { removeAll(of: interface, but: told, number, &update) }
        noteChanges(update, at: now)
        if let position { update.settledJump = settle(position, askedAt: question?.time, at: now) }
        return update
    }

    /// Notes a position that the player has told.
    ///
    /// - Returns: the position if it is the end of a jump that the player has not reported as it should.
    private func settle(_ position: MediaTime, askedAt: Duration?, at now: Duration) -> MediaTime? {
        let isElsewhere = !clock.isWhereItWas(position, at: now)
        guard clock.set(position, at: now, askedAt: askedAt), owesSeeked || doubtsSeeked && isElsewhere else {
            return nil
        }
        (owesSeeked, doubtsSeeked) = (false, false)
        return clock.position(at: now)
    }

    /// Removes the properties that a complete answer does not have.
    private func removeAll(
        of interface: PlayerInterface, but told: PropertySet, _ number: UInt64, _ update: inout PropertyUpdate
    ) {
        for property in PropertySet(allOf: interface).subtracting(told)
        where values[property] != nil {
            guard values.note(property, number) else {
                update.isContradicted = true
                continue
            }
            if property == .metadata { update.isOtherTrack = true }
            if remove(property) { update.removed.insert(property) }
        }
    }

    /// Removes a property; returns whether there was one.
    func remove(_ property: PlayerProperty) -> Bool {
        guard values[property] != nil else { return false }
        values[property] = nil
        return true
    }

    /// Removes all properties of an interface.
    func removeAll(of interface: PlayerInterface) {
        for property in PropertySet(allOf: interface) { _ = remove(property) }
    }

    /// Notes a position that the player was asked for.
    ///
    /// - Returns: whether it counts.
    func setPosition(_ position: MediaTime, answering question: PropertyQuestion, at now: Duration) -> Bool {
        values.note(.position, question.number) && clock.set(position, at: now, askedAt: question.time)
    }

    /// Notes a jump that the player reported.
    ///
    /// - Returns: whether it counts.
    func seeked(to position: MediaTime, at now: Duration) -> Bool {
        _ = values.note(.position, nextNumber())
        doubtsSeeked = clock.isWhereItWas(position, at: now)
        guard clock.seeked(to: position, at: now) else { return false }
        owesSeeked = false
        return true
    }

    /// How often a position was told, or a track has begun.
    package var positionTellings: UInt64 { clock.tellings }

    /// Notes that it has confirmed a Next or Previous: it is at the start of a track, until it tells otherwise (rule MPRIS97).
    ///
    /// - Parameter tellings: ``positionTellings`` when the command was sent. What it has told since counts.
    package func noteTrackCommand(since tellings: UInt64) {
        guard clock.tellings == tellings else { return }
        _ = values.note(.position, nextNumber())
        clock.startTrack(at: now)
    }

    /// Notes a jump that was passed on to the player (rule MPRIS59).
    func jump(to position: MediaTime, at now: Duration) -> PositionClock.Jump {
        owesSeeked = true
        return clock.jump(to: position, at: now)
    }

    /// Takes a jump back that the player has refused (rule MPRIS87).
    func takeBack(_ jump: PositionClock.Jump) {
        if clock.takeBack(jump) { owesSeeked = false }
    }

    /// Notes that something has happened that may have changed the position.
    func markPositionStale() { clock.markStale() }

    /// Updates the fields that routing reads, after properties changed.
    func noteChanges(_ update: PropertyUpdate, at now: Duration) {
        guard update.interface == .player else { return }
        let all = update.all
        if all.contains(.playbackStatus) { setStatus(at: now) }
        if all.contains(.rate) { clock.setRate(values[.rate]?.asDouble ?? 1, at: now) }
        if update.removed.contains(.metadata) { clock.setLength(nil, at: now) }
        capabilities = readCapabilities()
    }

    private func setStatus(at now: Duration) {
        status = values[.playbackStatus]?.asString
            .flatMap { PlaybackStatus(rawValue: $0) }
        statusChanges += 1
        clock.setStatus(status ?? .stopped, at: now)
        if status == .playing { playingSince = playingSince ?? now } else { playingSince = nil }
    }

    /// Another track is at its start until the player tells its position, and an answer to an older question does not (rule
    /// MPRIS97). The same identifier with another title may be another track too (Firefox has one identifier for all), or the
    /// next song of a stream that goes on.
    ///
    /// - Parameter number: that of the message that tells it.
    /// - Returns: whether it may be another track.
    private func trackChanged(to value: Value, _ number: UInt64, at now: Duration) -> Bool {
        guard case .dictionary(let dictionary) = value else { return false }
        let new = Metadata(normalized: dictionary)
        let old = metadata
        let isOther = new.isOtherTrack(than: old)
        if isOther {
            _ = values.note(.position, number)
            clock.setLength(nil, at: now)
            clock.startTrack(at: now)
        } else if old.title != new.title || old.url != new.url {
            clock.markStale()
        }
        clock.setLength(new.length, at: now)
        return isOther || old.trackID != new.trackID || old.title != new.title || old.url != new.url
    }

    private func readCapabilities() -> Capabilities {
        func can(_ property: PlayerProperty) -> Bool { values[property]?.asBool ?? true }
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
