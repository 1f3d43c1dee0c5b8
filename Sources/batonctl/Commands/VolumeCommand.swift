// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Print the volume, or set it.")

    @Argument(
        help: ArgumentHelp(
            "From 0.0 to 1.0, or a percentage such as 40%; with + or - at the end, a change.", valueName: "level[+|-]"))
    var level: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        let runner = CommandRunner(options)
        guard let level else { return try runner.run(output, .volume) }
        try runner.refuse(output)
        guard let adjustment = Adjustment(level: level) else {
            throw runner.reporter.reported(.execution("could not parse volume as a number: \(level)"))
        }
        try runner.run(.setVolume(adjustment))
    }
}
