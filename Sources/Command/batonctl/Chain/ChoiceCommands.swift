// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonMPRIS

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

    func run() throws {
        try messages.reporter.call(ApplicationInterface.pin, named.player)
    }
}

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unpin", abstract: "Remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.call(ApplicationInterface.unpin, ())
    }
}

struct IgnoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ignore", abstract: "Never route a command to a player.")

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.call(ApplicationInterface.ignore, named.player)
    }
}

struct UnignoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unignore", abstract: "Remove a player from the ignore list.")

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.call(ApplicationInterface.unignore, named.player)
    }
}

struct CycleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cycle", abstract: "Pin the next player by name; after the last one, remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws {
        try messages.reporter.withAgent { (agent) throws(CommandError) in
            let state = try agent.properties(of: .application)
            let players = state.chain.filter { PlayerName(busName: $0.id) != nil }
            if players.isEmpty { throw .noPlayers }
            guard let next = Self.next(players, after: state[ApplicationInterface.pinned] ?? "") else {
                try agent.call(ApplicationInterface.unpin)
                return Console.print("no pin")
            }
            try agent.call(ApplicationInterface.pin, next)
            Console.print(ChainTable.short(next))
        }
    }

    /// The player to pin; nil for none.
    private static func next(_ players: [ListedResponder], after pin: String) -> String? {
        let named = PlayerName.prefix + pin
        let pinned = players.map(\.id).first { $0 == named || $0.hasPrefix(named + ".instance") } ?? named
        return PlayerCycle.next(
            players.filter { !$0.isSuspect }.map(\.id), first: players.first?.id, pinned: pin.isEmpty ? nil : pinned)
    }
}
