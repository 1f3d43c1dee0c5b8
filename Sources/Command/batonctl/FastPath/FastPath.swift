// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// The commands that media keys are bound to, and those that bars call every second. They run before the command-line parser
/// is loaded; a key press takes one connection and one call, because each starts a process.
enum FastPath {
    /// Runs `send EVENT`, or what ``QuickCommand`` knows.
    ///
    /// - Parameter arguments: All arguments, the program's name first.
    /// - Returns: The exit status, or nil for any other command.
    static func run(_ arguments: [String]) -> ExitStatus? {
        if arguments.count == 3, arguments[1] == "send" {
            return RemoteControlSubtype.events(text: arguments[2]).map { events in
                Reporter().status { () throws(CommandError) in try SendCommand.send(events) }
            }
        }
        return QuickCommand(Array(arguments.dropFirst())).map { command in
            command.reporter.status { () throws(CommandError) in try run(command) }
        }
    }

    private static func run(_ command: QuickCommand) throws(CommandError) {
        let runner = CommandRunner(command.selection, command.reporter)
        switch command.task {
        case .transport(let event): try runner.carryOut(.transport(event))
        case .query(let subject):
            try runner.answer(PlayerQuery(subject, format: command.format, isJSON: command.isJSON))
        case .chain: try PlayersCommand.show(json: command.isJSON)
        case .list: try runner.showPlayers()
        }
    }
}
