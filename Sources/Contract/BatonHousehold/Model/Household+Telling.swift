// SPDX-License-Identifier: Apache-2.0

import BatonJSON

extension Household {
    /// Says what is first in this host's own chain: never a followed host, which tells of itself.
    ///
    /// - Parameter playing: with the position of the instant `now`; nil if no player is there.
    package mutating func tell(_ playing: NowPlaying?, at now: Duration) {
        var playing = playing ?? NowPlaying()
        if !settings.tellsTitles {
            playing.title = ""
            playing.artist = ""
            playing.album = ""
            // Some players make it of the title's address.
            playing.track = ""
        }
        local = (playing, now)
        want(.now, playing.json)
        publishAll(at: now)
    }

    /// Says what the picture of what plays is; nil for none.
    ///
    /// - Parameter picture: the bytes of a file of a usual format; of more than ``largestPicture`` none is told.
    package mutating func tell(picture: [UInt8]?, at now: Duration) {
        let told = settings.tellsPictures ? picture ?? [] : []
        outboxes[.picture]?.want(told.count <= Self.largestPicture ? told : [])
        publishAll(at: now)
    }

    /// Says which players can be pinned: their names, at most 64.
    package mutating func tell(players: [String], at now: Duration) {
        want(.players, .array(players.prefix(64).map { .string(HouseholdText.bounded($0, to: 256)) }))
        publishAll(at: now)
    }

    /// Says what is chosen here.
    ///
    /// - Parameters:
    ///   - pin: the pinned player's name; empty for none.
    ///   - shakes: whether a shake undoes.
    ///   - interrupts: whether interruptions pause players; nil if that is not known.
    ///   - policy: which player comes first: `playing` or `recent`; nil if that is not known.
    package mutating func tell(
        pin: String, shakes: Bool, interrupts: Bool? = nil, policy: String? = nil, at now: Duration
    ) {
        var members: [String: JSONValue] = [
            "pin": .string(HouseholdText.bounded(pin, to: 256)), "shake": .bool(shakes),
        ]
        if let interrupts { members["interruptions"] = .bool(interrupts) }
        if let policy { members["policy"] = .string(HouseholdText.bounded(policy, to: 64)) }
        want(.settings, .object(members))
        publishAll(at: now)
    }

    /// Says which interruptions are shared: of this host's own, never those of others.
    package mutating func tell(interruptions: [SharedInterruption], at now: Duration) {
        shared = settings.sharing.tells ? Array(interruptions.prefix(SharedInterruption.most)) : []
        // Another agent has not begun them yet, and need not: what is over after a crash nobody has ended.
        if absenceAt != nil, shared.isEmpty { return }
        isTakenUp = absenceAt != nil
        wantInterruptions()
        publishAll(at: now)
    }

    private mutating func wantInterruptions() { want(.interruptions, .array(shared.map(\.json))) }

    /// The agent of this host is gone: nobody knows whether what it had begun is over. What another one begins within
    /// ``patience`` takes its place.
    package mutating func agentLeft(at now: Duration) {
        if !shared.isEmpty, absenceAt == nil {
            absenceAt = now + Self.patience
            owesWord = true
        }
        shared = []
        isTakenUp = false
    }

    /// Has the others end this host's interruptions as those of a host that is gone: nothing goes on by itself.
    mutating func giveUpInterruptions() {
        (absenceAt, isTakenUp) = (nil, false)
        wantInterruptions()
        effects.append(
            .publish(topic: topics.text(of: .available, at: name), payload: Array("offline".utf8), isRetained: true))
        for topic in [HostTopic.interruptions, .available] { outboxes[topic]?.restart() }
    }

    /// Tells `now` again with the position of this moment: somebody asks.
    mutating func tellAgain() { outboxes[.now]?.repeatNow() }

    mutating func want(_ topic: HostTopic, _ value: JSONValue) { outboxes[topic]?.want(Array(value.text.utf8)) }

    mutating func publishAll(at now: Duration) {
        guard isConnected, claimAt == nil else { return }
        // Whoever overwrites one topic may have overwritten all of them, and other hosts may have believed it: everything is told again.
        let overwritten = outboxes.keys.filter { outboxes[$0]?.isOverwritten(at: now) == true }
        if !overwritten.isEmpty { for topic in outboxes.keys { outboxes[topic]?.repeatNow() } }
        // `available` is last: who reads it finds the rest.
        for topic in [HostTopic.about, .settings, .players, .interruptions, .picture, .now, .available] {
            guard outboxes[topic]?.nextDeadline.map({ $0 <= now }) == true else { continue }
            if topic == .now, var (playing, told) = local {
                // The position is that of the sending, which may be a moment later.
                playing.position = playing.position(at: now, told: told)
                told = now
                local = (playing, told)
                want(.now, withClock(playing, at: now))
            }
            publish(topic, at: now)
        }
    }

    /// What plays, with the instant by this host's clock: who hears it can say until when a command counts.
    private func withClock(_ playing: NowPlaying, at now: Duration) -> JSONValue {
        guard case .object(var members) = playing.json else { return .null }
        members["clock"] = .string(HostInstant(run: run, at: now).text)
        return .object(members)
    }

    mutating func subscribeToAll() {
        for topic in [HostTopic.available, .about] { subscribe(to: topics.filter(for: topic)) }
        if settings.sharing.follows { subscribe(to: topics.filter(for: .interruptions)) }
        for host in settings.followed.sorted() { subscribe(to: topics.text(of: .now, at: host)) }
        subscribeToOwn()
    }

    private mutating func subscribe(to filter: String, isWithoutKept: Bool = false) {
        effects.append(.subscribe(filter: filter, isWithoutKept: isWithoutKept))
    }

    /// What is asked of this host, and what stands at its topics.
    private static let own: [HostTopic] = [.now, .players, .interruptions, .settings, .command, .volume, .ask, .answer]

    private mutating func subscribeToOwn() {
        for topic in Self.own { subscribe(to: topics.text(of: topic, at: name), isWithoutKept: !topic.isRetained) }
    }

    // MARK: The name

    /// Reads what stands at this host's own topics: its own words, or those of another host of the same name.
    mutating func readOwn(_ topic: HostTopic, _ message: HouseholdMessage, at now: Duration) {
        outboxes[topic]?.read(message.payload, at: now)
        switch topic {
        case .available:
            ownName.isOnline = message.payload.elementsEqual("online".utf8)
            if !message.isRetained, !ownName.isOnline { owesWord = false }
        case .interruptions:
            if !message.isRetained, absenceAt == nil, outboxes[topic]?.isForeign == false { owesWord = false }
        case .about:
            let other = (try? JSONReader.read(message.payload)).flatMap { HostAbout($0) }?.id
            ownName.other = other == settings.id ? nil : other
            ownName.isKnown = other == settings.id
            // One that speaks now is there.
            if !message.isRetained, ownName.other != nil { ownName.isOnline = true }
            if claimAt == nil || claimedAt != nil, ownName.other != nil, !message.isRetained { _ = claim(at: now) }
            // The claim itself has come back: others hear it now, and have the time to object.
            if claimAt != nil, claimedAt != nil, ownName.isKnown { claimAt = now + Self.objection }
        default: break
        }
    }

    /// Takes the name, unless another host has it whose identifier is smaller.
    ///
    /// - Returns: whether this host keeps the name.
    mutating func claim(at now: Duration) -> Bool {
        guard let other = ownName.other, ownName.isOnline else { return true }
        let keeps = settings.id < other
        if ownName.conflicts.count < 16, ownName.conflicts.insert(other).inserted {
            effects.append(.nameTaken(by: other, keeps: keeps))
        }
        guard !keeps else {
            // The other one hears of this one, and gives way. Others have forgotten this one's calls for the other's name.
            for topic in [HostTopic.about, .interruptions, .available] { outboxes[topic]?.repeatNow() }
            return true
        }
        rename(to: name.apart(by: settings.id), at: now)
        return false
    }

    /// Whether the name is this host's own now. Two hosts of one name may come at once: each says first who it is, and nothing
    /// else until the other has had time to hear it. Else the one's interruptions would be taken for the other's.
    ///
    /// The time counts from the own word's coming back: while a broker stands, nobody hears anybody. Who may not read at the own
    /// topics waits ``longestObjection`` for it.
    mutating func isClaimed(at now: Duration) -> Bool {
        guard !ownName.isKnown else { return true }
        let begun = claimedAt ?? now
        guard now < begun + Self.longestObjection else { return true }
        claimedAt = begun
        claimAt = begun + Self.longestObjection
        // Another one's words may stand there, which has no claim to the name.
        outboxes[.about]?.repeatNow()
        publish(.about, at: now)
        return false
    }

    private mutating func publish(_ topic: HostTopic, at now: Duration) {
        guard let payload = outboxes[topic]?.take(at: now) else { return }
        if topic == .interruptions, isTakenUp {
            (absenceAt, isTakenUp) = (nil, false)
            // They may be over by now.
            wantInterruptions()
        }
        effects.append(.publish(topic: topics.text(of: topic, at: name), payload: payload, isRetained: true))
    }

    private mutating func rename(to new: HostName, at now: Duration) {
        guard new != name else { return }
        for topic in Self.own { effects.append(.unsubscribe(filter: topics.text(of: topic, at: name))) }
        if settings.followed.contains(name) { subscribe(to: topics.text(of: .now, at: name)) }
        name = new
        subscribeToOwn()
        for topic in outboxes.keys { outboxes[topic]?.restart() }
        ownName = OwnName(conflicts: ownName.conflicts)
        // The will of the old topic must go, so the connection does.
        disconnected(at: now)
        effects.append(.renamed(new))
    }
}
