// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// An MPRIS player that is late, early, silent, wrong or dying, as the world decides.
final class SimulatedPlayer: Peer {
    /// How it answers calls.
    enum Manner: Equatable {
        case healthy
        /// Calls are never answered.
        case silent
        /// The object is not exported yet.
        case absent
        /// Each call is answered twice.
        case twice
        /// Commands are refused with this error.
        case refusing(ErrorName)
    }

    var manner = Manner.healthy
    /// How long a reply takes.
    var answerTime: () -> Duration = { .zero }
    /// Whether it signals a new status before the reply to the command that changed it, or after it.
    var tellsFirst = true
    private(set) var status = "Stopped"
    var capabilities: [String: Bool] = [:]
    var extras: [(String, Value)] = []
    /// Whether its Play and Pause both toggle, as Celluloid's and Kodi's do.
    var toggles = false
    /// What it plays; nil for a player that tells nothing of it.
    var track: SimulatedTrack?
    /// Whether its answer says what was so when it was asked, however late it comes.
    var answersWithThePast = false
    /// Commands that it does not know how to carry out now.
    var refused: Set<String> = []
    /// Commands that it answers and does not carry out.
    var ignored: Set<String> = []
    /// How loud it is; nil for a player that does not tell. It takes half at most, and does not tell that.
    var volume: Double?
    static let loudest = 0.5
    /// Called when it has begun or ended to play, or has stopped.
    var onStatus: (() -> Void)?
    /// Called after each change of what is heard of it.
    var onSound: (() -> Void)?
    /// What is so in an evening; nil in other worlds.
    weak var truth: Truth?
    /// The media commands that it received.
    private(set) var commands: [String] = []
    /// How often it was told to seek.
    var seeks: Int { commands.count { $0 == "Seek" } }
    /// The names that it owns, in the order in which it took them.
    private(set) var names: [BusName] = []

    static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    static let root: InterfaceName = "org.mpris.MediaPlayer2"
    static let player: InterfaceName = "org.mpris.MediaPlayer2.Player"
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    static let capabilityNames = ["CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek"]

    // MARK: Names

    /// Since when its names are what they are; nil without any, and if it got one from another connection.
    private(set) var ownsSince: Duration?

    func own(_ name: BusName, mayQueue: Bool = false) {
        guard isThere, [1, 4].contains(bus.request(name, mayQueue: mayQueue, for: transport)) else { return }
        if !names.contains(name) { names.append(name) }
        changedAt = world.now
        ownsSince = world.now
    }

    /// Waits for a name that another connection owns.
    func queue(for name: BusName) {
        guard isThere, bus.request(name, mayQueue: true, for: transport) == 2 else { return }
        names.append(name)
    }

    func release(_ name: BusName) {
        guard isThere else { return }
        names.removeAll { $0 == name }
        changedAt = world.now
        ownsSince = names.isEmpty ? nil : world.now
        bus.dequeue(transport, from: name)
    }

    /// When its object was exported, if the player has otherwise always answered at once.
    var objectSince: Duration?
    private var changedAt = Duration.zero

    /// Whether the agent, which asks again after 50 ms, 500 ms and 2 s, has had time to learn the state.
    func hasHadTime(at now: Duration, agentSince: Duration) -> Bool {
        guard isThere, manner == .healthy, capabilities["CanControl"] != false, bus.delay == .zero, let objectSince
        else {
            return false
        }
        return now - max(objectSince, agentSince, changedAt) > .seconds(8) && names.count == 1
            && bus.owner(of: names[0]) === transport
    }

    // MARK: What it says

    func setStatus(_ new: String, isTold: Bool = true) {
        let wasPlaying = status == "Playing"
        status = new
        track?.move(new == "Playing", at: world.now)
        if wasPlaying != (new == "Playing") { wasPlaying ? truth?.ended(self) : truth?.started(self) }
        changedAt = world.now
        onStatus?()
        onSound?()
        if isTold { tell([("PlaybackStatus", .string(new))]) }
    }

    func tell(_ changes: [(String, Value)]) {
        guard manner != .absent else { return }
        signal(
            Self.path, Self.properties, "PropertiesChanged",
            [.string(Self.player.rawValue), .vardict(changes), .strings([])])
    }

    private var all: [(String, Value)] {
        var playing: [(String, Value)] = []
        if let track {
            playing = [("Position", .int64(track.position(at: world.now))), ("Metadata", track.metadata)]
        }
        if let volume { playing.append(("Volume", .double(volume))) }
        return [("PlaybackStatus", .string(status))]
            + Self.capabilityNames.map { ($0, .boolean(capabilities[$0] ?? true)) } + playing + extras
    }

    // MARK: What it is asked

    override func called(_ call: Message) {
        switch manner {
        case .silent: return
        case .absent: return refuse(call, .unknownObject)
        case .healthy, .twice, .refusing: break
        }
        let time = answerTime()
        let past = answersWithThePast ? all : nil
        after(time) { [weak self] in
            self?.answer(call, past)
            if self?.manner == .twice { self?.answer(call, past) }
        }
    }

    private func answer(_ call: Message, _ past: [(String, Value)]?) {
        guard call.interface == Self.properties else { return perform(call) }
        let all = past ?? all
        switch call.member?.rawValue {
        case "GetAll":
            let interface = (try? call.arguments())?.first?.asString
            let isPlayer = interface == Self.player.rawValue
            reply(call, [.vardict(isPlayer ? all : [("Identity", .string("Player"))])])
        case "Get":
            let wanted = (try? call.arguments())?.dropFirst().first?.asString
            guard let value = all.first(where: { $0.0 == wanted })?.1 else { return refuse(call, .unknownProperty) }
            reply(call, [.variant(value)])
        case "Set":
            if volume != nil, case .double(let wanted)? = (try? call.arguments())?.last?.unwrapped {
                volume = min(wanted, Self.loudest)
            }
            reply(call)
        default: reply(call)
        }
    }

    private func perform(_ call: Message) {
        let member = call.member?.rawValue ?? ""
        if case .refusing(let error) = manner { return refuse(call, error) }
        if refused.contains(member) { return refuse(call, .notSupported) }
        commands.append(member)
        truth?.received(member, by: self)
        if ignored.contains(member) { return reply(call) }
        if jump(member, (try? call.arguments()) ?? []) { return reply(call) }
        let new: String? =
            switch member {
            case "Play" where toggles, "Pause" where toggles: status == "Playing" ? "Paused" : "Playing"
            case "Play": "Playing"
            case "Pause": status == "Playing" ? "Paused" : nil
            case "PlayPause": status == "Playing" ? "Paused" : "Playing"
            case "Stop": "Stopped"
            default: nil
            }
        if let new, new != status, tellsFirst { setStatus(new) }
        reply(call)
        if let new, new != status { setStatus(new) }
    }

    // MARK: Jumps

    /// Carries out a command that moves within the track.
    private func jump(_ member: String, _ values: [Value]) -> Bool {
        guard let track else { return false }
        switch member {
        case "Seek":
            guard case .int64(let offset)? = values.first else { return true }
            truth?.sought(offset, by: self)
            let (place, overflows) = track.position(at: world.now).addingReportingOverflow(offset)
            // Beyond the end it acts as Next (rule MPRIS6).
            if overflows || place > SimulatedTrack.length { nextTrack() } else { jump(to: place) }
        case "SetPosition":
            guard values.count == 2, track.isNamed(values[0]), case .int64(let place) = values[1] else { return true }
            if (0...SimulatedTrack.length).contains(place) { jump(to: place) }
        case "Next": nextTrack()
        default: return false
        }
        return true
    }

    /// Jumps by itself, or as it was told.
    func jump(to place: Int64) {
        track?.jump(to: place, at: world.now)
        guard let track, track.tellsJumps else { return }
        signal(Self.path, Self.player, "Seeked", [.int64(track.position(at: world.now))])
    }

    /// Goes to the next track by itself, or as it was told.
    func nextTrack() {
        track?.next(at: world.now)
        if let track { tell([("Metadata", track.metadata)]) }
    }
}
