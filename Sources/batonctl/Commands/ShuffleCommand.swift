// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct ShuffleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Print whether tracks play in random order, or set it.")

    @Argument(
        help: ArgumentHelp("On, Off or Toggle.", valueName: "status"), completion: .list(["On", "Off", "Toggle"]))
    var status: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        let runner = CommandRunner(options)
        guard let status else { return try runner.run(output, .shuffle) }
        try runner.refuse(output)
        guard let change = ShuffleChange(rawValue: status.lowercased()) else {
            throw runner.reporter.reported(
                .execution("Got unknown shuffle status: '\(status)' (expected 'on', 'off', or 'toggle')."))
        }
        try runner.run(.setShuffle(change))
    }
}
