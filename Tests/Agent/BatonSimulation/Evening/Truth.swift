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
        var heardOn: String?
        /// Why it must not go on by itself; nil while it may.
        var obstacle: String?
        /// Whether that is how a cause ended that nobody has ended.
        var isVanished = false
        /// Since when the user wants it paused with all others; nil after the user has asked for it again.
        var usersSince: Duration?
        /// The player that paused it by beginning to play, until that one has stopped by itself or by the user.
        var excluder: BusName?
    }

    /// What must be so at a time.
    private struct Demand {
        let player: BusName
        let plays: Bool
        let made: Duration
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
    private var agentEndedAt: Duration?
    /// When something last gave the agent a reason to pause, and when the user last wanted silence.
    private var lastCause: Duration?
    private var lastWish: Duration?
    /// When each player, and last an app, began to play because a user wanted that, while an agent was there.
    private var begunAt: [BusName: Duration] = [:]
    private var appBegunAt: Duration?
    private var playedAt: [BusName: Duration] = [:]
    /// Players between two tracks.
    private var inGap: Set<BusName> = []
    /// Whether there is an agent that hears of what begins.
    private var isAgentThere = true
    /// The player that interruptions leave alone.
    var excepted: BusName?
    /// Whether the agent was told of the lock at once, and the program that knows of it always answers.
    var isLockCertain: () -> Bool = { false }
    /// Whether the screen is locked, by whatever program.
    private(set) var isLocked = false
    private var lockedAt = Duration.zero
    /// Whether another user's session is in front.
    var isAway = false { didSet { awaySince = world.now } }
    /// Whether the agent was told of that: a logind that does not answer tells nothing, and what the one before said stands (rule
    /// I134).
    var isAwayCertain = false
    private var awaySince = Duration.zero
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
    /// How long a player may take to say where it has paused: it announces that and is asked.
    private static let asking = Duration.milliseconds(200)

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

    /// It is over, and nobody has said so: what it keeps from playing does not go on.
    func vanish(_ name: String) {
        guard let cause = causes[name] else { return }
        end(name)
        for (player, pause) in pauses where cause.began >= pause.playingSince {
            guard pause.obstacle == nil else { continue }
            pauses[player]?.obstacle = "the way in which \(name) ended"
            pauses[player]?.isVanished = true
        }
    }

    /// Whether nothing lasts or has just happened that makes the agent pause or play.
    var isQuiet: Bool {
        let last = [lastCause, lastWish, resumedAt, appBegunAt].compactMap(\.self) + begunAt.values
        return causes.isEmpty && !isLocked && !isAway && demands.isEmpty
            && last.allSatisfy { world.now - $0 > .seconds(6) }
    }

    /// A reason to pause that is over as soon as it has begun.
    func happens() { lastCause = world.now }

    func lock(_ isLocked: Bool) {
        self.isLocked = isLocked
        lockedAt = world.now
    }

    /// What these players were heard on is gone: they rest, and do not go on by themselves.
    func lose(_ players: [SimulatedPlayer], _ why: String, within time: Duration = .seconds(4)) {
        lastCause = world.now
        for player in players {
            pauses[player.name]?.obstacle = why
            if player.name != excepted { demand(player, plays: false, within: time, why) }
        }
    }

    /// The user acts on a player: it is the user's from now on.
    func acted(on player: SimulatedPlayer) {
        inGap.remove(player.name)
        actedAt[player.name] = world.now
        pauses[player.name] = nil
        forgetDemands(on: player.name)
    }

    /// Which paused player the user meant is not known: none has to go on, and any may.
    func mayHaveActed(on player: SimulatedPlayer) { forgetDemands(on: player.name) }

    /// The user pauses all that plays, until ``resumes()``.
    func pausesAll() {
        resumedAt = nil
        (lastWish, lastCause) = (world.now, world.now)
        for player in pauses.keys { pauses[player]?.usersSince = world.now }
    }

    /// The user wants a paused player to stay so.
    func rests(_ player: SimulatedPlayer) {
        // Nobody begins because another one rests.
        for (other, pause) in pauses where pause.excluder == player.name && pauses[player.name] != nil {
            pauses[other]?.obstacle = pause.obstacle ?? "the rest of \(player.name)"
        }
        acted(on: player)
    }

    /// The user wants all that is held.
    func resumes() { resumedAt = world.now }

    /// The agent has heard that. What something else keeps from playing goes on at the end of that, if that allows it (rule I47).
    func hasResumed() { for player in pauses.keys { pauses[player]?.usersSince = nil } }

    /// The user lets go of everything: it stays as it is.
    func forgets() { pauses = [:] }

    /// Whether the user has just asked for all that is held.
    var isResuming: Bool { resumedAt.map { world.now - $0 < .seconds(2) } ?? false }

    /// What lasts, began at a time or later, and does not allow that anything goes on; nil if nothing does.
    func obstacle(since time: Duration) -> String? {
        causes.values.filter { !$0.resumes && $0.began >= time }.map(\.name).min()
    }

    /// The agent has ended: nobody does what was demanded of it. The next one learns what lasts.
    /// - Parameter isKilled: whether it may have known something that the next one does not.
    func agentEnded(isKilled: Bool) {
        // The next agent finds nobody who says that the screen is locked, and does not know how that came about (rule I131).
        if isKilled {
            for (player, pause) in pauses where pause.isVanished { pauses[player]?.obstacle = nil }
        }
        demands = demands.filter(\.plays)
        isAgentThere = false
        agentEndedAt = world.now
        if isLocked, !isLockCertain() { lastCause = world.now }
    }

    func agentStarted() {
        isAgentThere = true
        agentEndedAt = nil
    }

    /// Whether the agent has ended before a player could tell it where it has paused: the next one does not see a jump (rule I140).
    func isPlaceUnknown(of player: SimulatedPlayer) -> Bool {
        guard let agentEndedAt, let pause = pauses[player.name] else { return false }
        return agentEndedAt - pause.at < Self.asking
    }

    func demand(_ player: SimulatedPlayer, plays: Bool, within time: Duration, _ why: String) {
        forgetDemands(on: player.name)
        demands.append(Demand(player: player.name, plays: plays, made: world.now, by: world.now + time, why: why))
    }

    /// What was demanded for a reason since a time need not be.
    func withdraw(_ why: String, since: Duration) { demands.removeAll { $0.why == why && $0.made >= since } }

    private func forgetDemands(on player: BusName) { demands.removeAll { $0.player == player } }

    // MARK: What players do

    func started(_ player: SimulatedPlayer) {
        startedAt[player.name] = world.now
        let isPlayed = playedAt.removeValue(forKey: player.name).map { world.now - $0 < .seconds(1) } ?? false
        begunAt[player.name] = isAgentThere && !isPlayed ? world.now : nil
        inGap.remove(player.name)
        demands.removeAll { $0.player == player.name && $0.plays }
    }

    func ended(_ player: SimulatedPlayer) {
        endedAt[player.name] = world.now
        if pauses[player.name] == nil, !inGap.contains(player.name) {
            for (other, pause) in pauses where pause.excluder == player.name { pauses[other]?.excluder = nil }
        }
        demands.removeAll { $0.player == player.name && !$0.plays }
    }

    /// A player is between two tracks, and begins the next one by itself.
    func beginsGap(_ player: SimulatedPlayer) { inGap.insert(player.name) }

    /// Whether a player plays, and has since before this time.
    func hasPlayed(_ player: SimulatedPlayer, since: Duration) -> Bool { (startedAt[player.name] ?? .zero) < since }

    /// An app begins to play.
    func appStarted() { if isAgentThere { appBegunAt = world.now } }

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

    private func isRecent(_ time: Duration?) -> Bool { time.map { world.now - $0 <= Self.pauseTime } ?? false }

    /// What began to play after a player, a short while ago: a player or an app.
    private func excluders(of player: SimulatedPlayer) -> (players: [BusName], isApp: Bool) {
        guard isExclusive else { return ([], false) }
        let begun = begunAt[player.name] ?? .zero
        // What interruptions leave alone begins none (rule I61).
        let later = begunAt.filter {
            $0.key != player.name && $0.key != excepted && $0.value >= begun && isRecent($0.value)
        }
        return (later.sorted { $0.value > $1.value }.map(\.key), isRecent(appBegunAt))
    }

    /// Whether a player has stopped by itself or by the user since it began: the Pause of another one may have been on its way.
    private func hasStopped(_ player: BusName) -> Bool {
        guard pauses[player] == nil, !inGap.contains(player), let ended = endedAt[player] else { return false }
        return ended >= startedAt[player] ?? .zero
    }

    /// Whether something other than a player that plays asks for silence.
    private func hasReason(_ player: SimulatedPlayer) -> Bool {
        if player.name == excepted { return isRecent(lastWish) }
        if isRecent(lastCause) { return true }
        guard isLocked else { return false }
        // The agent may hear late of a lock. What the user has begun behind it is the user's.
        let begun = causes["the lock"]?.began ?? .zero
        return !isLockCertain() || startedAt[player.name] ?? .zero < begun + .seconds(1)
    }

    private func pausedByAgent(_ player: SimulatedPlayer) {
        let (others, isApp) = excluders(of: player)
        let isExcluded = player.name != excepted && (!others.isEmpty || isApp)
        let hasReason = hasReason(player)
        if !hasReason, !isExcluded { world.fail("\(player.name) is paused, and there is no reason for it") }
        // What has paused in the same moment counts as paused by the agent (rule I42).
        let hasJustPaused = endedAt[player.name].map { world.now - $0 < .seconds(1) } ?? false
        guard player.status == "Playing" || player.status == "Paused" && hasJustPaused else { return }
        let since = startedAt[player.name] ?? .zero
        pauses[player.name] = Pause(
            at: world.now, playingSince: since, wasLocked: isLocked, wasAway: isAway,
            heardOn: whereHeard(player).flatMap { isPresent($0) ? $0 : nil },
            obstacle: pauses[player.name]?.obstacle ?? obstacle(since: since),
            excluder: hasReason || isApp ? nil : others.first { !hasStopped($0) })
    }

    private func playedByAgent(_ player: SimulatedPlayer) {
        playedAt[player.name] = world.now
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
        // Its Play may have been on its way.
        if isAway, isAwayCertain, !pause.wasAway, world.now - awaySince > .milliseconds(100) {
            return world.fail("\(player.name) is played in a session that is not in front")
        }
        if let obstacle = pause.obstacle {
            return world.fail("\(player.name) is played, and \(obstacle) does not allow it")
        }
        // Its Play may have been on its way.
        if let since = pause.usersSince, world.now - since > .milliseconds(100) {
            return world.fail("\(player.name) is played, and pause --all does not allow it")
        }
        if let excluder = pause.excluder {
            return world.fail("\(player.name) is played, and \(excluder), which has paused it, has not stopped")
        }
        // Its Play may have been on its way.
        if isLocked, !pause.wasLocked, world.now - lockedAt > Self.hearsay {
            return world.fail("\(player.name) is played behind the lock")
        }
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
