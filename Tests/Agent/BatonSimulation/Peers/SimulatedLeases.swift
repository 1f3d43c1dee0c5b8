// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Programs that interrupt players, and users who pause and resume all of them.
@MainActor
final class SimulatedLeases {
    private static let interface: InterfaceName = "org.baton.Baton1.Interruptions"
    private static let kinds = ["call", "dictation", "recording", "alarm", "lock", "wear", "other", "nonsense"]

    private unowned let world: World
    private var random: Random
    private var programs: [SimulatedCaller] = []
    private var leases: [(program: SimulatedCaller, id: UInt32)] = []

    init(_ world: World) {
        self.world = world
        random = Random(seed: world.seed ^ 0x1EA5)
    }

    /// Something happens, or nothing.
    func step() throws {
        programs.removeAll { !$0.isThere }
        leases.removeAll { !$0.program.isThere }
        guard world.bus.isUp, world.agent != nil, random.oneIn(3) else { return }
        if programs.count < 3, random.oneIn(3) {
            let program = try SimulatedCaller(world, on: world.bus)
            programs.append(program)
            world.callers.append(program)
        }
        guard !programs.isEmpty else { return }
        let program = random.pick(programs)
        switch random.below(10) {
        case 0, 1, 2: begin(program)
        case 3, 4: end()
        case 5: program.leave()
        case 6, 7: call(program, "PauseAll")
        case 8: call(program, "Resume")
        default: call(program, "Forget")
        }
    }

    private func begin(_ program: SimulatedCaller) {
        let options: [(String, Value)] = [
            ("resume", .boolean(!random.oneIn(4))), ("seconds", .uint32(UInt32(random.below(60)))),
            ("wait", .boolean(random.oneIn(3))),
        ]
        call(program, "Begin", [.string(random.pick(Self.kinds)), .string(random.text()), .vardict(options)]) {
            [weak self, weak program] result in
            guard let self, let program, case .success(let answer) = result,
                case .uint32(let id)? = (try? answer.arguments())?.first
            else { return }
            leases.append((program, id))
        }
    }

    private func end() {
        guard !leases.isEmpty else { return }
        let lease = leases.remove(at: random.below(leases.count))
        // Another program's is left alone.
        let program = random.oneIn(4) ? random.pick(programs) : lease.program
        call(program, "End", [.uint32(lease.id)])
    }

    private func call(
        _ program: SimulatedCaller, _ member: MemberName, _ values: [Value] = [],
        then: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) {
        guard program.isThere else { return }
        // The call may wait for the bus, and the agent for the caller's credentials.
        world.watcher.interruptions.begin(at: world.now + .milliseconds(2100))
        program.call(SimulatedApp.agent, SimulatedApp.agentPath, Self.interface, member, values, then: then)
    }
}
