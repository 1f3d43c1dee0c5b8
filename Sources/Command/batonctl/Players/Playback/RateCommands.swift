// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMPRIS

struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Print how fast it plays, or set it.")

    @Argument(
        help: ArgumentHelp(
            "1 is normal; with + or - at the end, a change. The nearest rate that the player can is set.",
            valueName: "rate[+|-]"))
    var rate: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        try CommandRunner(options).run(output, .rate, to: rate) { rate throws(CommandError) in
            guard let adjustment = Adjustment(level: rate) else {
                throw CommandError.execution("could not parse rate as a number: \(rate)")
            }
            return .setRate(adjustment)
        }
    }
}

struct RaiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raise", abstract: "Bring the player's window to the front.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.raise) }
}
