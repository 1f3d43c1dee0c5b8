// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonEvents

struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "previous", abstract: "Skip to the previous track.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.previousTrack)) }
}
