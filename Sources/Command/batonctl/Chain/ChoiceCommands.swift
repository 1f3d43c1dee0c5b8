// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

/// The player that a command names.
struct NamedPlayer: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Its name, its instance or its bus name.", valueName: "player"),
        completion: .shellCommand("batonctl complete-players"))
    var player: String
}

struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Make a player the first responder until it is unpinned.")

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.pin, player: named.player) }
}

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unpin", abstract: "Remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.unpin, player: nil) }
}

struct IgnoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ignore", abstract: "Never route a command to a player.")

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.ignore, player: named.player) }
}

struct UnignoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unignore", abstract: "Remove a player from the ignore list.")

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws { try AgentRunner(messages.reporter).change(ApplicationMember.unignore, player: named.player) }
}
