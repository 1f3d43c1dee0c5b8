// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// Sentences for what the agent refuses about motion: what happened, and what to do about it.
enum MotionFailure {
    /// Runs a call, and turns its failure into a sentence.
    static func asking<T>(
        _ agent: AgentClient, _ body: () throws(DBusError) -> T
    ) throws(CommandError) -> T {
        do { return try body() } catch {
            if let known = sentence(for: error) { throw known }
            return try AgentRunner.asking { () throws(DBusError) in throw error }
        }
    }

    /// The sentence for an error of which more can be said than the agent's own words.
    static func sentence(for error: DBusError) -> CommandError? {
        switch error.name {
        case .unknownMethod, .unknownInterface, .unknownProperty:
            CommandError(
                "This agent knows no motion; it is older than batonctl. Restart it: systemctl --user restart batond")
        default: nil
        }
    }
}
