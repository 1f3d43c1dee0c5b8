// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonTestSupport

/// Players, a user, interruptions and crashes that follow a seed, and a plain record of what they are allowed to lead to.
///
/// The record knows nothing of how the model works: a player may be played only if it was paused by the model, or by another
/// program in its place, has said that it is paused, and nothing has been done to it since, a jump included; once; and not while
/// an interruption is on that began while it played or was held. An app is a player that is told: of a beginning once, of its end
/// once, and that it may go on only when a player could be played.
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
        /// When an interruption began that concerns it.
        var heldAt = Duration.zero
        /// Whether it has answered where it paused.
        var isPlaceKnown = false
        /// The interruptions of which an app was told, and between when and when the last time.
        var told: Set<UInt32> = []
        var toldAt = Duration.zero...Duration.zero
        /// Whether the app's own last word is that it plays.
        var saysPlaying = false

        mutating func letGo() {
            isOurs = false
            othersUntil = .zero
            holders = []
            isForbidden = false
            isManual = false
            isWished = false
            isPlaceKnown = false
        }
    }

    /// The causes of which an interruption begins by itself; the user's own begins with `pause --all`.
    private static let causes = InterruptionCause.allCases.filter { $0 != .manual }
    /// Apps are here from the beginning.
    private static let apps = [":2.1/app", ":2.2/app"].map { PlayerIdentity(name: $0, owner: String($0.prefix(4))) }

    private var random: SeededRandom
    private var model = InterruptionModel()
    private var players: [PlayerIdentity: Memory] = [:]
    private var running: [UInt32: InterruptionRequest] = [:]
    /// When the user paused all for the last time.
    private var manualAt = Duration.zero
    /// The players that were sent Pause and have not announced it.
    private var told: [PlayerIdentity] = []
    /// The apps that go on, and are told so next.
    private var played: Set<PlayerIdentity> = []
    private var saved = InterruptionSnapshot()
    private var now = Duration.seconds(10)
    /// When the present step began.
    private var begun = Duration.zero
    private(set) var fault: String?
    private(set) var plays = 0
    /// The causes of which an interruption has begun.
    private(set) var causesBegun: Set<InterruptionCause> = []
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
        carryOut()
        for (player, memory) in players where !memory.told.isEmpty {
            fault = "\(player.name) was not told the end of \(memory.told.sorted())"
        }
    }

    private mutating func step() {
        begun = now
        for player in told where Int.random(in: 0..<5, using: &random) != 0 { obey(player) }
        told = []
        let names = ["a", "b", "c"]
        let name = names[Int.random(in: 0..<3, using: &random)]
        var player = PlayerIdentity(name: name, owner: ":1.\(Int.random(in: 0..<2, using: &random))")
        if Int.random(in: 0..<5, using: &random) == 0 { player = Self.apps.randomElement(using: &random) ?? player }
        switch running.count > 2 ? 10 : Int.random(in: 0..<23, using: &random) {
        case 0..<5: announce(player, [.playing, .paused, .stopped].randomElement(using: &random) ?? .playing)
        case 5, 6: obey(player)
        case 7..<10: begin()
        case 10..<13: end()
        case 13: act(on: player)
        case 14: changeTrack(of: player)
        case 15: leave(player)
        case 16: manually()
        case 17: model.lockChanged(Bool.random(using: &random), at: now)
        case 19: jump(player)
        case 20: answer(player)
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
        if player.isApp { return register(player, isPlaying: state == .playing) }
        note("\(player.name)\(player.owner) says \(state)")
        // A name has one owner: the other one leaves first.
        for other in players.keys.sorted() where other.name == player.name && other != player { leave(other) }
        var memory = players[player] ?? Memory(facts: PlayerFacts(state))
        let before = players[player]?.facts.state
        memory.facts.state = state
        if before == nil {
            memory.facts.isPausedByOthers = Bool.random(using: &random)
            memory.facts.mayBeInterrupted = Int.random(in: 0..<6, using: &random) != 0
            memory.facts.track = 1
        }
        if state != .paused { memory.isPlaceKnown = false }
        switch state {
        case .playing: if before == .paused { memory.letGo() }
        case .stopped: memory.letGo()
        case .paused:
            if now <= memory.othersUntil, before == .playing { memory.isOurs = true }
        }
        players[player] = memory
        model.playerChanged(player, to: memory.facts, at: now)
    }

    /// An app says what it does.
    private mutating func register(_ app: PlayerIdentity, isPlaying: Bool) {
        var memory = players[app] ?? Memory(facts: PlayerFacts(.paused))
        let crossing = Duration.milliseconds(150)
        let isAnswer = now - memory.toldAt.upperBound > crossing
        // Whether it was told before is known, or else it says nothing.
        guard isAnswer || now - memory.toldAt.lowerBound <= crossing else { return }
        note("\(app.name) registers, playing \(isPlaying)")
        memory.saysPlaying = isPlaying
        memory.facts.state = isPlaying && (isAnswer || memory.told.isEmpty) ? .playing : .paused
        if isPlaying, isAnswer { memory.letGo() }
        players[app] = memory
        var facts = memory.facts
        facts.state = isPlaying ? .playing : .paused
        model.playerChanged(app, to: facts, at: now)
    }

    /// The player jumps within its track, as its user wants.
    private mutating func jump(_ player: PlayerIdentity) {
        guard var memory = players[player], !player.isApp else { return }
        let place = Duration.seconds([0, 1, 5, 60].randomElement(using: &random) ?? 0)
        note("\(player.name)\(player.owner) jumps to \(place)")
        let isFar = abs((place - (memory.facts.position ?? .zero)).components.seconds) > 2
        let isLate = now - memory.heldAt > .seconds(1)
        if memory.facts.state == .paused, memory.isPlaceKnown, isLate, isFar { memory.letGo() }
        // What it answers later is where it is then.
        if memory.facts.state != .paused || !memory.isPlaceKnown { memory.facts.position = place }
        players[player] = memory
        model.jumped(player, to: place, at: now)
    }

    /// The player answers where it has paused.
    private mutating func answer(_ player: PlayerIdentity) {
        guard let memory = players[player], memory.facts.state == .paused, memory.isOurs, !memory.isPlaceKnown else {
            return
        }
        let place = memory.facts.position ?? .zero
        note("\(player.name)\(player.owner) has paused at \(place)")
        players[player]?.facts.position = place
        players[player]?.isPlaceKnown = now - memory.heldAt > .seconds(1)
        model.pausedAt(place, by: player, at: now)
    }

    /// The player does what it was told last.
    private mutating func obey(_ player: PlayerIdentity) {
        guard let memory = players[player], memory.isOurs, memory.facts.state == .playing else { return }
        announce(player, .paused)
    }

    private mutating func begin() {
        let some = Set(players.keys.sorted().filter { _ in Bool.random(using: &random) })
        let request = InterruptionRequest(
            Self.causes.randomElement(using: &random) ?? .call, resumes: Int.random(in: 0..<4, using: &random) != 0,
            players: Bool.random(using: &random) ? some : nil)
        guard let id = model.begin(request, at: now) else { return }
        note(
            "\(id) begins: \(request.cause), resumes \(request.resumes), \(request.players.map { "\($0.map(\.name))" } ?? "all")"
        )
        running[id] = request
        causesBegun.insert(request.cause)
        for player in players.keys where request.players?.contains(player) ?? true {
            guard var memory = players[player], memory.facts.state == .playing || memory.isOurs,
                memory.facts.mayBeInterrupted
            else { continue }
            memory.holders.insert(id)
            memory.heldAt = now
            memory.isWished = false
            if memory.facts.isPausedByOthers { memory.othersUntil = now + .milliseconds(1150) }
            if !request.resumes || request.cause == .routeLost { memory.isForbidden = true }
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
            causesBegun.insert(.manual)
            manualAt = now
            for player in players.keys {
                if players[player]?.facts.state == .playing {
                    players[player]?.isManual = true
                    players[player]?.heldAt = now
                }
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
            comeBack(player)
        }
    }

    /// The new agent sees a player, with which something may have happened meanwhile.
    private mutating func comeBack(_ player: PlayerIdentity) {
        guard var memory = players[player] else { return }
        let entry = saved.entries.first { $0.player == player }
        memory.holders = []
        memory.told = entry?.told ?? []
        memory.toldAt = .zero ... .zero
        if player.isApp { memory.facts.state = memory.saysPlaying ? .playing : .paused }
        if memory.facts.state != .paused { memory.letGo() }
        if !player.isApp, Int.random(in: 0..<3, using: &random) == 0 {
            note("  \(player.name)\(player.owner) is elsewhere meanwhile")
            memory.facts.track += 1
            memory.letGo()
        } else if let place = entry?.position, Int.random(in: 0..<3, using: &random) == 0 {
            memory.facts.position = place + .seconds(3)
            memory.letGo()
        }
        players[player] = memory
        model.playerChanged(player, to: memory.facts, at: now)
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
            case .tellBegan(let app, let id, let cause): told(app, id, cause)
            case .tellEnded(let app, let id, let shouldResume): toldEnd(app, id, shouldResume)
            case .began, .ended, .released, .askPosition, .askCanPause, .lower, .cannotPause, .switched: break
            }
        }
    }

    /// An app is told that it is held: it pauses by itself.
    private mutating func told(_ app: PlayerIdentity, _ id: UInt32, _ cause: InterruptionCause) {
        guard var memory = players[app] else { return fault = "\(app.name) is told, and is not here" }
        let isWished = cause == .manual && memory.saysPlaying
        // What it was let go of before counts no more: the user's wish holds it anew.
        if memory.told.isEmpty, isWished { memory.letGo() }
        if !memory.told.insert(id).inserted { fault = "\(app.name) is told of \(id) twice" }
        if !memory.isOurs, memory.facts.state != .playing, !isWished {
            fault = "\(app.name) is told of \(id), and does not play"
        }
        memory.isOurs = true
        memory.facts.state = .paused
        memory.toldAt = begun...now
        players[app] = memory
    }

    private mutating func toldEnd(_ app: PlayerIdentity, _ id: UInt32, _ shouldResume: Bool) {
        // It has left: nobody is told.
        guard players[app] != nil else { return }
        if players[app]?.told.remove(id) == nil {
            fault = "\(app.name) is told the end of \(id), and not its beginning"
        }
        if shouldResume, played.remove(app) == nil { fault = "\(app.name) may go on, and nothing lets it" }
    }

    private mutating func paused(_ player: PlayerIdentity) {
        guard let memory = players[player] else { return fault = "Pause for \(player.name), which has left" }
        if memory.facts.state != .playing { fault = "Pause for \(player.name), which does not play" }
        // A player that was just played announces that it plays after `pause --all`.
        if !memory.facts.mayBeInterrupted, !memory.isManual, begun - manualAt > .seconds(1) {
            fault = "Pause for \(player.name), which is excepted"
        }
        players[player]?.isOurs = true
        told.append(player)
    }

    private mutating func played(_ player: PlayerIdentity) {
        plays += 1
        guard let memory = players[player] else { return fault = "Play for \(player.name), which has left" }
        if !memory.isOurs { fault = "Play for \(player.name), which was not paused by us, or was acted on since" }
        if player.isApp {
            played.insert(player)
            players[player]?.facts.state = memory.saysPlaying ? .playing : .paused
        } else if memory.facts.state != .paused {
            fault = "Play for \(player.name), which is not paused"
        }
        if !memory.holders.isEmpty { fault = "Play for \(player.name) during \(memory.holders.sorted())" }
        if memory.isForbidden, !memory.isWished { fault = "Play for \(player.name), which was forbidden" }
        players[player]?.letGo()
    }
}
