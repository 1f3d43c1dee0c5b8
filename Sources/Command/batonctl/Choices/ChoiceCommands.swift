// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonClient
import BatonMPRIS
import BatonPages
import BatonTranslation

/// The player that a command names.
struct NamedPlayer: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Its name, its instance or its bus name.", valueName: "player"),
        completion: .shellCommand("batonctl complete-players"))
    var player: String

    /// The player among those on the bus.
    func chosen(_ agent: AwaitedAgent) -> ChosenPlayer {
        ChosenPlayer(player, among: (try? PlayerClient(session: agent.session).names()) ?? [])
    }
}

struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Send every command to one player, until 'batonctl unpin'.",
        discussion: """
            You pin a program. If you name one of its instances, that one gets the commands until it ends, and then \
            another one of the program.
            """)

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            try agent.call(ApplicationInterface.pin, named.player)
            reporter.say(named.chosen(agent).pinned(try agent.properties(of: .application)))
        }
    }
}

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unpin", abstract: "Remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            let pinned = try agent.properties(of: .application)[ApplicationInterface.pinned] ?? ""
            try agent.call(ApplicationInterface.unpin)
            reporter.say(
                pinned.isEmpty
                    ? translated("No player is pinned.")
                    : translated("\(ResponderName.short(pinned)) is not pinned any more."))
        }
    }
}

struct IgnoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ignore", abstract: "Send no commands to a player, until 'batonctl unignore'.")

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            let before = try agent.properties(of: .application)[ApplicationInterface.ignored] ?? []
            let chosen = named.chosen(agent)
            try agent.call(ApplicationInterface.ignore, named.player)
            reporter.say(chosen.ignored(before))
        }
    }
}

struct UnignoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unignore", abstract: "Send commands to an ignored player again.")

    @OptionGroup var named: NamedPlayer
    @OptionGroup var messages: MessageOptions

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            let ignored = try agent.properties(of: .application)[ApplicationInterface.ignored] ?? []
            do throws(CommandError) {
                try agent.call(ApplicationInterface.unignore, named.player)
            } catch {
                throw error.adding(NearMiss.question(named.player, among: ignored))
            }
            reporter.say(named.chosen(agent).unignored)
        }
    }
}

struct CycleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cycle", abstract: "Pin the next player by name; after the last one, remove the pin.")

    @OptionGroup var messages: MessageOptions

    func run() throws {
        let reporter = messages.reporter
        try reporter.withAgent { (agent) throws(CommandError) in
            let state = try agent.properties(of: .application)
            let players = try state.told(ApplicationInterface.responders).filter { PlayerName(busName: $0.id) != nil }
            if players.isEmpty { throw .noPlayers }
            guard let next = Self.next(players, after: state[ApplicationInterface.pinned] ?? "") else {
                try agent.call(ApplicationInterface.unpin)
                return reporter.say(translated("That was the last player; none is pinned now."))
            }
            try agent.call(ApplicationInterface.pin, next)
            reporter.say(translated("Pinned \(ResponderName.short(next))."))
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
