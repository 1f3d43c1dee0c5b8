// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus

/// Messages for the agent's errors about motion: what happened, and what to do about it.
enum MotionFailure {
    /// Runs a call, and turns its failure into a message.
    static func asking<T>(
        _ agent: AgentClient, _ body: () throws(DBusError) -> T
    ) throws(CommandError) -> T {
        do { return try body() } catch {
            if let known = sentence(for: error) { throw known }
            return try AgentRunner.asking { () throws(DBusError) in throw error }
        }
    }

    /// The message for an error for which there is advice beyond the agent's own text.
    static func sentence(for error: DBusError) -> CommandError? {
        switch error.name {
        case .unknownMethod, .unknownInterface, .unknownProperty:
            CommandError(
                "This agent has no motion: it is older than batonctl. Restart it: systemctl --user restart batond")
        default: ReasonCode(errorName: error.name).map { CommandError(sensorOff($0)) }
        }
    }

    private static func sensorOff(_ code: ReasonCode) -> String {
        "The sensor is off: \(Reason(code)). \(SensorAdvice.text(for: code))"
    }
}
