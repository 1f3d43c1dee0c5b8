// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// A bus of a test's own, and connections to it in one reactor.
final class Stage {
    let bus: PrivateBus
    let reactor: Reactor
    private var connections: [Connection] = []
    private var requests: [NameRequest] = []
    private var players: [PublishedPlayer] = []

    init(letsOthersIn: Bool = false) throws {
        bus = try PrivateBus(letsOthersIn: letsOthersIn)
        reactor = try Reactor()
    }

    deinit {
        for connection in connections { connection.close() }
    }

    /// A connection that is on the bus.
    func connect(_ options: ConnectionOptions = ConnectionOptions()) throws -> Connection {
        let connection = Connection(address: bus.address, reactor: reactor, options: options)
        connections.append(connection)
        try connection.open()
        try #require(turn { connection.uniqueName != nil })
        return connection
    }

    /// Turns until the condition holds.
    func turn(_ condition: () -> Bool) -> Bool { reactor.turn(until: condition) }

    /// Turns until the bus and everybody in this process have answered what came before.
    func settle(_ connection: Connection) throws {
        for _ in 0..<3 {
            var isDone = false
            connection.listNames { _ in isDone = true }
            try #require(turn { isDone })
            reactor.turnUntilIdle()
        }
    }

    /// Owns a name until the stage ends or the name is released.
    @discardableResult
    func own(_ name: BusName, _ connection: Connection, flags: NameFlags = .doNotQueue) throws -> NameRequest {
        var isOwned = false
        let request = connection.requestName(name, flags: flags) { isOwned = $0 == .owned }
        requests.append(request)
        try #require(turn { isOwned })
        return request
    }

    /// An application that publishes itself as a player.
    func publish(
        _ name: String, interfaces: [PlayerInterface] = [.root, .player], on connection: Connection? = nil
    ) throws -> PublishedPlayer {
        let player = PublishedPlayer(
            name: try BusName("org.mpris.MediaPlayer2.\(name)"), identity: "The \(name)", interfaces: interfaces,
            on: try connection ?? connect())
        players.append(player)
        var isOwned = false
        player.onOwnershipChange = { if $0 == .owned { isOwned = true } }
        player.publish()
        try #require(turn { isOwned })
        return player
    }

    /// A registry that has asked, and what it told.
    func watch(_ connection: Connection? = nil) throws -> (PlayerRegistry, RegistryLog) {
        let registry = PlayerRegistry(connection: try connection ?? connect())
        let log = RegistryLog(registry)
        registry.start()
        try #require(turn { registry.isSettled })
        return (registry, log)
    }

    /// The outcome of a call, which must come.
    func call(
        _ client: Connection, _ message: Message, within deadline: Duration = .seconds(30)
    ) throws -> Result<[Value], DBusError> {
        var outcome: Result<Message, DBusError>?
        client.call(message, within: deadline) { outcome = $0 }
        try #require(turn { outcome != nil })
        switch try #require(outcome) {
        case .success(let message): return .success(try message.arguments())
        case .failure(let error): return .failure(error)
        }
    }

    /// The outcome of a call to a player.
    func call(
        _ client: Connection, _ destination: BusName, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: Value...
    ) throws -> Result<[Value], DBusError> {
        let message = Message.methodCall(
            to: destination, path: PlayerInterface.objectPath, interface: interface, member: member)
        try message.append(contentsOf: arguments)
        return try call(client, message)
    }
}

extension Result where Failure == DBusError {
    /// The kind of error, if it is one.
    var errorName: ErrorName? {
        guard case .failure(let error) = self else { return nil }
        return error.name
    }
}
