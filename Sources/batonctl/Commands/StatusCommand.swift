// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print Playing, Paused or Stopped.")

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws { try CommandRunner(options).run(output, .status) }
}
