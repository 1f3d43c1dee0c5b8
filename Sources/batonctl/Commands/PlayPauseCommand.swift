// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonEvents

struct PlayPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "play-pause", abstract: "Pause if playing, else play.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.togglePlayPause)) }
}
