// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What is so in an evening, whatever the agent was told of it: who paused which player, what lasts, what may be heard.
///
/// It checks each call of the agent's own at a player, and what must have happened by a time. It knows no holds and no sources,
/// only a person's view: what I paused stays paused; nothing plays behind the lock, in a call, or out of the wrong box.
@MainActor
final class Truth {
    /// Something that keeps players from playing: a lock, a call, a program's interruption.
    struct Cause {
        let name: String
        let began: Duration
        /// Whether what it paused may go on when it ends.
        let resumes: Bool
    }

    /// A player that the agent has paused by itself, and that nobody has acted on since.
    struct Pause {
        let at: Duration
        /// Since when it had played.
        let playingSince: Duration
        /// Whether the screen was locked already.
        let wasLocked: Bool
        /// Whether another session was in front already.
        let wasAway: Bool
        /// Where it was heard; nil where that is not known.
        let heardOn: String?
        /// Why it must not go on by itself; nil while it may.
        var obstacle: String?
    }

    /// What must be so at a time.
    private struct Demand {
        let player: BusName
        let plays: Bool
        let by: Duration
        let why: String
    }

    private unowned let world: World
    private(set) var pauses: [BusName: Pause] = [:]
    private var causes: [String: Cause] = [:]
    private var demands: [Demand] = []
    private var startedAt: [BusName: Duration] = [:]
    private var endedAt: [BusName: Duration] = [:]
    private var actedAt: [BusName: Duration] = [:]
    /// When something last gave the agent a reason to pause.
    private var lastCause: Duration?
    /// Whether the screen is locked, by whatever program.
    private(set) var isLocked = false
    /// Whether another user's session is in front.
    var isAway = false
    /// Where a player is heard, and whether that is there.
    var whereHeard: (SimulatedPlayer) -> String? = { _ in nil }
    var isPresent: (String) -> Bool = { _ in true }
    /// The logind of the evening.
    var login: (() -> SimulatedLogin?)?
    /// Whether a player that starts pauses the others.
    var isExclusive = false
    /// Whether a user's command is under way: what players get then is the user's.
    var isPressing = false
    /// The first step of the seek button that was held last, in microseconds.
    private(set) var firstSeek: Int64?
    /// The player that got it last, and how often one was sent back that was at its track's beginning already.
    private(set) weak var soughtPlayer: SimulatedPlayer?
    private(set) var seeksAtStart = 0
    /// The last user's `resume`, whose calls follow one after the other.
    private var resumedAt: Duration?

    /// How long after its cause a Pause may come: players are looked at again after a second (rule I100).
    private static let pauseTime = Duration.seconds(5)
    /// How long the agent may take to hear of a beginning.
    private static let hearsay = Duration.milliseconds(300)

    init(_ world: World) {
        self.world = world
    }

    // MARK: What happens

    /// Something begins that pauses what plays.
    func begin(_ name: String, resumes: Bool = true) {
        causes[name] = Cause(name: name, began: world.now, resumes: resumes)
        lastCause = world.now
        guard !resumes else { return }
        // What it holds stays as it is, also what another cause has paused.
        for player in pauses.keys { pauses[player]?.obstacle = name }
    }

    /// It is over. The agent may hear of it later than of a beginning.
    func end(_ name: String) {
        causes[name] = nil
        lastCause = world.now
    }

    func lasts(_ name: String) -> Bool { causes[name] != nil }

    /// A reason to pause that is over as soon as it has begun.
    func happens() { lastCause = world.now }

    func lock(_ isLocked: Bool) { self.isLocked = isLocked }

    /// What these players were heard on is gone: they rest, and do not go on by themselves.
    func lose(_ players: [SimulatedPlayer], _ why: String) {
        lastCause = world.now
        for player in players {
            pauses[player.name]?.obstacle = why
            demand(player, plays: false, within: .seconds(4), why)
        }
    }

    /// The user acts on a player: it is the user's from now on.
    func acted(on player: SimulatedPlayer) {
        actedAt[player.name] = world.now
        pauses[player.name] = nil
        forgetDemands(on: player.name)
    }

    /// Which paused player the user meant is not known: none has to go on, and any may.
    func mayHaveActed(on player: SimulatedPlayer) { forgetDemands(on: player.name) }

    /// The user pauses all that plays, until ``resumes()``.
    func pausesAll() {
        resumedAt = nil
        begin("pause --all", resumes: false)
        end("pause --all")
    }

    /// The user wants all that is held.
    func resumes() { resumedAt = world.now }

    /// The user lets go of everything: it stays as it is.
    func forgets() { pauses = [:] }

    /// Whether the user has just asked for all that is held.
    var isResuming: Bool { resumedAt.map { world.now - $0 < .seconds(2) } ?? false }

    /// What lasts, began at a time or later, and does not allow that anything goes on; nil if nothing does.
    func obstacle(since time: Duration) -> String? {
        causes.values.filter { !$0.resumes && $0.began >= time }.map(\.name).min()
    }

    /// The agent has ended: nobody does what was demanded of it. The next one learns what lasts.
    func agentEnded() {
        demands = []
        if isLocked { lastCause = world.now }
    }

    func demand(_ player: SimulatedPlayer, plays: Bool, within time: Duration, _ why: String) {
        forgetDemands(on: player.name)
        demands.append(Demand(player: player.name, plays: plays, by: world.now + time, why: why))
    }

    private func forgetDemands(on player: BusName) { demands.removeAll { $0.player == player } }

    // MARK: What players do

    func started(_ player: SimulatedPlayer) {
        startedAt[player.name] = world.now
        if isExclusive { lastCause = world.now }
        demands.removeAll { $0.player == player.name && $0.plays }
    }

    func ended(_ player: SimulatedPlayer) {
        endedAt[player.name] = world.now
        demands.removeAll { $0.player == player.name && !$0.plays }
    }

    /// A player gets a command.
    func received(_ member: String, by player: SimulatedPlayer) {
        guard !isPressing else { return acted(on: player) }
        switch member {
        case "Pause", "Stop": pausedByAgent(player)
        case "Play": playedByAgent(player)
        default: world.fail("\(member) goes to \(player.name), and nobody has pressed anything")
        }
    }

    /// A seek button goes down.
    func beginHold() { (firstSeek, soughtPlayer, seeksAtStart) = (nil, nil, 0) }

    /// A player seeks.
    func sought(_ offset: Int64, by player: SimulatedPlayer) {
        firstSeek = firstSeek ?? offset
        soughtPlayer = player
        if offset <= 0, player.track?.position(at: world.now) == 0 { seeksAtStart += 1 }
    }

    private func pausedByAgent(_ player: SimulatedPlayer) {
        // The agent may hear late of a lock.
        if !isLocked, lastCause.map({ world.now - $0 > Self.pauseTime }) ?? true {
            world.fail("\(player.name) is paused, and there is no reason for it")
        }
        // What has paused in the same moment counts as paused by the agent (rule I42).
        let hasJustPaused = endedAt[player.name].map { world.now - $0 < .seconds(1) } ?? false
        guard player.status == "Playing" || player.status == "Paused" && hasJustPaused else { return }
        let since = startedAt[player.name] ?? .zero
        pauses[player.name] = Pause(
            at: world.now, playingSince: since, wasLocked: isLocked, wasAway: isAway,
            heardOn: whereHeard(player), obstacle: pauses[player.name]?.obstacle ?? obstacle(since: since))
    }

    private func playedByAgent(_ player: SimulatedPlayer) {
        guard let pause = pauses.removeValue(forKey: player.name) else {
            // The Play was under way when the user acted.
            if let acted = actedAt[player.name], world.now - acted < .milliseconds(100) { return }
            return world.fail(
                "\(player.name) is played, and the agent has not paused it, or the user acted on it since")
        }
        if isResuming { return }
        if let output = pause.heardOn, !isPresent(output) {
            return world.fail("\(player.name) is played, and \(output), where it was heard, is not there")
        }
        if isAway, !pause.wasAway { return world.fail("\(player.name) is played in a session that is not in front") }
        if let obstacle = pause.obstacle {
            return world.fail("\(player.name) is played, and \(obstacle) does not allow it")
        }
        if isLocked, !pause.wasLocked { return world.fail("\(player.name) is played behind the lock") }
        let lasting = causes.values.filter { $0.began >= pause.playingSince && world.now - $0.began > Self.hearsay }
        if let cause = lasting.min(by: { $0.began < $1.began }) {
            world.fail("\(player.name) is played, and \(cause.name) lasts since \(cause.began - .seconds(1000))")
        }
    }

    // MARK: The check

    /// Checks what must be so by now.
    func check() {
        for demand in demands where demand.by <= world.now {
            world.fail("\(demand.player) \(demand.plays ? "does not go on" : "plays on"), after: \(demand.why)")
        }
        demands.removeAll { $0.by <= world.now }
    }
}
