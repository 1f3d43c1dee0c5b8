// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// The course of an evening: a world whose players behave, so that it is known what is so. The machine around them does not: logind
/// is late or gone, the agent is killed, two causes overlap. ``Truth`` checks what the agent does by itself.
@MainActor
final class Evening {
    private let world: World
    private var random: Random
    private let truth: Truth
    private let session: EveningSession
    private let apps: EveningApps
    private let programs: EveningPrograms
    /// Whether one player pauses the others.
    private let isExclusive: Bool

    init(_ world: World) throws {
        self.world = world
        random = Random(seed: world.seed ^ 0xE7E4)
        truth = Truth(world)
        isExclusive = random.oneIn(4)
        truth.isExclusive = isExclusive
        apps = EveningApps(world, truth)
        programs = EveningPrograms(world, truth)
        session = try EveningSession(world, truth)
    }

    /// Runs the evening to its end or to the first failure.
    func play() throws {
        world.configuration =
            "[interruptions]\nlock = pause-resume\nsuspend = pause-resume\ncall = microphone\n"
            + (isExclusive ? "exclusive = pause-resume\n" : "")
        // What the agent does by itself is checked against the truth.
        world.watcher.interruptions.allowsAll = true
        world.watcher.knowsOrder = false
        try world.startAgent()
        world.run(for: .seconds(3))
        for number in 0..<(2 + random.below(3)) { try addPlayer(number) }
        world.run(for: .seconds(2))
        for _ in 0..<(20 + random.below(30)) where world.failures.isEmpty {
            try happen()
            run(for: gap())
        }
        if world.failures.isEmpty { try end() }
        session.leave()
        world.endAgent()
    }

    private func run(for time: Duration) {
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
        case 34..<56: try session.step()
        case 56..<68: try programs.step(apps)
        case 68..<78: try apps.step()
        case 78..<84: try agentRestarts()
        case 84..<88: seek()
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
        player.extras = [("Position", .int64(0))]
        player.setStatus(random.pick(["Playing", "Paused", "Stopped"]), isTold: false)
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

    /// A user presses a key.
    private func press() throws {
        // Nothing of the agent's own is under way.
        world.run(for: .seconds(2))
        let button: MemberName = random.pick(["Play", "Pause", "PlayPause", "Stop"])
        let before = Set(world.players.filter { $0.status == "Playing" }.map(\.name))
        truth.isPressing = true
        try world.healthyCaller().press(button)
        world.run(for: .milliseconds(900))
        truth.isPressing = false
        // Of players that exclude each other another one goes on when this one stops (rule I60).
        if isExclusive { return }
        let after = Set(world.players.filter { $0.status == "Playing" }.map(\.name))
        switch button {
        case "Pause", "Stop":
            if let started = after.subtracting(before).min(by: { $0.rawValue < $1.rawValue }) {
                world.fail("\(button.rawValue) starts \(started)")
            }
        case "Play":
            if let ended = before.subtracting(after).min(by: { $0.rawValue < $1.rawValue }) {
                world.fail("Play pauses \(ended)")
            }
        default: break
        }
        // Which of the paused players was meant is the agent's to know.
        for player in world.players where player.status != "Playing" { truth.mayHaveActed(on: player) }
    }

    /// A user jumps in a player's own window.
    private func seek() {
        let player = random.pick(world.players)
        guard player.status == "Paused" else { return }
        world.run(for: .seconds(2))
        guard player.status == "Paused" else { return }
        truth.acted(on: player)
        player.extras = [("Position", .int64(90_000_000 + Int64(random.below(9)) * 10_000_000))]
        player.signal(SimulatedPlayer.path, SimulatedPlayer.player, "Seeked", [player.extras[0].1])
    }

    // MARK: The agent

    private func agentRestarts() throws {
        if random.oneIn(2) { world.endAgent() } else { world.killAgent() }
        truth.agentEnded()
        apps.agentEnded()
        world.run(for: random.milliseconds(0...2500))
        try world.startAgent()
        programs.agentRestarted()
        if truth.isLocked { truth.happens() }
        // It learns what is there.
        if random.oneIn(2) { run(for: .seconds(2)) }
    }

    // MARK: The end

    /// All causes end and are told: the players that only those have paused go on.
    private func end() throws {
        try session.recover()
        programs.endAll()
        run(for: .seconds(12))
        for player in world.players { player.leave() }
        apps.leave()
        run(for: .seconds(5))
    }
}
