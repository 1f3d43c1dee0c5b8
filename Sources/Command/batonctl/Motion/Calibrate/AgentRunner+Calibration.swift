// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonMotionReport

extension AgentRunner {
    /// Has the agent keep what a calibration found, and use it from now on.
    func store(_ calibration: Calibration, _ session: BusSession) throws(CommandError) {
        guard let proposal = calibration.proposal, let raise = calibration.raise else { return }
        try set(proposal.sensitivity.rawValue, raise, session)
    }

    /// Has the agent forget the calibration.
    func forgetCalibration() throws {
        try motion { (session) throws(CommandError) in try set("", 0, session) }
    }

    private func set(_ sensitivity: String, _ raise: Double, _ session: BusSession) throws(CommandError) {
        let agent = AgentClient(session: session)
        let point = try MotionFailure.asking(agent) { () throws(DBusError) in
            _ = try agent.call(ApplicationMember.calibrateShake, .string(sensitivity), .double(raise))
            let application = try agent.properties()
            return Reason(
                word: application[ApplicationMember.shakePoint.rawValue],
                details: application[ApplicationMember.shakePointDetails.rawValue])
        }
        guard let point else { return }
        Console.complain("In use: \(point).")
        guard !sensitivity.isEmpty, point.code == .shake(.configured) else { return }
        Console.complain(
            "It was stored, but the configuration goes before it. Remove 'sensitivity' below [shake] in baton.conf to "
                + "use it.")
    }
}
