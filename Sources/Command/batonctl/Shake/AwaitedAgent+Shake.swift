// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonEvents

extension AwaitedAgent {
    /// How long everything that a shake starts may take: the user may be asked.
    private static let settleDeadline = Duration.seconds(600)

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
