// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// A user who pauses and resumes all players, lets go of them, and falls asleep to music, in an evening.
@MainActor
final class EveningUser {
    private unowned let world: World
    private let truth: Truth
    private let apps: EveningApps
    private var random: Random
    private var caller: SimulatedCaller?
    /// When all that plays is to be paused, and which of the settings of the timer that is.
    private var timer: (at: Duration, number: Int)?
    private var timers = 0

    init(_ world: World, _ truth: Truth, _ apps: EveningApps) {
        self.world = world
        self.truth = truth
        self.apps = apps
        random = Random(seed: world.seed ^ 0x05E8)
    }

    func step() throws {
        if caller?.isThere != true { caller = try world.healthyCaller() }
        switch random.below(8) {
        case 0, 1: pauseAll()
        case 2: resume()
        case 3: forget()
        case 4, 5: acts()
        default: setTimer()
        }
    }

    private func pauseAll() {
        guard let caller, world.isCalm else { return }
        truth.pausesAll()
        call(caller, "PauseAll")
        world.run(for: .milliseconds(800))
        checkSilence("pause --all", since: world.now)
    }

    /// All that played before a time was to be paused.
    private func checkSilence(_ what: String, since: Duration) {
        apps.checkSilence(since: since)
        for player in world.players where player.status == "Playing" && truth.hasPlayed(player, since: since) {
            world.fail("\(player.name) plays on: \(what)")
        }
    }

    private func resume() {
        guard let caller else { return }
        truth.resumes()
        call(caller, "Resume") { [truth] in if case .success = $0 { truth.hasResumed() } }
        world.run(for: .milliseconds(2000))
    }

    private func forget() {
        guard let caller else { return }
        truth.forgets()
        call(caller, "Forget")
        world.run(for: .milliseconds(300))
    }

    /// A user pauses a player that has paused already: nothing is sent, and `batonctl` tells the agent (rule I140).
    private func acts() {
        let paused = world.players.filter { $0.isThere && $0.status == "Paused" }
        let held = paused.filter { truth.pauses[$0.name] != nil }
        guard let caller, !paused.isEmpty else { return }
        let player = random.pick(held.isEmpty ? paused : held)
        guard let name = player.names.first else { return }
        var isTold = false
        call(caller, "Acted", [.string(name.rawValue)]) { if case .success = $0 { isTold = true } }
        world.run(for: .milliseconds(300))
        // What was sent before may have come after.
        if isTold, player.status == "Paused" { truth.rests(player) }
    }

    // MARK: The sleep timer

    /// Whether the timer's time is near: then nobody presses anything.
    var isTimerNear: Bool { timer.map { $0.at - world.now < .seconds(30) } ?? false }

    private func setTimer() {
        guard let caller, world.isCalm else { return }
        let wait = Duration.seconds(3 + random.below(80))
        var isSet = false
        let until = world.wallTime + UInt64(wait / .microseconds(1))
        call(caller, "Sleep", [.uint64(until), .boolean(false)]) { if case .success = $0 { isSet = true } }
        world.run(for: .milliseconds(300))
        if isSet { expect(at: world.now + wait - .milliseconds(300)) }
    }

    private func expect(at time: Duration, isCertain: Bool = true) {
        timers += 1
        let number = timers
        timer = (time, number)
        // The agent has read the clock a few times less.
        world.reactor.schedule(at: time - .milliseconds(1)) { [weak self] in
            guard let self, timer?.number == number else { return }
            truth.pausesAll()
        }
        world.reactor.schedule(at: time + .milliseconds(2500)) { [weak self] in
            guard let self, timer?.number == number else { return }
            timer = nil
            if isCertain, !truth.isResuming { checkSilence("the sleep timer", since: time - .milliseconds(300)) }
        }
    }

    /// A new agent goes on with the timer (rule I142).
    func agentRestarted() {
        guard let timer else { return }
        // The former one may have done it.
        expect(at: max(timer.at, world.now), isCertain: timer.at > world.now)
    }

    func leave() { timer = nil }

    private func call(
        _ caller: SimulatedCaller, _ member: MemberName, _ values: [Value] = [],
        then: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) {
        guard caller.isThere else { return }
        caller.call(SimulatedApp.agent, SimulatedApp.agentPath, EveningPrograms.interface, member, values, then: then)
    }
}
