// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "open", abstract: "Open a file or an address.")

    @Argument(
        help: ArgumentHelp("A file name, or an address such as https://…", valueName: "uri"), completion: .file()
    )
    var uri: String

    @OptionGroup var options: PlayerOptions

    func run() throws { try CommandRunner(options).run(.open(uri: FileAddress.address(for: uri))) }
}
