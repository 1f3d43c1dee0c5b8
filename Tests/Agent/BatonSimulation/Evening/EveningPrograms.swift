// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Programs that interrupt players in an evening.
@MainActor
final class EveningPrograms {
    static let interface: InterfaceName = "org.baton.Baton1.Interruptions"

    /// A program that has begun an interruption.
    private struct Lease {
        let program: SimulatedCaller
        /// Its number at the agent that it has told; nil for none.
        var id: UInt32?
        let name: String
        let resumes: Bool
        /// When it tells a new agent; nil for never.
        var tellsAgain: Duration?
    }

    private unowned let world: World
    private let truth: Truth
    private var random: Random
    private var leases: [Lease] = []
    private var count = 0

    init(_ world: World, _ truth: Truth) {
        self.world = world
        self.truth = truth
        random = Random(seed: world.seed ^ 0x9069)
    }

    func step() throws {
        tellAgain()
        if random.oneIn(2) { try begin() } else { end() }
    }

    private func begin() throws {
        guard leases.count < 3 else { return }
        let program = try SimulatedCaller(world, on: world.bus)
        count += 1
        var lease = Lease(
            program: program, name: "interruption \(count)", resumes: !random.oneIn(4))
        truth.begin(lease.name, resumes: lease.resumes)
        lease.id = tell(lease)
        guard lease.id != nil else {
            truth.end(lease.name)
            program.leave()
            return
        }
        leases.append(lease)
    }

    private func tell(_ lease: Lease) -> UInt32? {
        var id: UInt32?
        let options: [(String, Value)] = [("resume", .boolean(lease.resumes))]
        call(lease.program, "Begin", [.string("other"), .string("reason"), .vardict(options)]) {
            if case .success(let answer) = $0, case .uint32(let number)? = (try? answer.arguments())?.first {
                id = number
            }
        }
        world.run(for: .milliseconds(700))
        return id
    }

    private func end() {
        guard !leases.isEmpty else { return }
        let lease = leases.remove(at: random.below(leases.count))
        truth.end(lease.name)
        if let id = lease.id, !random.oneIn(3) {
            call(lease.program, "End", [.uint32(id)])
            world.run(for: .milliseconds(300))
        }
        lease.program.leave()
    }

    func endAll() { while !leases.isEmpty { end() } }

    // MARK: A new agent

    /// The agent that knew the interruptions is gone, and what they are about goes on: a program tells the next one soon, late or never.
    func agentRestarted() {
        for index in leases.indices {
            leases[index].id = nil
            leases[index].tellsAgain = random.oneIn(3) ? nil : world.now + random.milliseconds(0...9000)
        }
    }

    /// Programs tell a new agent what lasts.
    func tellAgain() {
        for index in leases.indices where leases[index].tellsAgain.map({ $0 <= world.now }) == true {
            leases[index].tellsAgain = nil
            // What plays by now pauses.
            truth.begin(leases[index].name, resumes: leases[index].resumes)
            leases[index].id = tell(leases[index])
        }
    }

    private func call(
        _ program: SimulatedCaller, _ member: MemberName, _ values: [Value] = [],
        then: @escaping (Result<Message, DBusError>) -> Void = { _ in }
    ) {
        guard program.isThere else { return }
        program.call(SimulatedApp.agent, SimulatedApp.agentPath, Self.interface, member, values, then: then)
    }
}
