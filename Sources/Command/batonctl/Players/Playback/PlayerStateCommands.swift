// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMPRIS
import BatonTemplate
import BatonTranslation

struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Show the volume, or change it.")

    @Argument(
        help: ArgumentHelp(
            "A percentage such as 40%, or from 0.0 to 1.0; 5%+ and 5%- change it.", valueName: "level[+|-]"))
    var level: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        try CommandRunner(options).run(output, .volume, to: level) { level throws(CommandError) in
            do throws(VolumeMistake) {
                return .setVolume(try Adjustment(volume: level))
            } catch {
                throw Self.refusal(error, of: level)
            }
        }
    }

    private static func refusal(_ mistake: VolumeMistake, of level: String) -> CommandError {
        switch mistake {
        case .noNumber: .execution("could not parse volume as a number: \(level)")
        case .signInFront(let meant):
            CommandError(
                translated("'\(level)' has its sign in front.") + NearMiss.question(asking: meant), status: .usage)
        case .tooLoud(let meant):
            CommandError(
                translated("The most is 150% (1.5), not \(level).") + NearMiss.question(asking: meant), status: .usage)
        }
    }
}

struct LoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loop", abstract: "Show whether the track or the playlist repeats, or change it.")

    @Argument(
        help: ArgumentHelp("None, Track or Playlist.", valueName: "status"),
        completion: .list(["None", "Track", "Playlist"]))
    var status: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        try CommandRunner(options).run(output, .loop, to: status) { status throws(CommandError) in
            guard let state = LoopStatus(tolerant: status) else {
                throw CommandError.execution(
                    "Got unknown loop status: '\(status)' (expected 'none', 'playlist', or 'track').")
            }
            return .setLoop(state)
        }
    }
}

struct ShuffleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle", abstract: "Show whether tracks play in random order, or change it.")

    @Argument(
        help: ArgumentHelp("On, Off or Toggle.", valueName: "status"), completion: .list(["On", "Off", "Toggle"]))
    var status: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        try CommandRunner(options).run(output, .shuffle, to: status) { status throws(CommandError) in
            guard let change = ShuffleChange(rawValue: status.lowercased()) else {
                throw CommandError.execution(
                    "Got unknown shuffle status: '\(status)' (expected 'on', 'off', or 'toggle').")
            }
            return .setShuffle(change)
        }
    }
}

struct PositionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "position", abstract: "Show the position in the track, in seconds, or change it.")

    @Argument(
        help: ArgumentHelp(
            "Seconds from the start, or m:ss; 10+ and 10- skip forward and back.",
            valueName: "offset[+|-]"))
    var offset: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        try CommandRunner(options).run(output, .position, to: offset) { offset throws(CommandError) in
            guard let adjustment = Adjustment(seconds: offset) else {
                throw CommandError.execution("Could not parse position as a number: \(offset)")
            }
            guard adjustment.isInRange else {
                throw CommandError(
                    "A position must be below 9e12 seconds, not \(offset).", status: .usage)
            }
            return .seek(adjustment)
        }
    }
}

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "open", abstract: "Play a file or an address.")

    @Argument(
        help: ArgumentHelp("A file, or an address such as https://…", valueName: "uri"), completion: .file()
    )
    var uri: String

    @OptionGroup var options: PlayerOptions

    func run() throws {
        try options.messages.reporter.reporting { () throws(CommandError) in
            guard let address = FileAddress.address(for: uri) else {
                throw CommandError(translated("There is no file '\(uri)'. Nothing was opened."))
            }
            try CommandRunner(options).carryOut(.open(uri: address))
        }
    }
}
