// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonEvents
import BatonMPRIS

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "play", abstract: "Start or resume playback.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.play)) }
}

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause playback.")

    @Flag(name: .customLong("all"), help: "Pause everything that plays; 'batonctl resume' resumes it.")
    var together = false
    @OptionGroup var options: PlayerOptions

    func validate() throws { try options.refuse(with: together) }

    func run() throws {
        if together { return try PlayersTogether.pause.run(options.messages.reporter) }
        try CommandRunner(options).run(.transport(.pause))
    }
}

struct PlayPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play-pause", abstract: "Pause if something is playing, else play.")

    @Flag(
        name: .customLong("all"), help: "Pause everything that plays, or if nothing does, resume what this paused.")
    var together = false
    @OptionGroup var options: PlayerOptions

    func validate() throws { try options.refuse(with: together) }

    func run() throws {
        if together { return try PlayersTogether.toggle.run(options.messages.reporter) }
        try CommandRunner(options).run(.transport(.togglePlayPause))
    }
}

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop playback.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.stop)) }
}

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "next", abstract: "Skip to the next track.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.nextTrack)) }
}

struct PreviousCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "previous", abstract: "Go back to the previous track.")

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.transport(.previousTrack)) }
}
