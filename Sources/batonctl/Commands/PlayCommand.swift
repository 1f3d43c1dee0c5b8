// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonEvents

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "play", abstract: "Play.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.play)) }
}
