// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMPRIS

struct VolumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume", abstract: "Print the volume, or set it.")

    @Argument(
        help: ArgumentHelp(
            "From 0.0 to 1.0, or a percentage such as 40%; with + or - at the end, a change.", valueName: "level[+|-]"))
    var level: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        try CommandRunner(options).run(output, .volume, to: level) { level throws(CommandError) in
            guard let adjustment = Adjustment(level: level) else {
                throw CommandError.execution("could not parse volume as a number: \(level)")
            }
            return .setVolume(adjustment)
        }
    }
}

struct LoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loop", abstract: "Print the loop status, or set it.")

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
        commandName: "shuffle", abstract: "Print whether tracks play in random order, or set it.")

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
        commandName: "position", abstract: "Print the position in seconds, or set it.")

    @Argument(
        help: ArgumentHelp(
            "Seconds from the start, or as m:ss; with + or - at the end, from the present position.",
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
    static let configuration = CommandConfiguration(commandName: "open", abstract: "Open a file or an address.")

    @Argument(
        help: ArgumentHelp("A file name, or an address such as https://…", valueName: "uri"), completion: .file()
    )
    var uri: String

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.open(uri: FileAddress.address(for: uri))) }
}
