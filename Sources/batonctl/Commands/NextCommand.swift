// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonEvents

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "next", abstract: "Skip to the next track.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.nextTrack)) }
}
