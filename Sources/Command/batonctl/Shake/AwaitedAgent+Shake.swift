// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonEvents

extension AwaitedAgent {
    /// How long everything that a shake starts may take: the user may be asked.
    private static let settleDeadline = Duration.seconds(600)

    /// How long a shake is awaited that need not be.
    private static let glance = Duration.seconds(1)

    /// Sends the last phase of a shake.
    ///
    /// - Parameter waits: whether everything that it started is awaited, and not for a second only.
    /// - Returns: nil when it is not over by then.
    func simulated(_ phase: MotionEventPhase, waits: Bool) throws(CommandError) -> SimulationOutcome? {
        guard !waits else { return try simulate(phase, waits: true) }
        let answer: AgentReply<SimulationOutcome> = reply { remote, reply in
            remote.call(ApplicationInterface.simulateMotion, (phase.number, true), within: Self.glance) {
                reply($0.map(SimulationOutcome.init))
            }
        }
        if case .failure(.silent) = answer { return nil }
        return try content(of: answer)
    }

    /// Sends one phase of a shake along the chain.
    ///
    /// - Parameter waits: Whether the reply comes only when everything that the phase started has settled.
    func simulate(_ phase: MotionEventPhase, waits: Bool) throws(CommandError) -> SimulationOutcome {
        SimulationOutcome(
            try call(
                ApplicationInterface.simulateMotion, (phase.number, waits),
                within: waits ? Self.settleDeadline : RemoteAgent.deadline))
    }
}
