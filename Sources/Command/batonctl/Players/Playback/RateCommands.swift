// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMPRIS
import BatonTemplate

struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Show how fast it plays, or change it.")

    @Argument(
        help: ArgumentHelp(
            "1 is normal; 0.25+ and 0.25- change it. A player that lacks the rate gets the nearest one that it has.",
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
        commandName: "raise", abstract: "Bring the window of the player to the front.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.raise) }
}
