// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct PositionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "position", abstract: "Print the position in seconds, or set it.")

    @Argument(
        help: ArgumentHelp(
            "Seconds from the start, or as m:ss; with + or - at the end, from the present position.",
            valueName: "offset[+|-]"))
    var offset: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        let runner = CommandRunner(options)
        guard let offset else { return try runner.run(output, .position) }
        try runner.refuse(output)
        guard let adjustment = Adjustment(seconds: offset) else {
            throw runner.reporter.reported(.execution("Could not parse position as a number: \(offset)"))
        }
        guard adjustment.isInRange else {
            throw runner.reporter.reported(CommandError("A position must be below 9e12 seconds, not \(offset).", status: .usage))
        }
        try runner.run(.seek(adjustment))
    }
}
