// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Programs that interrupt players, and a user who pauses and resumes all of them, in an evening.
@MainActor
final class EveningPrograms {
    private static let interface: InterfaceName = "org.baton.Baton1.Interruptions"

    private unowned let world: World
    private let truth: Truth
    private var random: Random
    private var user: SimulatedCaller?
    /// The programs with the interruption that each of them has begun.
    private var leases: [(program: SimulatedCaller, id: UInt32, name: String)] = []
    private var count = 0

    init(_ world: World, _ truth: Truth) {
        self.world = world
        self.truth = truth
        random = Random(seed: world.seed ^ 0x9069)
    }

    func step(_ apps: EveningApps) throws {
        if user?.isThere != true { user = try world.healthyCaller() }
        switch random.below(12) {
        case 0, 1, 2: try begin()
        case 3, 4, 5: end()
        case 6, 7: try pauseAll(apps)
        case 8: try resume()
        case 9: forget()
        default: acts()
        }
    }

    // MARK: Interruptions

    private func begin() throws {
        guard leases.count < 3 else { return }
        let program = try SimulatedCaller(world, on: world.bus)
        let resumes = !random.oneIn(4)
        count += 1
        let name = "interruption \(count)"
        truth.begin(name, resumes: resumes)
        var id: UInt32?
        call(program, "Begin", [.string("other"), .string("reason"), .vardict([("resume", .boolean(resumes))])]) {
            if case .success(let answer) = $0, case .uint32(let number)? = (try? answer.arguments())?.first {
                id = number
            }
        }
        world.run(for: .milliseconds(700))
        guard let id else {
            truth.end(name)
            program.leave()
            return
        }
        leases.append((program, id, name))
    }

    private func end() {
        guard !leases.isEmpty else { return }
        let lease = leases.remove(at: random.below(leases.count))
        truth.end(lease.name)
        if random.oneIn(3) {
            lease.program.leave()
        } else {
            call(lease.program, "End", [.uint32(lease.id)])
            world.run(for: .milliseconds(300))
            lease.program.leave()
        }
    }

    func endAll() { while !leases.isEmpty { end() } }

    /// The agent that knew the interruptions is gone, and what programs it served with it: they end.
    func agentRestarted() {
        for lease in leases {
            truth.end(lease.name)
            lease.program.leave()
        }
        leases = []
    }

    // MARK: The user

    private func pauseAll(_ apps: EveningApps) throws {
        guard let user, world.isCalm else { return }
        truth.pausesAll()
        call(user, "PauseAll")
        world.run(for: .milliseconds(800))
        apps.checkSilence()
        for player in world.players where player.status == "Playing" {
            world.fail("\(player.name) plays on: pause --all")
        }
    }

    private func resume() throws {
        guard let user else { return }
        truth.resumes()
        call(user, "Resume")
        world.run(for: .milliseconds(2000))
    }

    private func forget() {
        guard let user else { return }
        truth.forgets()
        call(user, "Forget")
        world.run(for: .milliseconds(300))
    }

    /// A user pauses a player that has paused already: nothing is sent, and `batonctl` tells the agent (rule I140).
    private func acts() {
        let paused = world.players.filter { $0.isThere && $0.status == "Paused" }
        guard let user, !paused.isEmpty else { return }
        let player = random.pick(paused)
        guard let name = player.names.first else { return }
        var isTold = false
        call(user, "Acted", [.string(name.rawValue)]) { if case .success = $0 { isTold = true } }
        world.run(for: .milliseconds(300))
        // What was sent before may have come after.
        if isTold, player.status == "Paused" { truth.acted(on: player) }
    }

    private func call(
        _ program: SimulatedCaller, _ member: MemberName, _ values: [Value] = [],
        then: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) {
        guard program.isThere else { return }
        program.call(SimulatedApp.agent, SimulatedApp.agentPath, Self.interface, member, values, then: then)
    }
}
