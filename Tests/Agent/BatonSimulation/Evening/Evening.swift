// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonDBus

/// The course of an evening: a world whose players behave, so that it is known what is so. The machine around them does not: logind
/// is late or gone, the agent is killed, two causes overlap. ``Truth`` checks what the agent does by itself.
@MainActor
final class Evening {
    let world: World
    var random: Random
    let truth: Truth
    let session: EveningSession
    let apps: EveningApps
    private let programs: EveningPrograms
    private let user: EveningUser
    let sound: EveningSound
    /// Whether one player pauses the others.
    let isExclusive: Bool

    init(_ world: World) throws {
        self.world = world
        random = Random(seed: world.seed ^ 0xE7E4)
        truth = Truth(world)
        isExclusive = random.oneIn(4)
        truth.isExclusive = isExclusive
        apps = EveningApps(world, truth)
        programs = EveningPrograms(world, truth)
        user = EveningUser(world, truth, apps)
        sound = EveningSound(world, truth)
        session = try EveningSession(world, truth)
    }

    /// Runs the evening to its end or to the first failure.
    func play() throws {
        world.configuration =
            "[interruptions]\nlock = pause-resume\nsuspend = pause-resume\ncall = microphone\n"
            + (isExclusive ? "exclusive = pause-resume\n" : "") + "[seek]\nhold-step = \(Self.holdStep)s\n"
            + "[player \(Self.excepted)]\ninterrupt = no\n"
        // What the agent does by itself is checked against the truth.
        world.watcher.interruptions.allowsAll = true
        world.watcher.knowsOrder = false
        try world.startAgent()
        world.run(for: .seconds(3))
        for number in 0..<(2 + random.below(3)) { try addPlayer(number) }
        // The order in which the agent meets them is open.
        truth.happens()
        world.run(for: .seconds(2))
        for _ in 0..<(20 + random.below(30)) where world.failures.isEmpty {
            programs.tellAgain()
            try happen()
            sound.show()
            run(for: gap())
        }
        if world.failures.isEmpty { try end() }
        user.leave()
        session.leave()
        world.endAgent()
    }

    func run(for time: Duration) {
        world.run(for: time)
        truth.check()
        world.check()
        checkStatuses()
    }

    /// What the agent knows of players is what they have said last.
    private func checkStatuses() {
        guard let agent = world.agent, world.isCalm else { return }
        for player in world.players {
            guard let name = player.names.first?.rawValue, let status = agent.status(of: name), !status.isEmpty,
                status != player.status
            else { continue }
            world.fail("for the agent \(player.name) is \(status), and it has said that it is \(player.status)")
        }
    }

    private func gap() -> Duration {
        switch random.below(10) {
        case 0: .seconds(10 + random.below(20))
        case 1, 2: random.milliseconds(2000...8000)
        case 3, 4, 5: random.milliseconds(200...1500)
        default: random.milliseconds(0...60)
        }
    }

    private func happen() throws {
        // What the timer does is not what is pressed meanwhile.
        if user.isTimerNear { return random.oneIn(4) ? try agentRestarts() : run(for: .seconds(5)) }
        switch random.below(100) {
        case 0..<16: playsAtHome()
        case 16..<28: try press()
        case 28..<32: try interlude()
        case 32..<44: try session.step()
        case 44..<57: try sound.step()
        case 57..<62: try programs.step()
        case 62..<67: try user.step()
        case 67..<76: try apps.step()
        case 76..<83: try agentRestarts()
        case 83..<86: jumpsAtHome()
        case 86..<89: try hold()
        case 89..<92: try lookAtPositions()
        default: exclusivePlayer()
        }
    }

    // MARK: Players

    private func addPlayer(_ number: Int) throws {
        let player = try SimulatedPlayer(world, on: world.bus)
        player.truth = truth
        player.toggles = random.oneIn(5)
        player.tellsFirst = random.oneIn(2)
        let time = random.milliseconds(0...80)
        player.answerTime = { time }
        player.track = SimulatedTrack(
            title: "\(player.name)", isNamedByText: random.oneIn(3), tellsJumps: !random.oneIn(4))
        player.answersWithThePast = random.oneIn(2)
        player.volume = random.oneIn(2) ? SimulatedPlayer.loudest : nil
        player.setStatus(random.pick(["Playing", "Paused", "Stopped"]), isTold: false)
        random.oneIn(3) ? liesOften(player) : lie(player)
        if number == 2, random.oneIn(2) { truth.excepted = player.name }
        player.own(
            try BusName("org.mpris.MediaPlayer2.\(truth.excepted == player.name ? Self.excepted : "e\(number)")"))
        world.players.append(player)
        sound.listen(to: player)
    }

    /// What the user's file calls the player that interruptions leave alone.
    private static let excepted = "excepted"

    /// A user plays or pauses in a player's own window.
    private func playsAtHome() {
        let player = random.pick(world.players)
        truth.acted(on: player)
        player.setStatus(player.status == "Playing" ? "Paused" : "Playing")
    }

    private func exclusivePlayer() {
        guard isExclusive else { return playsAtHome() }
        if random.oneIn(3) { return trackEnds() }
        playsAtHome()
        // Another one may begin in the same moment (rule I153).
        if random.oneIn(2) {
            run(for: random.milliseconds(0...450))
            playsAtHome()
        }
        run(for: random.milliseconds(600...2000))
    }

    /// Between two tracks a player is stopped for a moment, as VLC (rule I141).
    private func trackEnds() {
        guard let player = world.players.first(where: { $0.status == "Playing" }) else { return }
        truth.beginsGap(player)
        player.setStatus("Stopped")
        world.run(for: random.milliseconds(100...400))
        // Nobody has acted on it meanwhile.
        if player.status == "Stopped" { player.setStatus("Playing") }
        run(for: .seconds(2))
    }

    // MARK: An interlude

    /// While nothing else is so, the screen is locked, the machine sleeps or a person makes a call, and that ends: what played before plays
    /// again, also if the agent was started anew meanwhile.
    private func interlude() throws {
        world.run(for: .seconds(3))
        guard truth.isQuiet, sound.isCalm, session.isWell, world.isCalm, let login = truth.login?(),
            !apps.isAnyThere
        else { return }
        let players = world.players.filter { $0.status == "Playing" && $0.name != truth.excepted }
        let kind = random.below(3)
        world.trace("evening: interlude \(kind)")
        sound.show()
        switch kind {
        case 0: try session.lock()
        case 1: sound.beginSleep(login)
        default: sound.beginCall()
        }
        run(for: random.milliseconds(2000...6000))
        sound.show()
        if random.oneIn(3), kind != 2 { try agentRestarts(calmly: true) }
        switch kind {
        case 0: try unlocks()
        case 1: sound.endSleep(login)
        default:
            if random.oneIn(2) { sound.mute() }
            run(for: .seconds(3))
            sound.endCall()
        }
        for player in players where player.status != "Playing" {
            truth.demand(player, plays: true, within: .milliseconds(3900), "interlude \(kind)")
        }
        run(for: .seconds(4))
    }

    /// The session may be behind another one when its lock ends: it ends when the session is in front.
    private func unlocks() throws {
        let isBehind = random.oneIn(3)
        if isBehind { session.switchUser() }
        run(for: .milliseconds(300))
        session.unlock()
        guard isBehind else { return }
        run(for: .seconds(3))
        session.switchUser()
    }

    // MARK: The agent

    private func agentRestarts(calmly: Bool = false) throws {
        let isKilled = !random.oneIn(2)
        world.trace("evening: the agent \(isKilled ? "is killed" : "ends"), and another one starts")
        if isKilled { world.killAgent() } else { world.endAgent() }
        truth.agentEnded(isKilled: isKilled)
        apps.agentEnded()
        let wait = random.milliseconds(0...2500)
        world.run(for: wait / 2)
        if !calmly { actsMeanwhile() }
        world.run(for: wait / 2)
        try world.startAgent()
        truth.agentStarted()
        apps.agentStarted()
        programs.agentRestarted()
        user.agentRestarted()
        sound.agentRestarted()
        if truth.isLocked, !session.isCertain { truth.happens() }
        // It learns what is there.
        if calmly || random.oneIn(2) { run(for: .seconds(2)) }
    }

    /// While there is no agent a user jumps in a paused player, goes to another track, or lets one play.
    private func actsMeanwhile() {
        let player = random.pick(world.players)
        switch (random.below(3), player.status) {
        case (0, "Paused"): return jumps(player)
        case (1, "Paused"): player.nextTrack()
        case (2, _): player.setStatus("Playing")
        default: return
        }
        truth.acted(on: player)
    }

    // MARK: The end

    /// All causes end and are told: the players that only those have paused go on.
    private func end() throws {
        try session.recover()
        programs.endAll()
        sound.endAll()
        run(for: .seconds(12))
        user.leave()
        for player in world.players { player.leave() }
        apps.leave()
        run(for: .seconds(5))
    }
}
