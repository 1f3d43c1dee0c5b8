// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus

/// Messages for the agent's errors about motion: what happened, and what to do about it.
enum MotionFailure {
    /// The message for an error.
    static func message(_ error: AgentError) -> CommandError {
        if case .lacking = error {
            return AgentFailure.oldAgent
        }
        return ReasonCode(errorName: error.cause.name).map { CommandError(sensorOff($0)) }
            ?? AgentFailure.message(error)
    }

    private static func sensorOff(_ code: ReasonCode) -> String {
        "The sensor is off: \(Reason(code)). \(SensorAdvice.text(for: code))"
    }
}
