// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// A bus of a test's own, and connections to it in one reactor.
final class Stage {
    let bus: PrivateBus
    let reactor: Reactor
    private var connections: [Connection] = []

    init() throws {
        bus = try PrivateBus()
        reactor = try Reactor()
    }

    deinit {
        for connection in connections { connection.close() }
    }

    /// A connection that is on the bus.
    func connect(_ options: ConnectionOptions = ConnectionOptions()) throws -> Connection {
        let connection = open(options)
        try connection.open()
        try #require(reactor.turn(until: { connection.uniqueName != nil }))
        return connection
    }

    /// A connection that has not been opened.
    func open(_ options: ConnectionOptions = ConnectionOptions()) -> Connection {
        let connection = Connection(address: bus.address, reactor: reactor, options: options)
        connections.append(connection)
        return connection
    }

    /// The outcome of a call, which must come.
    func call(
        _ client: Connection, _ message: Message, within deadline: Duration = .seconds(30)
    ) throws -> Result<[Value], DBusError> {
        var outcome: Result<Message, DBusError>?
        client.call(message, within: deadline) { outcome = $0 }
        try #require(reactor.turn(until: { outcome != nil }))
        switch try #require(outcome) {
        case .success(let message): return .success(try message.arguments())
        case .failure(let error): return .failure(error)
        }
    }

    /// The outcome of a call with arguments.
    func call(
        _ client: Connection, _ server: Connection, path: ObjectPath = "/a", _ interface: InterfaceName?,
        _ member: MemberName, _ arguments: [Value] = []
    ) throws -> Result<[Value], DBusError> {
        let message = Message.methodCall(to: server.uniqueName, path: path, interface: interface, member: member)
        try message.append(contentsOf: arguments)
        return try call(client, message)
    }

    /// Turns until nothing is on its way any more: the bus has answered whatever came before.
    func settle(_ connection: Connection) throws {
        _ = try call(connection, .methodCall(to: .bus, path: "/", interface: "org.freedesktop.DBus", member: "GetId"))
    }
}

extension Result where Failure == DBusError {
    /// The kind of error, if it is one.
    var errorName: ErrorName? {
        guard case .failure(let error) = self else { return nil }
        return error.name
    }

    /// The value, if it is one.
    var value: Success? { try? get() }
}
