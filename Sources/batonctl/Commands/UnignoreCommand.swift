// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonAPI

struct UnignoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unignore", abstract: "Remove a player from the ignore list.")

    @Argument(
        help: ArgumentHelp("Its name, its instance or its bus name.", valueName: "player"),
        completion: .shellCommand("batonctl complete-players"))
    var player: String

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).change(ApplicationMember.unignore, player: player) }
}
