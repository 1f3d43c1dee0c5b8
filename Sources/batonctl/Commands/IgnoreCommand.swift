// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonAPI

struct IgnoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ignore", abstract: "Never route a command to a player.")

    @Argument(
        help: ArgumentHelp("Its name, its instance or its bus name.", valueName: "player"),
        completion: .shellCommand("batonctl complete-players"))
    var player: String

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).change(ApplicationMember.ignore, player: player) }
}
