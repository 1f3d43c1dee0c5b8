// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The chain and its order as it must be by the messages that the agent has read: a second implementation of the
/// routing rules of docs/decisions.md, written independently of the first one. Where the rules leave the order open,
/// or it depends on a deadline that is near, an entry is uncertain and is not checked.
struct Model {
    /// A start that may turn out to be none.
    struct Start {
        let at: Duration
        let formerUse: Int?
        let wasShifted: Bool
    }

    struct Entry {
        let id: String
        let owner: BusName
        /// Whether it existed before the agent.
        var wasThere = false
        /// How many messages the agent had read when it came. A name that leaves and comes is another player.
        var cameAt = 0
        /// Whether all that was answered was asked of the one before of this name: the agent may count it or not.
        var isUnsure = false
        /// Whether the bus signalled that it came; otherwise it was found in the list of names.
        var hasJustCome = false
        /// Whether it existed before the agent and answered in time to get the place that it had when the last agent
        /// ended.
        var isPrompt = false
        var isApp = false
        var isPlaying = false
        var capabilities: [String: Bool] = [:]
        /// The number of its last use; nil if the rules do not say.
        var lastUse: Int? = 0
        /// Whether the agent has read the reply with all properties.
        var isAnswered = false
        /// Whether it is in the chain.
        var isListed = false
        /// Whether the agent may have considered it suspect when this was noted.
        var isDoubtful = false
        /// How it last began to play, while its end may take that back (rules MPRIS91 and MPRIS92).
        var start: Start?
        /// When it said that it plays; nil while it does not.
        var playsSince: Duration?
        /// Whether it may count as one with nothing loaded (rule MPRIS91).
        var isVague = false
        /// When it was sent a Play, as long as nothing has come of it (rule MPRIS94).
        var toldToPlayAt: Duration?
        /// By property: the number of the signal that told it last, or of the question whose answer did (rule MPRIS56).
        var toldBy: [String: Int] = [:]

        /// Whether this is news: an answer is as old as its question.
        mutating func hears(_ property: String, _ number: Int) -> Bool {
            guard toldBy[property] ?? 0 <= number else { return false }
            toldBy[property] = number
            return true
        }

        /// A player may also say a flag where its status belongs.
        private static let flags = [
            "PlaybackStatus", "CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek",
        ]

        /// Notes capabilities. Returns whether there are any.
        mutating func hearsFlags(_ values: [String: Value], _ number: Int) -> Bool {
            var saysSomething = false
            for (key, value) in values where Self.flags.contains(key) {
                guard let flag = value.asBool, hears(key, number) else { continue }
                capabilities[key] = flag
                saysSomething = true
            }
            return saysSomething
        }

        func can(_ name: String) -> Bool { capabilities[name] ?? true }

        /// It begins to play.
        mutating func begin(_ formerUse: Int?, wasShifted: Bool, at now: Duration) {
            start = Start(at: now, formerUse: formerUse, wasShifted: wasShifted)
            playsSince = playsSince ?? now
        }

        /// Notes the reply with all properties. A player that takes longer than a second is not waited for.
        mutating func noteAnswer(isInTime: Bool) {
            if !isAnswered, !hasJustCome, isInTime { isPrompt = true }
            isAnswered = true
        }
    }

    private(set) var entries: [String: Entry] = [:]
    var pin: String?
    /// Whether the agent had time to save the pin before it was killed.
    var isPinKnown = true
    /// Whether a Shift has changed the order, which is not followed here. This lasts until another player than the one
    /// that was shifted to starts to play.
    private(set) var isShifted = false
    private var startedSinceShift: Set<String> = []
    /// The first responder when the last agent ended.
    var remembered: String?
    /// Players that appear before this instant existed at the start, so it is not known when they began to play.
    var settledAt = Duration.zero
    private var uses = 0
    /// The time.
    var now = Duration.zero
    /// Whether a sound server has told what is heard: who is silent for long counts as paused (rule I171).
    var hasSound = false
    /// When the last command was read, which may be a use.
    var lastCommandAt = Duration.zero

    private mutating func nextUse() -> Int {
        uses += 1
        return uses
    }

    mutating func setShifted(_ isShifted: Bool) {
        self.isShifted = isShifted
        startedSinceShift = []
    }

    private mutating func noteStart(of id: String) {
        startedSinceShift.insert(id)
        if startedSinceShift.count > 1 { isShifted = false }
    }

    // MARK: Players

    mutating func setOwner(of name: String, to owner: BusName?, isNews: Bool, number: Int, at now: Duration) {
        guard let owner else {
            entries[name] = nil
            return
        }
        guard entries[name]?.owner != owner else { return }
        entries[name] = Entry(
            id: name, owner: owner, wasThere: now < settledAt, cameAt: number, hasJustCome: isNews)
    }

    /// Whether the connection has more than one name, whose order is not followed here.
    func hasAliases(_ owner: BusName) -> Bool { entries.values.filter { $0.owner == owner && !$0.isApp }.count > 1 }

    /// - Parameter number: that of the signal, or of the question that is answered, in one order.
    mutating func take(
        _ values: [String: Value], from owner: BusName, isAnswer: Bool, number: Int, at now: Duration
    ) {
        let names = entries.values.filter { $0.owner == owner && !$0.isApp }.map(\.id)
        for name in names {
            guard var entry = entries[name] else { continue }
            if isAnswer, number >= entry.cameAt || !entry.isAnswered { entry.isUnsure = number < entry.cameAt }
            var saysSomething = entry.hearsFlags(values, number) || isAnswer
            let wasPlaying = entry.isPlaying
            if let status = values["PlaybackStatus"]?.asString?.lowercased(),
                ["playing", "paused", "stopped"].contains(status), entry.hears("PlaybackStatus", number)
            {
                entry.isPlaying = status == "playing"
                saysSomething = true
            }
            if isAnswer { entry.noteAnswer(isInTime: now + .milliseconds(4100) < settledAt) }
            let (wasVague, wasShifted) = (entry.isVague, isShifted)
            if let metadata = values["Metadata"]?.asVardict, entry.hears("Metadata", number) {
                entry.isVague = Self.mayBeNothing(metadata)
            }
            let wasListed = entry.isListed
            entry.isListed = entry.can("CanControl") && (wasListed || saysSomething)
            // A player that enters the chain later, or again, comes last, also if it was the remembered one.
            if !entry.isListed { entry.isPrompt = false }
            let isVague = now < settledAt || names.count > 1
            let isStop = values["PlaybackStatus"]?.asString?.lowercased() == "stopped"
            noteChange(of: &entry, wasListed: wasListed, wasPlaying: wasPlaying, isVague: isVague, isStop: isStop)
            if entry.isPlaying || wasPlaying, entry.isVague || wasVague {
                noteVagueness(of: &entry, wasShifted: wasShifted)
            }
            // For the agent, a player that existed before it and does not play was never used.
            if isVague, names.count > 1 || entry.isPlaying || wasListed { entry.lastUse = nil }
            // A status that a later answer tells may be older than what was said meanwhile (rule MPRIS56).
            if isAnswer, wasListed, entry.isPlaying { entry.lastUse = nil }
            entries[name] = entry
        }
    }

    // MARK: Starts

    /// A player enters the chain, begins or ends to play.
    private mutating func noteChange(
        of entry: inout Entry, wasListed: Bool, wasPlaying: Bool, isVague: Bool, isStop: Bool
    ) {
        let wasShifted = isShifted
        if entry.isListed, !wasListed {
            entry.lastUse = entry.isPlaying ? (entry.wasThere ? nil : nextUse()) : 0
            if entry.isPlaying, !isVague, !entry.wasThere { noteStart(of: entry.id) }
            if entry.isPlaying { entry.begin(0, wasShifted: wasShifted, at: now) }
            if entry.wasThere { entry.start = nil }
            if !entry.isPlaying { (entry.start, entry.playsSince) = (nil, nil) }
        } else if entry.isPlaying != wasPlaying {
            let former = entry.lastUse
            entry.lastUse = nextUse()
            if entry.isPlaying, !isVague, entry.isListed { noteStart(of: entry.id) }
            entry.toldToPlayAt = nil
            if entry.isPlaying {
                entry.begin(former, wasShifted: wasShifted, at: now)
            } else {
                noteEnd(of: &entry, isStop: isStop)
            }
        }
    }

    /// Whether there may be no title, and so nothing loaded. A very long one is cut off (rule MPRIS33).
    private static func mayBeNothing(_ metadata: [String: Value]) -> Bool {
        let length = metadata["xesam:title"]?.unwrapped.asString?.utf8.count ?? 0
        return length == 0 || length > 60_000
    }

    /// A player may have nothing loaded while it says that it plays, so it is not known when it has started (rule MPRIS91).
    private mutating func noteVagueness(of entry: inout Entry, wasShifted: Bool) {
        entry.lastUse = nil
        if wasShifted { setShifted(true) }
        if entry.isPlaying { entry.start = Start(at: now, formerUse: nil, wasShifted: wasShifted) }
    }

    /// A player ends to play: its start may have been none, or a clip.
    private mutating func noteEnd(of entry: inout Entry, isStop: Bool) {
        defer { (entry.start, entry.playsSince) = (nil, nil) }
        // It may have counted as paused before.
        if hasSound, isLong(entry) { entry.lastUse = nil }
        guard let start = entry.start else { return }
        let time = now - start.at
        let margin = Duration.milliseconds(20)
        let limit: Duration = isStop ? .seconds(5) : .milliseconds(200)
        // A pause at its length is an end.
        let mayBeEnd = !isStop && time < .seconds(5) + margin && entry.toldBy["Metadata"] != nil
        guard time < limit + margin || mayBeEnd else { return }
        if start.wasShifted { setShifted(true) }
        let isCertain = time < limit - margin && now - lastCommandAt > time + .seconds(6)
        entry.lastUse = isCertain ? start.formerUse : nil
    }

    /// Whether it may count as silent.
    private func mayBeSilent(_ entry: Entry) -> Bool {
        hasSound && entry.isPlaying && isLong(entry)
    }

    /// Whether it has said for so long that it plays that it may be silent since.
    private func isLong(_ entry: Entry) -> Bool { entry.playsSince.map { now - $0 > .seconds(9) } ?? true }

    /// A player was sent a command: what it does is because of that.
    mutating func told(_ id: String, _ member: String) {
        guard entries[id]?.isPlaying == false, ["Play", "PlayPause"].contains(member) else { return }
        entries[id]?.toldToPlayAt = now
    }

    // MARK: Apps

    mutating func register(_ id: String, of owner: BusName, isPlaying: Bool) {
        if var entry = entries[id] {
            if entry.isPlaying != isPlaying { entry.lastUse = nextUse() }
            if isPlaying, !entry.isPlaying { noteStart(of: id) }
            entry.isPlaying = isPlaying
            entries[id] = entry
        } else {
            if isPlaying { noteStart(of: id) }
            entries[id] = Entry(
                id: id, owner: owner, isApp: true, isPlaying: isPlaying, lastUse: isPlaying ? nextUse() : 0,
                isAnswered: true, isListed: true)
        }
    }

    mutating func unregister(_ id: String) { entries[id] = nil }

    mutating func forget(_ owner: BusName) {
        for id in entries.values.filter({ $0.owner == owner }).map(\.id) { entries[id] = nil }
    }

    mutating func use(_ id: String) {
        let use = nextUse()
        entries[id]?.lastUse = use
    }

    /// A command may have gone to it: the rules do not say when it was used last.
    mutating func mayUse(_ id: String) { entries[id]?.lastUse = nil }

    mutating func doubt(_ id: String) { entries[id]?.isDoubtful = true }

    /// The text for a trace.
    var description: String {
        let all = entries.values.sorted { $0.id < $1.id }.map { entry in
            let words = [
                entry.isListed ? "listed" : "not listed", entry.isAnswered ? "answered" : "not answered",
                entry.isPlaying ? "plays" : "does not play", "use \(entry.lastUse.map(String.init) ?? "unknown")",
            ]
            return
                "\(entry.id) of \(entry.owner): \(words.joined(separator: ", ")) \(entry.capabilities.filter { !$0.value }.keys)"
        }
        return "pin \(pin ?? "none"), \(isShifted ? "shifted" : "not shifted"); " + all.joined(separator: "; ")
    }

    // MARK: Order

    /// Whether one entry certainly comes before the other.
    func isClearlyBetter(_ one: Entry, than other: Entry) -> Bool {
        guard !isShifted, isPinKnown, one.isListed, one.isAnswered, !one.isUnsure, !one.isDoubtful else { return false }
        guard !(one.isVague && one.isPlaying), !mayBeSilent(one), !(one.isPlaying && mayBeSilent(other)) else {
            return false
        }
        if let time = one.toldToPlayAt, now - time > .milliseconds(950) { return false }
        if let pin {
            let isPinned = (Self.isNamed(one.id, pin), Self.isNamed(other.id, pin))
            if isPinned.0 != isPinned.1 { return isPinned.0 }
        }
        if one.isPlaying != other.isPlaying { return one.isPlaying }
        guard let mine = one.lastUse, let theirs = other.lastUse else { return false }
        if mine == theirs, mine == 0, one.isPrompt, other.isPrompt { return one.id == remembered }
        return mine > theirs
    }

    /// The entry that certainly comes before all others; nil if the rules leave that open.
    var clearlyFirst: Entry? {
        let listed = entries.values.filter(\.isListed)
        return listed.first { one in
            listed.allSatisfy { $0.id == one.id || $0.isAnswered && isClearlyBetter(one, than: $0) }
        }
    }

    private static func isNamed(_ id: String, _ pin: String) -> Bool {
        let prefix = "org.mpris.MediaPlayer2."
        guard id.hasPrefix(prefix) else { return false }
        let name = id.dropFirst(prefix.count)
        return name == pin || name.hasPrefix(pin + ".instance")
    }
}
