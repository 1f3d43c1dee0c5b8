// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMPRIS

/// Calls players directly, at their own MPRIS objects.
struct PlayerClient {
    /// How long a player may take to answer.
    static let deadline = Duration.seconds(1)
    /// How long the agent may take to note what the user does.
    private static let agentDeadline = Duration.milliseconds(200)

    let session: BusSession

    /// The players on the bus, in the bus's order, mirrors of players included.
    func names() throws(CommandError) -> [PlayerName] {
        let message = Message.methodCall(
            to: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "ListNames")
        do {
            let arguments = try session.call(message, within: Self.deadline).get().arguments()
            return (arguments.first?.asStringArray ?? []).compactMap(PlayerName.init(busName:))
        } catch {
            throw CommandError("Could not connect to players: \(error.message)")
        }
    }

    /// The properties of each player; all players are asked at once.
    func snapshots(of players: [PlayerName]) -> [Result<PlayerSnapshot, DBusError>] {
        var results: [Result<PlayerSnapshot, DBusError>?] = Array(repeating: nil, count: players.count)
        var missing = players.count
        for (index, player) in players.enumerated() {
            ask(player) { result in
                results[index] = result
                missing -= 1
            }
        }
        session.turn { missing == 0 }
        return results.map { $0 ?? .failure(DBusError(.disconnected, "The connection to the bus was lost.")) }
    }

    /// Asks one player for all its properties; `reply` is called while the session turns.
    func ask(_ player: PlayerName, reply: @escaping (Result<PlayerSnapshot, DBusError>) -> Void) {
        let message = player.question(.player)
        _ = session.connection.call(message, within: Self.deadline) { result in
            reply(result.flatMap { Self.snapshot(player, $0) })
        }
    }

    /// Calls a method or sets a property of a player.
    func perform(_ action: PlayerAction, on player: PlayerName) throws(DBusError) {
        guard let message = try Self.message(action, to: player) else { return }
        _ = try session.call(message, within: Self.deadline).get()
    }

    /// The same of several players at once.
    func perform(_ actions: [(player: PlayerName, action: PlayerAction)]) -> [Result<Void, DBusError>] {
        var results: [Result<Void, DBusError>?] = Array(repeating: nil, count: actions.count)
        for (index, one) in actions.enumerated() {
            do throws(DBusError) {
                guard let message = try Self.message(one.action, to: one.player) else {
                    results[index] = .success(())
                    continue
                }
                _ = session.connection.call(message, within: Self.deadline) { results[index] = $0.map { _ in } }
            } catch {
                results[index] = .failure(error)
            }
        }
        session.turn { results.allSatisfy { $0 != nil } }
        return results.map { $0 ?? .failure(session.loss) }
    }

    private static func message(_ action: PlayerAction, to player: PlayerName) throws(DBusError) -> Message? {
        switch action {
        case .print, .done, .pass, .refuse: return nil
        case .call(let method, let arguments):
            let message = player.message(method)
            try message.append(contentsOf: arguments)
            return message
        case .set(let property, let value): return try player.setting(property, to: value)
        }
    }

    /// The action, or that it passes, of a player that says in another interface that it cannot do it.
    func checked(_ action: PlayerAction, on player: PlayerName) -> PlayerAction {
        guard case .call(.raise, _) = action, !canRaise(player) else { return action }
        return .pass("it cannot be raised")
    }

    /// Whether a player says that it can come to the front; false if it does not answer.
    func canRaise(_ player: PlayerName) -> Bool {
        guard let answer = try? session.call(player.question(.root), within: Self.deadline).get(),
            case .dictionary(let properties)? = try? answer.arguments().first?.unwrapped
        else { return false }
        return properties.entries.contains { $0.key == .string("CanRaise") && $0.value.asBool == true }
    }

    /// The players on the bus that are not in the agent's chain, and answer: it ignores them.
    func ignored(_ chain: [PlayerName]) throws(CommandError) -> [PlayerSnapshot] {
        snapshots(of: try names().filter { !chain.contains($0) }).compactMap { try? $0.get() }
    }

    /// Why a call to a player failed. One that was late may do what it was sent.
    ///
    /// - Parameter isCommand: whether the call was to change something.
    static func reason(_ error: DBusError, isCommand: Bool) -> String {
        guard error.name == .timeout else { return error.message.isEmpty ? error.name.rawValue : error.message }
        let silence = "did not answer within \(deadline.components.seconds) s"
        return isCommand ? silence + ", and may still act" : silence
    }

    /// Tells the agent that the user acts on a player: what interruptions have paused there may not go on by itself (rule I140).
    /// The player itself says nothing when it is paused already. The answer is awaited, because the agent asks the bus who calls,
    /// and this process may end with its command. Without an agent the bus answers at once.
    func tellAgent(_ player: PlayerName) {
        tellAgent(player, InterruptionsInterface.acted)
    }

    /// Tells the agent that something was sent to a player: players need not signal what comes of it, and bars show what the agent
    /// knows (rule MPRIS90).
    func tellAgentOfChange(_ player: PlayerName) {
        tellAgent(player, ApplicationInterface.refresh)
    }

    private func tellAgent(_ player: PlayerName, _ method: MethodDeclaration<String, Void>) {
        let agent = AwaitedAgent(session: session)
        _ = agent.reply { remote, reply in
            remote.call(
                method, player.busName.rawValue, within: Self.agentDeadline, startsAgent: false, reply: reply)
        }
    }

    private static func snapshot(_ player: PlayerName, _ reply: Message) -> Result<PlayerSnapshot, DBusError> {
        do {
            guard case .dictionary(let properties)? = try reply.arguments().first?.unwrapped else {
                return .success(PlayerSnapshot(name: player, owner: reply.sender))
            }
            return .success(
                PlayerSnapshot(name: player, properties: PlayerProperties(properties), owner: reply.sender))
        } catch {
            return .failure(error)
        }
    }
}
