// SPDX-License-Identifier: Apache-2.0
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
        case .failed where error.message.hasPrefix(off): CommandError(sensorOff(error.message))
        default: nil
        }
    }

    /// How the agent's message begins when the sensor is not read.
    private static let off = "the sensor is off: "

    private static func sensorOff(_ message: String) -> String {
        let reason = message.dropFirst(off.count)
        let advice =
            if reason.contains("no accelerometer") {
                "'batonctl simulate-shake' plays a shake without a sensor, and 'batonctl replay' reads a recording."
            } else if reason.contains("lock") {
                "Unlock the session and try again."
            } else if reason.contains("inactive") {
                "Run it in the session that is in front."
            } else {
                "'batonctl shake status' tells more, and so does the agent's log: journalctl --user -u batond"
            }
        return "The sensor is off: \(reason). \(advice)"
    }
}
