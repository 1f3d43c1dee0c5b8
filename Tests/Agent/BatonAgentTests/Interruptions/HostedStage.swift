// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonDBus
import BatonInterruptions
import BatonReactor
import BatonTestSupport
import Testing

/// An agent in the test's process, with a clock that the test moves, and the facts of a sound server that the test tells. Its bus is
/// real.
@MainActor
final class HostedStage {
    let clock = ManualClock()
    let stage: AgentStage
    private let settings: [String]
    private let hasSystemBus: Bool
    private(set) var agent: HostedAgent

    /// - Parameters:
    ///   - hasSystemBus: whether the stage's bus is the system's bus as well.
    ///   - before: what is there before the agent.
    init(
        _ settings: [String] = [], hasSystemBus: Bool = false, before: (AgentStage) throws -> Void = { _ in }
    ) throws {
        self.settings = settings
        self.hasSystemBus = hasSystemBus
        stage = try AgentStage(nil, hasSystemBus: hasSystemBus, clock: clock)
        try before(stage)
        agent = try Self.start(stage, clock, settings, hasSystemBus)
        try stage.settleAgent()
    }

    private static func start(
        _ stage: AgentStage, _ clock: ManualClock, _ settings: [String], _ hasSystemBus: Bool
    ) throws -> HostedAgent {
        var surroundings = Surroundings(hasDevices: false) { _ in true }
        surroundings.bootTime = { clock.now }
        surroundings.wallTime = { UInt64(clock.now.components.seconds) * 1_000_000 }
        if !hasSystemBus {
            surroundings.openSystemBus = { (_, _) throws(DBusError) in throw DBusError(.failed, "there is none") }
        }
        let agent = try HostedAgent(
            arguments: ["--address", stage.bus.address]
                + (AgentStage.patience + settings).flatMap { ["--set", $0] },
            environment: [
                "HOME": stage.folder.path, "XDG_RUNTIME_DIR": stage.folder.path,
                "DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address,
            ],
            surroundings: surroundings, reactor: stage.reactor)
        try agent.begin()
        try #require(stage.turn { (try? stage.owner(of: AgentStage.baton)) ?? nil != nil })
        stage.isHosting = true
        return agent
    }

    /// Ends the agent in order.
    func stop() throws {
        stage.isHosting = false
        agent.leave()
        try #require(stage.turn { !agent.isBusy })
        agent.close()
        try #require(stage.turn { (try? stage.owner(of: AgentStage.baton)) ?? nil == nil })
    }

    /// Starts another one.
    func startAgain() throws {
        agent = try Self.start(stage, clock, settings, hasSystemBus)
        try stage.settleAgent()
    }

    /// Lets time pass, in which everybody says what they have to say.
    func passes(_ seconds: Int) throws {
        for _ in 0..<(2 * seconds) {
            clock.advance(by: .milliseconds(500))
            stage.reactor.turnUntilIdle()
            try stage.settleAgent()
        }
    }

    func hears(_ facts: AudioFact...) throws {
        agent.hears(facts)
        try stage.settleAgent()
    }
}
