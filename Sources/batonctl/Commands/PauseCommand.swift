// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonEvents

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.pause)) }
}
