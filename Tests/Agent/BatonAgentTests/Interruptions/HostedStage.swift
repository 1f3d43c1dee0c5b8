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
    private(set) var agent: HostedAgent

    init(_ settings: [String] = []) throws {
        self.settings = settings
        stage = try AgentStage(nil, clock: clock)
        agent = try Self.start(stage, clock, settings)
        try stage.settleAgent()
    }

    private static func start(_ stage: AgentStage, _ clock: ManualClock, _ settings: [String]) throws -> HostedAgent {
        var surroundings = Surroundings(hasDevices: false) { _ in true }
        surroundings.bootTime = { clock.now }
        surroundings.wallTime = { UInt64(clock.now.components.seconds) * 1_000_000 }
        surroundings.openSystemBus = { (_, _) throws(DBusError) in throw DBusError(.failed, "there is none") }
        let agent = try HostedAgent(
            arguments: ["--address", stage.bus.address]
                + (AgentStage.patience + settings).flatMap { ["--set", $0] },
            environment: ["HOME": stage.folder.path, "XDG_RUNTIME_DIR": stage.folder.path],
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
        agent = try Self.start(stage, clock, settings)
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
