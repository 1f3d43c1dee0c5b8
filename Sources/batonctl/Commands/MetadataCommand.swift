// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct MetadataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metadata", abstract: "Print the metadata of the current track.")

    @Argument(
        help: ArgumentHelp("Only these: artist, title, album, or any key of the metadata.", valueName: "key"),
        completion: .list([
            "artist", "title", "album", "mpris:trackid", "mpris:length", "mpris:artUrl", "xesam:albumArtist",
            "xesam:genre",
            "xesam:trackNumber", "xesam:discNumber", "xesam:url",
        ]))
    var keys: [String] = []

    @OptionGroup var options: PlayerOptions
    @OptionGroup var output: QueryOptions

    func run() throws { try CommandRunner(options).run(output, .metadata(keys: keys)) }
}
