// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonClient
import BatonDBus
import BatonEvents
import BatonMPRIS

/// Runs a command: finds its players, asks them, and carries out the command.
struct CommandRunner {
    let selection: PlayerSelection
    let reporter: Reporter

    init(_ selection: PlayerSelection, _ reporter: Reporter = Reporter()) {
        self.selection = selection
        self.reporter = reporter
    }

    init(_ options: PlayerOptions) {
        selection = options.selection
        reporter = options.messages.reporter
    }

    // MARK: Commands

    /// Runs a command that changes a player's state.
    func run(_ command: PlayerCommand) throws {
        try reporter.reporting { () throws(CommandError) in try carryOut(command) }
    }

    /// The same, for a caller that tells of the failure itself.
    func carryOut(_ command: PlayerCommand) throws(CommandError) {
        let session = try BusSession()
        if case .transport(let event) = command, selection.isAutomatic {
            let posted = PostedEvent(event: event, awaitsEffect: true, note: reporter.note)
            if let outcome = posted.post(to: AwaitedAgent(session: session)) { return try outcome.get() }
            return try withoutAgent(command, session)
        }
        try direct(command, session)
    }

    /// Prints what the player says when there is no `text`; else sets that.
    ///
    /// - Parameter command: what sets the text; throws when it cannot be read.
    func run(
        _ output: QueryOptions, _ subject: PlayerQuery.Subject, to text: String?,
        _ command: (String) throws(CommandError) -> PlayerCommand
    ) throws {
        guard let text else { return try run(output, subject) }
        try refuse(output)
        try reporter.reporting { () throws(CommandError) in try carryOut(try command(text)) }
    }

    /// Answers a query once, or until the process ends.
    func run(_ options: QueryOptions, _ subject: PlayerQuery.Subject) throws {
        try reporter.reporting { () throws(CommandError) in
            let query = try options.query(subject)
            guard options.follow else { return try answer(query) }
            let session = try BusSession()
            try Follower(session: session, query: query, selection: selection).run()
        }
    }

    /// Answers a query once.
    func answer(_ query: PlayerQuery) throws(CommandError) { try direct(.query(query), BusSession()) }

    /// Prints the instances of the players on the bus.
    func list() throws {
        try reporter.reporting { () throws(CommandError) in try showPlayers() }
    }

    /// The same, for a caller that tells of the failure itself.
    func showPlayers() throws(CommandError) {
        let players = selection.order(try PlayerClient(session: try BusSession()).names())
        if players.isEmpty { throw .noPlayers }
        for player in players { Console.print(player.instance) }
    }

    /// Prints the names that `--player` accepts, and nothing when anything fails.
    func completePlayers() {
        guard let session = try? BusSession(), let players = try? PlayerClient(session: session).names() else { return }
        var seen: Set<String> = []
        for player in selection.order(players) {
            for name in [player.name, player.instance] where seen.insert(name).inserted { Console.print(name) }
        }
        Console.print("%any")
    }

    // MARK: Players

    /// Runs a command when there is no agent.
    func withoutAgent(_ command: PlayerCommand, _ session: BusSession) throws(CommandError) {
        reporter.note("Baton is not running; asking the players")
        try direct(command, session, asksAgent: false)
    }

    private func direct(
        _ command: PlayerCommand, _ session: BusSession, asksAgent: Bool = true
    ) throws(CommandError) {
        let client = PlayerClient(session: session)
        let candidates = try Candidates(session: session, selection: selection, asksAgent: asksAgent).find()
        if candidates.isEmpty { throw missing(client) }
        if selection.isForAll {
            if let sound = SoundChange(command) {
                let change = SoundForAll(sound: sound, command: command, client: client, note: reporter.note)
                return try change.run(candidates)
            }
            return try PlayersAtOnce(command: command, client: client, note: reporter.note).run(candidates)
        }
        var turn = PlayerTurn(command: command, client: client, note: reporter.note)
        if try turn.take(candidates[0]) { return }
        // Asked all at once: players that hang cost one deadline together, not one each.
        for candidate in Candidates.asked(candidates.dropFirst(), client) {
            if try turn.take(candidate) { return }
        }
        try turn.finish()
    }

    // MARK: Messages

    /// The failure when there is no player, or none of those that were named; with a name that may have been meant.
    private func missing(_ client: PlayerClient) -> CommandError {
        guard !selection.wanted.isEmpty, let players = try? client.names(), !players.isEmpty else { return .noPlayers }
        let names = players.flatMap { [$0.name, $0.instance] }
        let near = selection.wanted.map { NearMiss.question($0, among: names) }.first { !$0.isEmpty }
        return near.map { CommandError.noPlayers.adding(".\($0)") } ?? .noPlayers
    }

    /// Refuses `--format`, `--follow` and `--json` for a command that changes a player's state.
    func refuse(_ options: QueryOptions) throws {
        if options.format != nil || options.follow || options.json {
            throw reporter.reported(.execution("format strings are not supported on command functions."))
        }
    }
}
