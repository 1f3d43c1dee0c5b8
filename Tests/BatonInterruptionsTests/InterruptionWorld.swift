// SPDX-License-Identifier: Apache-2.0
import BatonInterruptions
import BatonTestSupport

/// Players, a user, interruptions and crashes that follow a seed, and a plain record of what they are allowed to lead to.
///
/// The record knows nothing of how the model works: a player may be played only if it was paused by the model, or by another
/// program in its place, has said that it is paused, and nothing has been done to it since; once; and not while an
/// interruption is on that began while it played or was held.
struct InterruptionWorld {
    /// What the record knows of a player.
    private struct Memory {
        var facts: PlayerFacts
        /// Whether a Pause of ours has not been used up by a Play or by somebody's act.
        var isOurs = false
        /// Until when its own Pause counts as ours, since another program pauses with us.
        var othersUntil = Duration.zero
        var holders: Set<UInt32> = []
        var isForbidden = false
        /// Whether the user has paused it with all others, and asked for nothing since.
        var isManual = false
        var isWished = false

        mutating func letGo() {
            isOurs = false
            othersUntil = .zero
            holders = []
            isForbidden = false
            isManual = false
            isWished = false
        }
    }

    private var random: SeededRandom
    private var model = InterruptionModel()
    private var players: [PlayerIdentity: Memory] = [:]
    private var running: [UInt32: InterruptionRequest] = [:]
    private var manual = false
    /// The players that were sent Pause and have not announced it.
    private var told: [PlayerIdentity] = []
    private var saved = InterruptionSnapshot()
    private var now = Duration.seconds(10)
    private(set) var fault: String?
    private(set) var plays = 0
    /// What happened, a line each.
    private(set) var trace: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Lives for some steps.
    mutating func run(steps: Int) {
        for _ in 0..<steps where fault == nil {
            step()
            carryOut()
        }
        guard fault == nil else { return }
        for player in players.keys.sorted() { model.playerLeft(player, at: now) }
        if !model.held.isEmpty { fault = "players that left are held" }
    }

    private mutating func step() {
        for player in told where Int.random(in: 0..<5, using: &random) != 0 { obey(player) }
        told = []
        let names = ["a", "b", "c"]
        let name = names[Int.random(in: 0..<3, using: &random)]
        let player = PlayerIdentity(name: name, owner: ":1.\(Int.random(in: 0..<2, using: &random))")
        switch running.count > 2 ? 10 : Int.random(in: 0..<20, using: &random) {
        case 0..<5: announce(player, [.playing, .paused, .stopped].randomElement(using: &random) ?? .playing)
        case 5, 6: obey(player)
        case 7..<10: begin()
        case 10..<13: end()
        case 13: act(on: player)
        case 14: changeTrack(of: player)
        case 15: leave(player)
        case 16: manually()
        case 17: model.lockChanged(Bool.random(using: &random), at: now)
        case 18: if Int.random(in: 0..<3, using: &random) == 0 { restart() }
        default: break
        }
        let pauses: [Duration] = [
            .zero, .milliseconds(20), .milliseconds(60), .milliseconds(300), .seconds(1), .seconds(6),
        ]
        now += pauses.randomElement(using: &random) ?? .zero
        model.advance(to: now)
    }

    private mutating func note(_ line: String) {
        trace.append("\(now) \(line)")
    }

    // MARK: What happens

    private mutating func announce(_ player: PlayerIdentity, _ state: PlayerState) {
        note("\(player.name)\(player.owner) says \(state)")
        // A name has one owner: the other one leaves first.
        for other in players.keys.sorted() where other.name == player.name && other != player { leave(other) }
        var memory = players[player] ?? Memory(facts: PlayerFacts(state))
        let before = players[player]?.facts.state
        memory.facts.state = state
        if before == nil { memory.facts.isPausedByOthers = Bool.random(using: &random) }
        switch state {
        case .playing: if before == .paused { memory.letGo() }
        case .stopped: memory.letGo()
        case .paused:
            if now <= memory.othersUntil, before == .playing { memory.isOurs = true }
        }
        players[player] = memory
        model.playerChanged(player, to: memory.facts, at: now)
    }

    /// The player does what it was told last.
    private mutating func obey(_ player: PlayerIdentity) {
        guard let memory = players[player], memory.isOurs, memory.facts.state == .playing else { return }
        announce(player, .paused)
    }

    private mutating func begin() {
        let sources: [InterruptionSource] = [.routeLost, .lock, .suspend, .call, .wear, .lease]
        let some = Set(players.keys.sorted().filter { _ in Bool.random(using: &random) })
        let request = InterruptionRequest(
            sources.randomElement(using: &random) ?? .call, resumes: Int.random(in: 0..<4, using: &random) != 0,
            players: Bool.random(using: &random) ? some : nil)
        guard let id = model.begin(request, at: now) else { return }
        note(
            "\(id) begins: \(request.source), resumes \(request.resumes), \(request.players.map { "\($0.map(\.name))" } ?? "all")"
        )
        running[id] = request
        for player in players.keys where request.players?.contains(player) ?? true {
            guard var memory = players[player], memory.facts.state == .playing || memory.isOurs else { continue }
            memory.holders.insert(id)
            memory.isWished = false
            if memory.facts.isPausedByOthers { memory.othersUntil = now + .milliseconds(1150) }
            if !request.resumes || request.source == .routeLost { memory.isForbidden = true }
            players[player] = memory
        }
    }

    private mutating func end() {
        guard let id = running.keys.sorted().randomElement(using: &random) else { return }
        let isNormal = Int.random(in: 0..<5, using: &random) != 0
        note("\(id) ends, normally \(isNormal)")
        running[id] = nil
        for player in players.keys where players[player]?.holders.remove(id) != nil && !isNormal {
            if players[player]?.isOurs == true { players[player]?.isForbidden = true }
        }
        model.end(id, isNormal: isNormal, at: now)
    }

    private mutating func act(on player: PlayerIdentity) {
        note("the user acts on \(player.name)\(player.owner)")
        players[player]?.letGo()
        model.userActed(on: player, at: now)
    }

    private mutating func changeTrack(of player: PlayerIdentity) {
        note("another track of \(player.name)\(player.owner)")
        if players[player]?.facts.state == .paused { players[player]?.letGo() }
        model.trackChanged(of: player, at: now)
    }

    private mutating func leave(_ player: PlayerIdentity) {
        note("\(player.name)\(player.owner) leaves")
        players[player] = nil
        model.playerLeft(player, at: now)
    }

    private mutating func manually() {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            note("pause --all")
            for player in players.keys {
                if players[player]?.facts.state == .playing { players[player]?.isManual = true }
                guard players[player]?.facts.isPausedByOthers ?? false else { continue }
                players[player]?.othersUntil = now + .milliseconds(1150)
            }
            _ = model.pauseAll(at: now)
        case 1:
            note("resume")
            for player in players.keys {
                guard let memory = players[player] else { continue }
                // Another program has not paused it yet: the wish counts when it does.
                let isAwaited = memory.isManual && memory.facts.state == .playing && now <= memory.othersUntil
                if memory.isOurs || isAwaited { players[player]?.isWished = true }
                players[player]?.isManual = false
            }
            _ = model.resume(at: now)
        default:
            note("forget")
            for player in players.keys { players[player]?.letGo() }
            model.forget(at: now)
        }
    }

    /// The agent is killed while it carries out what it has to do, and starts again.
    private mutating func restart() {
        note("the agent is killed")
        carryOut()
        now += .milliseconds(60)
        model.advance(to: now)
        carryOut(atMost: Int.random(in: 0..<4, using: &random))
        model = InterruptionModel()
        running = [:]
        if let snapshot = try? InterruptionSnapshot(text: saved.text) {
            model.restore(snapshot, at: now)
        } else {
            fault = "what was saved cannot be read"
        }
        for player in players.keys.sorted() {
            guard let facts = players[player]?.facts else { continue }
            players[player]?.holders = []
            if facts.state != .paused { players[player]?.letGo() }
            model.playerChanged(player, to: facts, at: now)
        }
    }

    // MARK: What it leads to

    private mutating func carryOut(atMost count: Int = .max) {
        for effect in model.takeEffects().prefix(count) {
            note("  \(effect)")
            switch effect {
            case .save: saved = model.snapshot
            case .pause(let player): paused(player)
            case .play(let player): played(player)
            case .stop(let player): fault = "\(player.name) was stopped"
            case .released(let player, .playsOn):
                // It was not paused by anybody, so nothing that was asked for before counts.
                players[player]?.letGo()
            case .began, .ended, .released: break
            }
        }
    }

    private mutating func paused(_ player: PlayerIdentity) {
        guard let memory = players[player] else { return fault = "Pause for \(player.name), which has left" }
        if memory.facts.state != .playing { fault = "Pause for \(player.name), which does not play" }
        players[player]?.isOurs = true
        told.append(player)
    }

    private mutating func played(_ player: PlayerIdentity) {
        plays += 1
        guard let memory = players[player] else { return fault = "Play for \(player.name), which has left" }
        if !memory.isOurs { fault = "Play for \(player.name), which was not paused by us, or was acted on since" }
        if memory.facts.state != .paused { fault = "Play for \(player.name), which is not paused" }
        if !memory.holders.isEmpty { fault = "Play for \(player.name) during \(memory.holders.sorted())" }
        if memory.isForbidden, !memory.isWished { fault = "Play for \(player.name), which was forbidden" }
        players[player]?.letGo()
    }
}
