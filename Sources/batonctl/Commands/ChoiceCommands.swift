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

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.pin, player: player) }
}

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unpin", abstract: "Remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.unpin, player: nil) }
}

struct IgnoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ignore", abstract: "Never route a command to a player.")

    @Argument(
        help: ArgumentHelp("Its name, its instance or its bus name.", valueName: "player"),
        completion: .shellCommand("batonctl complete-players"))
    var player: String

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.ignore, player: player) }
}

struct UnignoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unignore", abstract: "Remove a player from the ignore list.")

    @Argument(
        help: ArgumentHelp("Its name, its instance or its bus name.", valueName: "player"),
        completion: .shellCommand("batonctl complete-players"))
    var player: String

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.unignore, player: player) }
}
