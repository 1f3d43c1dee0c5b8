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
        return results.map { $0 ?? .failure(DBusError(.disconnected, "The bus was lost.")) }
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
        let message: Message
        switch action {
        case .print, .done, .pass, .refuse: return
        case .call(let method, let arguments):
            message = player.message(method)
            try message.append(contentsOf: arguments)
        case .set(let property, let value): message = try player.setting(property, to: value)
        }
        _ = try session.call(message, within: Self.deadline).get()
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
                return .success(PlayerSnapshot(name: player))
            }
            return .success(PlayerSnapshot(name: player, properties: PlayerProperties(properties)))
        } catch {
            return .failure(error)
        }
    }
}
