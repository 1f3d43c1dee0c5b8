// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// Messages for the agent's errors about undoing: what happened, and what to do about it.
enum UndoFailure {
    static let oldAgent = CommandError(
        "This agent cannot do that: it is older than batonctl. Restart it: systemctl --user restart batond")

    /// Runs a call, and turns its failure into a message.
    static func asking<T>(_ body: () throws(DBusError) -> T) throws(CommandError) -> T {
        do { return try body() } catch {
            switch error.name {
            case .unknownMethod, .unknownInterface, .unknownProperty: throw oldAgent
            default: return try AgentRunner.asking { () throws(DBusError) in throw error }
            }
        }
    }
}
