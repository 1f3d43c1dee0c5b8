// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The course of an evening: a world whose players behave, so that it is known what is so. The machine around them does not: logind
/// is late or gone, the agent is killed, two causes overlap. ``Truth`` checks what the agent does by itself.
@MainActor
final class Evening {
    let world: World
    var random: Random
    let truth: Truth
    private let session: EveningSession
    let apps: EveningApps
    private let programs: EveningPrograms
    private let sound: EveningSound
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
        sound = EveningSound(world, truth)
        session = try EveningSession(world, truth)
    }

    /// Runs the evening to its end or to the first failure.
    func play() throws {
        world.configuration =
            "[interruptions]\nlock = pause-resume\nsuspend = pause-resume\ncall = microphone\n"
            + (isExclusive ? "exclusive = pause-resume\n" : "") + "[seek]\nhold-step = \(Self.holdStep)s\n"
        // What the agent does by itself is checked against the truth.
        world.watcher.interruptions.allowsAll = true
        world.watcher.knowsOrder = false
        try world.startAgent()
        world.run(for: .seconds(3))
        for number in 0..<(2 + random.below(3)) { try addPlayer(number) }
        world.run(for: .seconds(2))
        for _ in 0..<(20 + random.below(30)) where world.failures.isEmpty {
            try happen()
            sound.show()
            run(for: gap())
        }
        if world.failures.isEmpty { try end() }
        session.leave()
        world.endAgent()
    }

    func run(for time: Duration) {
        world.run(for: time)
        truth.check()
        world.check()
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
        switch random.below(100) {
        case 0..<20: playsAtHome()
        case 20..<34: try press()
        case 34..<46: try session.step()
        case 46..<60: try sound.step()
        case 60..<68: try programs.step(apps)
        case 68..<78: try apps.step()
        case 78..<84: try agentRestarts()
        case 84..<86: jumpsAtHome()
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
        player.setStatus(random.pick(["Playing", "Paused", "Stopped"]), isTold: false)
        lie(player)
        player.own(try BusName("org.mpris.MediaPlayer2.e\(number)"))
        world.players.append(player)
    }

    /// A user plays or pauses in a player's own window.
    private func playsAtHome() {
        let player = random.pick(world.players)
        truth.acted(on: player)
        player.setStatus(player.status == "Playing" ? "Paused" : "Playing")
    }

    private func exclusivePlayer() {
        guard isExclusive else { return playsAtHome() }
        playsAtHome()
        run(for: random.milliseconds(600...2000))
    }

    // MARK: The agent

    private func agentRestarts() throws {
        if random.oneIn(2) { world.endAgent() } else { world.killAgent() }
        truth.agentEnded()
        apps.agentEnded()
        world.run(for: random.milliseconds(0...2500))
        try world.startAgent()
        apps.agentStarted()
        programs.agentRestarted()
        sound.agentRestarted()
        if truth.isLocked { truth.happens() }
        // It learns what is there.
        if random.oneIn(2) { run(for: .seconds(2)) }
    }

    // MARK: The end

    /// All causes end and are told: the players that only those have paused go on.
    private func end() throws {
        try session.recover()
        programs.endAll()
        sound.endAll()
        run(for: .seconds(12))
        for player in world.players { player.leave() }
        apps.leave()
        run(for: .seconds(5))
    }
}
