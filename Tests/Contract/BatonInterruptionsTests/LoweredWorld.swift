// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport

@testable import BatonInterruptions

/// A sound server that remembers volumes by applications and tells them late, a user, and a process that lowers and may be killed.
struct LoweredWorld {
    private struct Stream {
        let name: String
        var volumes: ChannelVolumes
        /// What the user wants of it; nil for what the server remembered.
        var users: ChannelVolumes?
        /// When the server sets what it remembers by then.
        var restore: Duration?
        /// When it began, or this process did.
        var since: Duration
    }

    private var random: SeededRandom
    private var now = Duration.seconds(1)
    private var streams: [UInt32: Stream] = [:]
    private var nextIndex: UInt32 = 1
    /// When a stream got a volume of the server's last.
    private var begun = Duration.zero
    private var remembered: [String: ChannelVolumes] = [:]
    /// What was told and is on its way: PipeWire is late.
    private var told: [(time: Duration, index: UInt32, volumes: ChannelVolumes, isAnswer: Bool)] = []
    private var volumes = LoweredVolumes()
    private var isDead = false
    private var disk: [LoweredEntry] = []
    private var diskServer: UInt32 = 1
    private var server: UInt32 = 1
    private(set) var log: [String] = []
    private(set) var problems: [String] = []
    private let hasFades: Bool
    /// How long changes take.
    private var fade = Duration.zero
    /// All volumes that the user, or a program that began, ever chose.
    private var chosen: Set<ChannelVolumes> = [Self.initial]
    private static let initial = ChannelVolumes([65536, 65536])
    /// How many volumes were set in steps.
    private(set) var steps = 0

    init(seed: UInt64, hasFades: Bool = false) {
        random = SeededRandom(seed: seed)
        self.hasFades = hasFades
    }

    private mutating func dice(_ sides: UInt64) -> UInt64 { random.next() % sides }

    /// A volume that no lowered one is: the lowered ones are a fifth of these.
    private mutating func volume() -> ChannelVolumes {
        let level = UInt32(30000 + dice(hasFades ? 60000 : 35000))
        return ChannelVolumes([level, level / UInt32(1 + dice(2))])
    }

    // MARK: Steps

    mutating func step() {
        pass(.milliseconds(Int64(dice(8) == 0 ? dice(3000) : dice(300))))
        switch dice(12) {
        case 0, 1: begin()
        case 2: if let index = any() { end(index) }
        case 3: if let index = any() { userSets(index) }
        case 9: if hasFades { fade = [.zero, .milliseconds(300), .seconds(2)][Int(dice(3))] }
        case 10, 11:
            // In the middle of a fade most of all.
            guard hasFades, let index = any(), volumes.nextStep != nil else { break }
            switch dice(5) {
            case 0, 1: userSets(index)
            case 2: end(index)
            case 3: kill()
            default: if dice(2) == 0 { restartServer() } else { begin() }
            }
        case 4, 5, 6:
            let isNone = dice(3) == 0
            var wanted: Set<UInt32> = []
            for index in streams.keys.sorted() where dice(2) == 0 && !isNone { wanted.insert(index) }
            want(wanted)
        case 7: if dice(2) == 0 { kill() }
        case 8: if dice(4) == 0 { restartServer() }
        default: break
        }
    }

    private mutating func any() -> UInt32? {
        let keys = streams.keys.sorted()
        return keys.isEmpty ? nil : keys[Int(dice(UInt64(keys.count)))]
    }

    private mutating func begin() {
        let name = ["a", "b"][Int(dice(2))]
        let memory = remembered[name]
        let isLate = dice(2) == 0
        let index = nextIndex
        nextIndex += 1
        begun = now
        let initial = isLate ? Self.initial : memory ?? Self.initial
        streams[index] = Stream(name: name, volumes: initial, since: now)
        let restoring = now + .milliseconds(Int64(dice(400)))
        if isLate, memory != nil { streams[index]?.restore = restoring }
        log.append("\(now) begin \(index) \(name) \(initial.steps) memory \(memory?.steps ?? [])")
        notify(index)
    }

    private mutating func end(_ index: UInt32) {
        log.append("\(now) end \(index)")
        streams[index] = nil
        told.removeAll { $0.index == index && !$0.isAnswer }
        volumes.gone(index, at: now)
        run()
    }

    /// The user sets a volume, not in the first second of a stream: then it may be the server's.
    private mutating func userSets(_ index: UInt32) {
        guard let since = streams[index]?.since else { return }
        if !hasFades || now - since < .milliseconds(1500) { pass(.milliseconds(1500)) }
        guard streams[index] != nil else { return }
        let new = volume()
        chosen.insert(new)
        log.append("\(now) user \(index) \(new.steps)")
        streams[index]?.users = new
        serverSets(index, new)
        // What the user does at the same instant nobody can know.
        pass(.milliseconds(100))
    }

    private mutating func want(_ wanted: Set<UInt32>) {
        log.append("\(now) want \(wanted.sorted()) fade \(fade)")
        volumes.want(wanted, percent: 20, fade: fade, at: now)
        run()
    }

    private mutating func kill() {
        if hasFades, now - begun < .milliseconds(100) || isChance { return }
        log.append("\(now) kill")
        volumes = LoweredVolumes()
        told = []
        isDead = true
        pass(.milliseconds(Int64(dice(2000))))
        isDead = false
        for index in streams.keys { streams[index]?.since = now }
        volumes.load(disk, isSameServer: diskServer == server)
        list()
        want([])
    }

    /// Whether a stream has by chance a volume that another one of its application has in its fade, or had at its end: after a kill
    /// nobody can know whose it is. Nor does anybody know of a stream that began at that instant.
    private var isChance: Bool {
        streams.values.contains { stream in
            guard let users = stream.users else { return false }
            return volumes.owed.contains { $0.name.application == stream.name && $0.isRemembered(as: users) }
                || volumes.lowered.values.contains {
                    $0.name.application == stream.name && $0.fade?.set.last?.isRemembered(as: users) ?? false
                }
        }
    }

    private mutating func list() {
        for (index, stream) in streams.sorted(by: { $0.key < $1.key }) {
            volumes.tell(audio(index, stream), stream.volumes, at: now)
        }
        volumes.listed(at: now)
        run()
    }

    private mutating func restartServer() {
        log.append("\(now) server restarts")
        streams = [:]
        told = []
        server += 1
        volumes.disconnected(at: now)
        run()
        volumes.listed(at: now)
        run()
    }

    // MARK: The server

    private func audio(_ index: UInt32, _ stream: Stream) -> AudioStream {
        AudioStream(index: index, process: index, application: stream.name)
    }

    private mutating func serverSets(_ index: UInt32, _ volumes: ChannelVolumes) {
        guard let stream = streams[index] else { return }
        streams[index]?.volumes = volumes
        remembered[stream.name] = volumes
        notify(index)
    }

    /// The server's words keep their order.
    private mutating func notify(_ index: UInt32, isAnswer: Bool = false) {
        guard let stream = streams[index], !isDead else { return }
        let time = max(now + .milliseconds(Int64(dice(50))), told.last?.time ?? now)
        told.append((time, index, stream.volumes, isAnswer))
    }

    private mutating func run() {
        for effect in volumes.takeEffects() {
            switch effect {
            case .save: (disk, diskServer) = (volumes.entries, server)
            case .set(let index, let steps):
                if volumes.nextStep != nil { self.steps += 1 }
                log.append("\(now) set \(index) \(steps.steps)")
                serverSets(index, steps)
            }
        }
    }

    private mutating func pass(_ time: Duration) {
        let end = now + time
        while true {
            let restores = streams.compactMapValues(\.restore)
            let isAsked = told.contains(where: \.isAnswer)
            let deadline = isAsked ? nil : volumes.nextDeadline
            let next = [told.first?.time, restores.values.min(), deadline].compactMap(\.self).min()
            guard let next, next <= end else { break }
            now = max(now, next)
            if let first = told.first, first.time <= now {
                told.removeFirst()
                if first.isAnswer {
                    if streams[first.index] != nil { volumes.tell(first.index, first.volumes, at: now) }
                    if !told.contains(where: \.isAnswer) { volumes.advance(to: now) }
                } else if let stream = streams[first.index] {
                    volumes.tell(audio(first.index, stream), first.volumes, at: now)
                }
            } else if let index = restores.filter({ $0.value <= now }).keys.min(),
                let name = streams[index]?.name, let memory = remembered[name]
            {
                streams[index]?.restore = nil
                begun = now
                log.append("\(now) server restores \(index) \(memory.steps)")
                serverSets(index, memory)
            } else {
                let due = volumes.due(at: now)
                for index in due { notify(index, isAnswer: true) }
                if due.isEmpty { volumes.advance(to: now) }
            }
            run()
        }
        now = end
    }

    // MARK: The end

    mutating func settle() {
        want([])
        pass(.seconds(10))
        for (index, stream) in streams.sorted(by: { $0.key < $1.key }) {
            if let users = stream.users, stream.volumes != users {
                problems.append("\(index) has \(stream.volumes.steps), and not the user's \(users.steps)")
            }
            if !chosen.contains(stream.volumes) {
                problems.append("\(index) has \(stream.volumes.steps), which nobody chose")
            }
            if stream.volumes.level < 30000 { problems.append("\(index) stays lowered: \(stream.volumes.steps)") }
        }
        if volumes.hasLowered { problems.append("something counts as lowered") }
        // What begins now gets no lowered volume either.
        let names = Set(remembered.keys)
        for name in names.sorted() {
            guard let memory = remembered[name], !chosen.contains(memory) else { continue }
            streams[nextIndex] = Stream(name: name, volumes: memory, since: now)
            notify(nextIndex)
            pass(.seconds(5))
            if let volumes = streams[nextIndex]?.volumes, !chosen.contains(volumes) {
                problems.append("the next stream of \(name) has \(volumes.steps)")
            }
            nextIndex += 1
        }
    }
}
