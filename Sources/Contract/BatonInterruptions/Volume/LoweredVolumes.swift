// SPDX-License-Identifier: Apache-2.0

/// Which streams are lowered, and which volume each of them gets back (rules VOL6 to VOL9).
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
    var lowered: [UInt32: LoweredStream] = [:]
    var owed: [OwedVolume] = []
    /// What was given back a moment ago: a stream that began before may be told later, with the lowered volume.
    private var recent: [(debt: OwedVolume, until: Duration)] = []
    private var seen: [UInt32: Seen] = [:]
    /// Streams whose volume the user has changed while they were lowered: theirs stays.
    private var left: Set<UInt32> = []
    private var sets: [(UInt32, ChannelVolumes)] = []
    private var isChanged = false
    private var now = Duration.zero
    /// What was on the disk, until the server has told its streams.
    private var saved: [UInt32: LoweredEntry] = [:]

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
    package mutating func want(_ streams: Set<UInt32>, percent: UInt8, at time: Duration) {
        advance(to: time)
        wanted = streams
        left.formIntersection(streams)
        let isOther = percent != self.percent
        self.percent = percent
        for index in lowered.keys.sorted() where !streams.contains(index) { restore(index) }
        for index in streams.sorted() {
            guard let stream = seen[index], !left.contains(index) else { continue }
            guard let entry = lowered[index] else {
                lower(index, stream, from: stream.volumes, user: ownVolume(of: stream, index))
                continue
            }
            if entry.isRestoring || isOther { lower(index, stream, from: entry.ours, user: entry.user) }
        }
    }

    /// - Parameters:
    ///   - before: what the stream has now.
    ///   - user: what it gets back.
    private mutating func lower(_ index: UInt32, _ stream: Seen, from before: ChannelVolumes, user: ChannelVolumes) {
        guard user.level > 0, percent < 100, lowered[index] != nil || lowered.count < Self.most else { return }
        let volumes = user.lowered(toPercent: percent)
        lowered[index] = LoweredStream(
            name: stream.name, process: stream.process, user: user, ours: volumes, before: before, lowered: volumes,
            setAt: now)
        set(index, volumes)
    }

    private mutating func restore(_ index: UInt32) {
        guard var entry = lowered[index], !entry.isRestoring else { return }
        entry.before = entry.ours
        entry.ours = entry.user
        entry.isRestoring = true
        entry.isConfirmed = false
        entry.setAt = now
        entry.tries = 1
        lowered[index] = entry
        set(index, entry.user)
    }

    private mutating func set(_ index: UInt32, _ volumes: ChannelVolumes) {
        isChanged = true
        sets.append((index, volumes))
    }

    /// Nothing could be written, or the server has refused: a stream that would be lowered stays as it is.
    ///
    /// - Returns: false for one that is to get its volume back: that is tried again.
    package mutating func refused(_ index: UInt32) -> Bool {
        guard let entry = lowered[index], !entry.isRestoring else { return false }
        lowered[index] = nil
        left.insert(index)
        isChanged = true
        return true
    }

    // MARK: What the server tells

    /// A stream has this volume.
    package mutating func tell(_ stream: AudioStream, _ volumes: ChannelVolumes, at time: Duration) {
        advance(to: time)
        let index = stream.index
        let name = StreamName(of: stream)
        if let known = seen[index], known.name == name {
            seen[index]?.volumes = volumes
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

    /// A stream that is lowered or restored has a volume.
    private mutating func told(_ index: UInt32, _ known: Seen, _ volumes: ChannelVolumes) {
        guard var entry = lowered[index] else { return }
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
            let isOurs = volumes.isRemembered(as: entry.lowered)
            let user = isOurs ? entry.user : ownVolume(of: known, index)
            if entry.isRestoring {
                lowered[index] = nil
                isChanged = true
                giveBack(index, known, volumes)
            } else {
                note(
                    OwedVolume(name: entry.name, process: entry.process, user: user, lowered: entry.lowered))
                lower(index, known, from: volumes, user: user)
            }
        } else if entry.isConfirmed || !volumes.isEcho(of: entry.before) || now - entry.setAt >= Self.settling {
            if entry.isRestoring, volumes.isEcho(of: entry.before), entry.tries < Self.mostTries { return }
            // The user has changed it.
            lowered[index] = nil
            if wanted.contains(index) { left.insert(index) }
            isChanged = true
        }
    }

    /// A stream that has just begun got from the server what it remembers of one that was lowered: it gets the user's volume.
    private mutating func giveBack(_ index: UInt32, _ known: Seen, _ volumes: ChannelVolumes) {
        guard let debt = debt(of: known, index), lowered.count < Self.most else { return }
        let user = debt.user.fitted(to: volumes.steps.count)
        guard !volumes.isEcho(of: user) else { return }
        owed.removeAll { $0 == debt }
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
        owed.removeAll { $0 == debt }
        return debt.user.fitted(to: stream.volumes.steps.count)
    }

    /// What a stream that has just begun should have: another one of its application was lowered, and the server gave it that volume.
    private func debt(of stream: Seen, _ index: UInt32) -> OwedVolume? {
        let others = lowered.filter { $0.key != index }.sorted { $0.key < $1.key }.map(\.value.owed)
        let debts = (recent.filter { $0.until >= now }.map(\.debt) + owed + others).filter {
            $0.name == stream.name && stream.volumes.isRemembered(as: $0.lowered)
        }
        return debts.last { $0.process != nil && $0.process == stream.process } ?? debts.last
    }

    /// A stream has ended.
    package mutating func gone(_ index: UInt32, at time: Duration) {
        advance(to: time)
        seen[index] = nil
        wanted.remove(index)
        left.remove(index)
        if let entry = lowered.removeValue(forKey: index) { owe(entry) }
    }

    private mutating func owe(_ entry: LoweredStream) {
        isChanged = true
        guard !(entry.isRestoring && entry.isConfirmed) else { return }
        if owed.count >= Self.most { owed.removeFirst() }
        var debt = entry.owed
        debt.since = now
        owed.append(debt)
    }

    /// The server is gone, and with it all streams.
    package mutating func disconnected(at time: Duration) {
        advance(to: time)
        for index in lowered.keys.sorted() { if let entry = lowered[index] { owe(entry) } }
        (lowered, seen, left, wanted, sets) = ([:], [:], [], [], [])
    }

    // MARK: The disk

    /// What is to be on the disk: empty when there is to be no file.
    package var entries: [LoweredEntry] {
        lowered.sorted { $0.key < $1.key }.map { index, entry in
            LoweredEntry(
                index: index, name: entry.name, process: entry.process, user: entry.user, lowered: entry.lowered)
        }
            + owed.map {
                LoweredEntry(index: nil, name: $0.name, process: $0.process, user: $0.user, lowered: $0.lowered)
            }
            + saved.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Takes what a process before this one has left on the disk.
    ///
    /// - Parameter isSameServer: whether the numbers of streams mean now what they meant then.
    package mutating func load(_ entries: [LoweredEntry], isSameServer: Bool) {
        for entry in entries.prefix(2 * Self.most) {
            if isSameServer, let index = entry.index, lowered[index] == nil, saved.count < Self.most {
                saved[index] = entry
            } else if owed.count < Self.most {
                owed.append(entry.owed)
            }
        }
    }

    /// The server has told all streams that are there.
    package mutating func listed(at time: Duration) {
        advance(to: time)
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

    /// A stream is there that was lowered before: if it is so still, it gets its volume back. Another volume is the user's.
    private mutating func adopt(_ entry: LoweredEntry, _ index: UInt32, _ known: Seen) {
        saved[index] = nil
        isChanged = true
        guard known.volumes.isEcho(of: entry.lowered) else { return }
        seen[index]?.isSettled = true
        lowered[index] = LoweredStream(
            name: known.name, process: known.process, user: entry.user, ours: entry.lowered, before: entry.user,
            lowered: entry.lowered, setAt: now, isConfirmed: true)
    }

    // MARK: Time

    /// Takes note of the time.
    package mutating func advance(to time: Duration) {
        now = max(now, time)
        for index in seen.keys.sorted() {
            guard let stream = seen[index], !stream.isSettled, now - stream.since >= Self.settling else { continue }
            seen[index]?.isSettled = true
            // The server does not remember a lowered volume of it any more.
            let count = owed.count
            owed.removeAll {
                $0.name == stream.name && !stream.wasThere && $0.since < stream.since
                    && !stream.volumes.isRemembered(as: $0.lowered)
            }
            if owed.count != count { isChanged = true }
        }
        for index in lowered.keys.sorted() {
            guard let entry = lowered[index], let stream = seen[index], isOpen(entry), stream.isSettled,
                now - entry.setAt >= Self.settling
            else { continue }
            review(index, entry)
        }
    }

    /// Whether time does something with a stream. A server that is silent may still do what it was told: such a stream stays.
    private func isOpen(_ entry: LoweredStream) -> Bool {
        entry.isRestoring && (entry.isConfirmed || entry.tries < Self.mostTries)
    }

    /// A stream has its volume back.
    private mutating func close(_ index: UInt32) {
        guard let entry = lowered.removeValue(forKey: index) else { return }
        isChanged = true
        note(entry.owed)
    }

    /// A lowered volume is over, and may still come from the server.
    private mutating func note(_ debt: OwedVolume) {
        recent.removeAll { $0.until < now }
        if recent.count < Self.most { recent.append((debt, now + Self.settling + Self.settling)) }
    }

    /// A second has passed since the user's volume was set.
    private mutating func review(_ index: UInt32, _ entry: LoweredStream) {
        guard !entry.isConfirmed else { return close(index) }
        lowered[index]?.tries += 1
        lowered[index]?.setAt = now
        set(index, entry.user)
    }

    /// When the time has to be noted next.
    package var nextDeadline: Duration? {
        guard !owed.isEmpty || !lowered.isEmpty else { return nil }
        let begun = seen.values.filter { !$0.isSettled }.map(\.since)
        let open = lowered.filter { isOpen($0.value) }.map { index, entry in
            max(entry.setAt, seen[index]?.since ?? .zero)
        }
        return (begun + open).min().map { $0 + Self.settling }
    }
}
