// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMotion
import BatonMotionReport

extension ShakeCalibration {
    /// Has the agent keep what the calibration found, and use it from now on.
    ///
    /// - Parameter asJSON: whether what is used then is told to a program.
    func store(in agent: AwaitedAgent, asJSON: Bool = false) throws(CommandError) {
        guard let proposal, let raise else { return }
        try Self.set(proposal.sensitivity.rawValue, raise, in: agent, asJSON: asJSON)
    }

    /// Has the agent forget the calibration.
    static func forget(in agent: AwaitedAgent) throws(CommandError) { try set("", 0, in: agent) }

    private static func set(
        _ sensitivity: String, _ raise: Double, in agent: AwaitedAgent, asJSON: Bool = false
    ) throws(CommandError) {
        let agent = agent.motion
        try agent.call(ApplicationInterface.calibrateShake, (sensitivity, raise))
        let point = try agent.properties(of: .application)[
            ApplicationInterface.shakePoint, details: ApplicationInterface.shakePointDetails]
        guard let point else { return }
        if asJSON { return Console.print(CalibrationStep.stored(point).text) }
        Console.complain("The sensitivity is now \(point).")
        guard !sensitivity.isEmpty, point.code == .shake(.configured) else { return }
        Console.complain(
            "It was stored, but the configuration goes before it. Remove 'sensitivity' below [shake] in baton.conf to "
                + "use it.")
    }
}
