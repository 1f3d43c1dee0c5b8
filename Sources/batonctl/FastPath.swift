// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// The commands that media keys are bound to. They run before the command-line parser is loaded, with one connection
/// and one call, because each key press starts a process.
enum FastPath {
    /// Runs `play`, `pause`, `play-pause`, `stop`, `next`, `previous` or `send EVENT`, each without any option.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    /// - Returns: The exit status, or nil for any other command.
    static func run(_ arguments: [String]) -> ExitStatus? {
        let needsAgent: Bool
        let commands: [RemoteControlSubtype]?
        switch arguments.count {
        case 2:
            commands = RemoteControlSubtype(playerctlWord: arguments[1]).map { [$0] }
            needsAgent = false
        case 3 where arguments[1] == "send":
            commands = RemoteControlSubtype.events(text: arguments[2])
            needsAgent = true
        default: return nil
        }
        guard let commands else { return nil }
        do throws(CommandError) {
            let session: BusSession
            do throws(CommandError) {
                session = try BusSession()
            } catch {
                return complain(needsAgent ? AgentRunner.unreachable(error) : error)
            }
            for command in commands {
                if let outcome = Transport(session: session).throughAgent(command) {
                    try outcome.get()
                } else if needsAgent {
                    throw AgentRunner.absent
                } else {
                    try CommandRunner(PlayerSelection()).withoutAgent(.transport(command), session)
                }
            }
            return .success
        } catch {
            return complain(error)
        }
    }

    private static func complain(_ error: CommandError) -> ExitStatus {
        Console.complain(error.description)
        return error.status
    }
}
