// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonEvents

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.stop)) }
}
