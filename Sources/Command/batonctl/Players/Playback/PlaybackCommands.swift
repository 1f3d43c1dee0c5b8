// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonEvents
import BatonMPRIS

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "play", abstract: "Play.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.play)) }
}

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause.")

    @Flag(name: .customLong("all"), help: "Pause all that plays; 'batonctl resume' plays it again.")
    var together = false
    @OptionGroup var options: PlayerOptions

    func validate() throws { try options.refuse(with: together) }

    func run() throws {
        if together { return try PlayersTogether.run(InterruptionsInterface.pauseAll, options.messages.reporter) }
        try CommandRunner(options).run(.transport(.pause))
    }
}

struct PlayPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "play-pause", abstract: "Pause if playing, else play.")

    @Flag(
        name: .customLong("all"), help: "Pause all that plays, or if nothing does, play again what this has paused.")
    var together = false
    @OptionGroup var options: PlayerOptions

    func validate() throws { try options.refuse(with: together) }

    func run() throws {
        if together { return try PlayersTogether.run(InterruptionsInterface.playPauseAll, options.messages.reporter) }
        try CommandRunner(options).run(.transport(.togglePlayPause))
    }
}

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.stop)) }
}

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "next", abstract: "Skip to the next track.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.nextTrack)) }
}

struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "previous", abstract: "Skip to the previous track.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.previousTrack)) }
}
