// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonAPI

struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Make a player the first responder until it is unpinned.")

    @Argument(
        help: ArgumentHelp("Its name, its instance or its bus name.", valueName: "player"),
        completion: .shellCommand("batonctl complete-players"))
    var player: String

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages).change(ApplicationMember.pin, player: player) }
}
