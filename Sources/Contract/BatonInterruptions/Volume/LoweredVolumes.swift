// SPDX-License-Identifier: Apache-2.0

/// Which streams are lowered, and which volume each of them gets back (rules VOL6 to VOL9, and VOL11).
///
/// It is told which streams are to be lowered, and what the sound server says of volumes, and it answers with effects. Its property:
/// when nothing is to be lowered any more, each stream has the volume that the user chose last, also if it has ended and begun again
/// meanwhile, or if this process or the server has. It reads no clock.
package struct LoweredVolumes: Sendable {
    /// What is to be done, in this order.
    package enum Effect: Equatable, Sendable {
        /// Write ``entries`` to the disk before what follows.
        case save
        /// Set the volume of a stream.
        case set(UInt32, ChannelVolumes)
    }

    /// How long after its beginning the server may set what it remembers of a stream, and how long after a volume was set an older one
    /// may still be told.
    static let settling = Duration.seconds(1)
    /// How often the user's volume is set until it counts as refused.
    static let mostTries = 3
    /// The most streams that are lowered, or remembered, each.
    package static let most = 64
    /// The most streams that are known.
    private static let mostSeen = 1024

    /// A stream as the server tells it.
    struct Seen: Sendable {
        let name: StreamName
        let process: UInt32?
        let since: Duration
        var volumes: ChannelVolumes
        var isSettled = false
        /// Whether it was there when the server was first asked.
        var wasThere = false
    }

    /// The streams that are to be lowered, and to which part.
    private(set) var wanted: Set<UInt32> = []
    private(set) var percent: UInt8 = 100
    /// How long a change takes.
    private(set) var length = Duration.zero
    var lowered: [UInt32: LoweredStream] = [:]
    var owed: [OwedVolume] = []
    /// What was given back a moment ago: a stream that began before may be told later, with the lowered volume.
    private var recent: [(debt: OwedVolume, until: Duration)] = []
    var seen: [UInt32: Seen] = [:]
    /// Streams whose volume the user has changed while they were lowered: theirs stays.
    var left: Set<UInt32> = []
    var sets: [(UInt32, ChannelVolumes)] = []
    var isChanged = false
    var now = Duration.zero
    /// What was on the disk, until the server has told its streams.
    var saved: [UInt32: LoweredEntry] = [:]

    package init() {}

    /// Whether a stream that is there has a volume of ours.
    package var hasLowered: Bool { !lowered.isEmpty }
    /// Whether streams that have ended are to get their volume back when they begin again.
    package var owes: Bool { !owed.isEmpty }

    /// What is to be done since the last call.
    package mutating func takeEffects() -> [Effect] {
        defer { (isChanged, sets) = (false, []) }
        return (isChanged ? [.save] : []) + sets.map { .set($0.0, $0.1) }
    }

    // MARK: What is wanted

    /// Other streams are to be lowered, or to another part.
    ///
    /// - Parameter fade: how long a change takes; zero for at once, also of what is changing now.
    package mutating func want(
        _ streams: Set<UInt32>, percent: UInt8, fade: Duration = .zero, at time: Duration
    ) {
        pass(to: time)
        wanted = streams
        length = fade
        left.formIntersection(streams)
        let isOther = percent != self.percent
        self.percent = percent
        for index in lowered.keys.sorted() where percent >= 100 || !streams.contains(index) {
            restore(index, takes: length)
        }
        for index in streams.sorted() {
            guard let stream = seen[index], !left.contains(index) else { continue }
            guard let entry = lowered[index] else {
                lower(index, stream, from: stream.volumes, user: ownVolume(of: stream, index))
                continue
            }
            if entry.isRestoring || isOther { lower(index, stream, from: entry.ours, user: entry.user) }
        }
        if fade == .zero { finishFades() }
    }

    /// - Parameters:
    ///   - before: what the stream has now.
    ///   - user: what it gets back.
    private mutating func lower(_ index: UInt32, _ stream: Seen, from before: ChannelVolumes, user: ChannelVolumes) {
        guard user.level > 0, percent < 100, lowered[index] != nil || lowered.count < Self.most else { return }
        let volumes = user.lowered(toPercent: percent)
        let entry = LoweredStream(
            name: stream.name, process: stream.process, user: user, ours: volumes, before: before, lowered: volumes,
            setAt: now)
        set(index, entry, takes: length)
    }

    /// - Parameter length: how long it takes.
    mutating func restore(_ index: UInt32, takes length: Duration) {
        guard var entry = lowered[index], !entry.isRestoring else { return }
        entry.before = entry.ours
        entry.ours = entry.user
        entry.isRestoring = true
        entry.isConfirmed = false
        entry.setAt = now
        entry.tries = 1
        set(index, entry, takes: length)
    }

    mutating func set(_ index: UInt32, _ volumes: ChannelVolumes) {
        isChanged = true
        sets.append((index, volumes))
    }

    /// The server has refused a volume: a stream that would be lowered stays as it is, or gets its volume back if it is lowered by a
    /// part already.
    ///
    /// - Returns: false for one that is to get its volume back: that is tried again.
    package mutating func refused(_ index: UInt32) -> Bool {
        guard let entry = lowered[index], !entry.isRestoring else { return false }
        left.insert(index)
        isChanged = true
        if entry.isBegun { restore(index, takes: .zero) } else { lowered[index] = nil }
        return true
    }

    /// Nothing could be written. The same, and a fade to the user's volume is over, because a process after this one would not know
    /// of it.
    package mutating func unsaved(_ index: UInt32) -> Bool {
        guard let entry = lowered[index], entry.isRestoring, entry.fade?.nextStep != nil else { return refused(index) }
        finishFade(index)
        return true
    }

    // MARK: What the server tells

    /// A stream has this volume.
    package mutating func tell(_ stream: AudioStream, _ volumes: ChannelVolumes, at time: Duration) {
        pass(to: time)
        let index = stream.index
        let name = StreamName(of: stream)
        if let known = seen[index], known.name == name {
            seen[index]?.volumes = volumes
            if known.isSettled, known.volumes != volumes, lowered[index] == nil { remembered(name) }
        } else {
            guard seen.count < Self.mostSeen else { return }
            seen[index] = Seen(name: name, process: stream.process, since: now, volumes: volumes)
        }
        guard let known = seen[index] else { return }
        if let entry = saved[index], entry.name == name { return adopt(entry, index, known) }
        if lowered[index] != nil { return told(index, known, volumes) }
        if wanted.contains(index), !left.contains(index) {
            return lower(index, known, from: volumes, user: ownVolume(of: known, index))
        }
        if !known.isSettled { giveBack(index, known, volumes) }
    }

    /// The user has changed a stream, and the server remembers that of the application.
    private mutating func remembered(_ name: StreamName) {
        guard owed.contains(where: { $0.name == name }) else { return }
        owed.removeAll { $0.name == name }
        isChanged = true
    }

    /// A stream that is lowered or restored has a volume.
    private mutating func told(_ index: UInt32, _ known: Seen, _ volumes: ChannelVolumes) {
        guard var entry = lowered[index] else { return }
        if let fade = entry.fade, known.isSettled { return told(index, fade, volumes) }
        entry.fade = nil
        if volumes.isEcho(of: entry.ours) {
            entry.isConfirmed = true
            lowered[index] = entry
            if entry.isRestoring, known.isSettled { close(index) }
        } else if entry.isRestoring, !entry.isConfirmed, volumes.isEcho(of: entry.before),
            now - entry.setAt < Self.settling
        {
            // It is older than ours, or the next look tells.
            return
        } else if !known.isSettled {
            // The server sets what it remembers: that is the user's, or a lowered one.
            entry.before = volumes
            lowered[index] = entry
            let isOurs = entry.owed.isRemembered(as: volumes)
            let user = isOurs ? entry.user : ownVolume(of: known, index)
            if entry.isRestoring {
                lowered[index] = nil
                isChanged = true
                giveBack(index, known, volumes)
            } else {
                note(
                    OwedVolume(
                        name: entry.name, process: entry.process, user: user, lowered: entry.lowered, isFading: false))
                lower(index, known, from: volumes, user: user)
            }
        } else if entry.isConfirmed || !volumes.isEcho(of: entry.before) || now - entry.setAt >= Self.settling {
            if entry.isRestoring, volumes.isEcho(of: entry.before), entry.tries < Self.mostTries { return }
            leave(index)
        }
    }

    /// The user has changed a stream: theirs stays.
    mutating func leave(_ index: UInt32) {
        if let entry = lowered.removeValue(forKey: index), entry.fade != nil { note(entry.owed) }
        if wanted.contains(index) { left.insert(index) }
        isChanged = true
    }

    /// A stream that has just begun got from the server what it remembers of one that was lowered: it gets the user's volume.
    private mutating func giveBack(_ index: UInt32, _ known: Seen, _ volumes: ChannelVolumes) {
        guard let debt = debt(of: known, index), lowered.count < Self.most else { return }
        let user = debt.user.fitted(to: volumes.steps.count)
        guard !volumes.isEcho(of: user) else { return }
        pay(debt)
        var entry = LoweredStream(
            name: known.name, process: known.process, user: user, ours: user, before: volumes, lowered: volumes,
            setAt: now)
        entry.isRestoring = true
        entry.tries = 1
        lowered[index] = entry
        set(index, user)
    }

    /// The volume that a stream gets back when it is lowered now.
    private mutating func ownVolume(of stream: Seen, _ index: UInt32) -> ChannelVolumes {
        guard !stream.isSettled, let debt = debt(of: stream, index) else { return stream.volumes }
        pay(debt)
        return debt.user.fitted(to: stream.volumes.steps.count)
    }

    /// A stream has begun that gets what one that has ended had.
    private mutating func pay(_ debt: OwedVolume) {
        let count = owed.count
        owed.removeAll { $0 == debt }
        // Its own volume may lie between the two: the server has yet to set what it remembers.
        if debt.isFading, owed.count < count { note(debt) }
    }

    /// What a stream that has just begun should have: another one of its application was lowered, and the server gave it that volume.
    private func debt(of stream: Seen, _ index: UInt32) -> OwedVolume? {
        let others = lowered.filter { $0.key != index }.sorted { $0.key < $1.key }.map {
            $0.value.shared(stream.wasThere)
        }
        let recent = recent.filter { $0.until >= now && !($0.debt.isFading && stream.wasThere) }.map(\.debt)
        let debts = (recent + owed + others).filter {
            $0.name == stream.name && $0.isRemembered(as: stream.volumes)
        }
        return debts.last { $0.process != nil && $0.process == stream.process } ?? debts.last
    }

    /// A stream has ended.
    package mutating func gone(_ index: UInt32, at time: Duration) {
        pass(to: time)
        seen[index] = nil
        wanted.remove(index)
        left.remove(index)
        if let entry = lowered.removeValue(forKey: index) { owe(entry) }
    }

    private mutating func owe(_ entry: LoweredStream) {
        isChanged = true
        guard !(entry.isRestoring && entry.isConfirmed && entry.fade == nil) else { return }
        for var debt in entry.debts {
            if owed.count >= Self.most { owed.removeFirst() }
            debt.since = now
            owed.append(debt)
        }
    }

    /// The server is gone, and with it all streams.
    package mutating func disconnected(at time: Duration) {
        pass(to: time)
        for index in lowered.keys.sorted() { if let entry = lowered[index] { owe(entry) } }
        (lowered, seen, left, wanted, sets) = ([:], [:], [], [], [])
    }

    /// The server has told all streams that are there.
    package mutating func listed(at time: Duration) {
        pass(to: time)
        if !saved.isEmpty { isChanged = true }
        // Those that have ended meanwhile.
        for entry in saved.sorted(by: { $0.key < $1.key }).map(\.value) where owed.count < Self.most {
            owed.append(entry.owed)
        }
        saved = [:]
        for index in seen.keys.sorted() {
            seen[index]?.wasThere = true
            guard let known = seen[index], !known.isSettled, lowered[index] == nil, !wanted.contains(index) else {
                continue
            }
            giveBack(index, known, known.volumes)
        }
    }

    // MARK: Time

    /// Takes note of the time, and sets what is due. What the server says of ``due(at:)`` is to be told before.
    package mutating func advance(to time: Duration) {
        pass(to: time)
        for index in lowered.keys.sorted() { step(index) }
    }

    /// Takes note of the time. No step is taken until all that was told is known.
    mutating func pass(to time: Duration) {
        now = max(now, time)
        for index in seen.keys.sorted() {
            guard let stream = seen[index], !stream.isSettled, now - stream.since >= Self.settling else { continue }
            seen[index]?.isSettled = true
            // The server does not remember a lowered volume of it any more. What we have lowered since says nothing.
            let volumes = lowered[index]?.user ?? stream.volumes
            let count = owed.count
            owed.removeAll {
                $0.name == stream.name && !stream.wasThere && $0.since < stream.since
                    && !$0.isRemembered(as: volumes)
            }
            if owed.count != count { isChanged = true }
        }
        for index in lowered.keys.sorted() {
            guard let entry = lowered[index], let stream = seen[index], isOpen(entry), stream.isSettled,
                now - entry.setAt >= Self.settling
            else { continue }
            review(index, entry, stream)
        }
    }

    /// Whether time does something with a stream. A server that is silent may still do what it was told: such a stream stays.
    private func isOpen(_ entry: LoweredStream) -> Bool {
        if let fade = entry.fade {
            return fade.nextStep == nil && (entry.isRestoring && entry.isConfirmed || entry.tries < Self.mostTries)
        }
        return entry.isRestoring && (entry.isConfirmed || entry.tries < Self.mostTries)
    }

    /// A stream has its volume back.
    mutating func close(_ index: UInt32) {
        guard let entry = lowered.removeValue(forKey: index) else { return }
        isChanged = true
        note(entry.owed)
    }

    /// A lowered volume is over, and may still come from the server.
    mutating func note(_ debt: OwedVolume) {
        recent.removeAll { $0.until < now }
        if recent.count < Self.most { recent.append((debt, now + Self.settling + Self.settling)) }
    }

    /// A second has passed since the user's volume was set, or the last one of a fade.
    private mutating func review(_ index: UInt32, _ entry: LoweredStream, _ stream: Seen) {
        if entry.isRestoring && entry.isConfirmed || stream.volumes.isEcho(of: entry.ours) { return arrived(index) }
        lowered[index]?.tries += 1
        setAgain(index, entry.ours)
    }

    /// When the time has to be noted next.
    package var nextDeadline: Duration? {
        guard !owed.isEmpty || !lowered.isEmpty else { return nil }
        let begun = seen.values.filter { !$0.isSettled }.map(\.since)
        let open = lowered.filter { isOpen($0.value) }.map { index, entry in
            max(entry.setAt, seen[index]?.since ?? .zero)
        }
        let settled = (begun + open).min().map { $0 + Self.settling }
        return [settled, nextStep].compactMap(\.self).min()
    }
}
