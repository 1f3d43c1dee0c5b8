// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMPRIS
import BatonReactor

/// Prints the answer to a query again whenever the players' signals change it.
final class Follower {
    private let session: BusSession
    private let client: PlayerClient
    private var model: FollowModel
    private var failure: CommandError?
    /// Whether all players have answered or passed their deadline; no line is printed before.
    private var isStarted = false
    private var timer: ReactorTimer?
    private var subscriptions: [AnyObject] = []
    /// The agent, where its chain decides.
    private var watch: AgentWatch?
    private var owners = PlayerOwners()

    init(session: BusSession, query: PlayerQuery, selection: PlayerSelection) {
        self.session = session
        client = PlayerClient(session: session)
        model = FollowModel(query: query, selection: selection)
    }

    /// Follows until the process is ended.
    ///
    /// - Throws: ``CommandError`` when the bus is lost or the template does not fit the values.
    func run() throws(CommandError) {
        subscribe()
        try start()
        show()
        session.turn { failure != nil }
        throw failure ?? session.startFailure ?? CommandError(session.loss.message)
    }

    // MARK: Starting

    private func subscribe() {
        let connection = session.connection
        subscriptions.append(
            connection.addMatch(
                MatchRule(sender: .bus, member: "NameOwnerChanged", arg0Namespace: PlayerInterface.namePrefix)
            ) { [self] message in
                guard let arguments = try? message.arguments(), arguments.count == 3,
                    let player = PlayerName(busName: arguments[0].asString ?? ""), model.includes(player)
                else { return }
                nameChanged(player, owner: try? BusName(arguments[2].asString ?? ""))
            })
        subscriptions.append(
            connection.addMatch(MatchRule(path: PlayerInterface.objectPath)) { [self] message in received(message) })
        guard model.selection.leavesOrderOpen, !model.selection.isForAll else { return }
        let watch = AgentWatch(RemoteAgent(on: connection), following: [.application])
        subscriptions.append(
            watch.observe { [self] change in
                switch change {
                case .left: chainChanged(nil)
                case .told: chainChanged(watch.state.players)
                case .arrived, .failed, .touched: break
                }
            })
        self.watch = watch
    }

    private func start() throws(CommandError) {
        if model.selection.leavesOrderOpen, !model.selection.isForAll {
            model.chain = try? AwaitedAgent(session: session).properties(of: .application).players
        }
        let players = model.selection.order(try client.names())
        var missing = players.count
        for player in players {
            askOwner(player)
            ask(player) { missing -= 1 }
        }
        session.turn { missing == 0 }
        isStarted = true
    }

    private func askOwner(_ player: PlayerName) {
        session.connection.nameOwner(of: player.busName) { [weak self] result in
            if case .success(let owner) = result { self?.owners.add(player, of: owner) }
        }
    }

    // MARK: Changes

    private func nameChanged(_ player: PlayerName, owner: BusName?) {
        owners.remove(player)
        model.vanish(player)
        guard let owner else { return show() }
        owners.add(player, of: owner)
        ask(player)
    }

    private func received(_ message: Message) {
        guard let sender = message.sender, case let players = owners.players(of: sender), !players.isEmpty,
            let arguments = try? message.arguments()
        else { return }
        var changed: PlayerProperties = [:]
        var hasInvalidated = false
        if message.isSignal(.properties, "PropertiesChanged") {
            guard arguments.count >= 2, arguments[0].asString == PlayerInterface.player.name.rawValue else { return }
            if case .dictionary(let entries) = arguments[1] { changed = PlayerProperties(entries) }
            hasInvalidated = arguments.count > 2 && arguments[2].asStringArray?.isEmpty == false
        } else if message.isSignal(PlayerInterface.player.name, "Seeked"), arguments.first?.asInt64 != nil {
            changed = [.position: arguments[0]]
        } else {
            return
        }
        for player in players {
            model.change(player, changed, at: session.reactor.now)
            // A new track or state has a new position, for which there is no signal.
            let hasMoved = model.query.ticks && (changed[.metadata] != nil || changed[.playbackStatus] != nil)
            if hasMoved || hasInvalidated || !model.knows(player) { ask(player) }
        }
        show()
    }

    /// Asks a player for all its properties, and records them.
    private func ask(_ player: PlayerName, done: @escaping () -> Void = {}) {
        client.ask(player) { [weak self] result in
            guard let self else { return }
            if case .success(let snapshot) = result { model.appear(snapshot, at: session.reactor.now) }
            done()
            show()
        }
    }

    private func chainChanged(_ chain: [PlayerName]?) {
        model.chain = chain
        show()
    }

    // MARK: Output

    private func show() {
        guard isStarted else { return }
        do {
            if let line = try model.line(at: session.reactor.now) { Console.print(block: line) }
        } catch {
            failure = error
        }
        if model.ticks {
            if timer == nil { tick() }
        } else {
            timer?.cancel()
            timer = nil
        }
    }

    private func tick() {
        timer = session.reactor.schedule(after: .seconds(1), tolerance: .milliseconds(20)) { [self] in
            timer = nil
            show()
        }
    }
}
