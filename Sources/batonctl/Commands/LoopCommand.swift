// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct LoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loop", abstract: "Print the loop status, or set it.")

    private static let states = ["None", "Track", "Playlist"]

    @Argument(
        help: ArgumentHelp("None, Track or Playlist.", valueName: "status"),
        completion: .list(["None", "Track", "Playlist"]))
    var status: String?

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws {
        let runner = CommandRunner(options)
        guard let status else { return try runner.run(output, .loop) }
        try runner.refuse(output)
        guard let state = Self.states.first(where: { $0.lowercased() == status.lowercased() }) else {
            throw runner.reporter.reported(
                .execution("Got unknown loop status: '\(status)' (expected 'none', 'playlist', or 'track')."))
        }
        try runner.run(.setLoop(state))
    }
}
