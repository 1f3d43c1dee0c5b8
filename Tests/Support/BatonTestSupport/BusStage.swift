// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
public import BatonReactor
import Testing

/// A bus of a test's own, and connections to it in one reactor.
///
/// The stages of the rooms hold one, and add the peers. All ends with it.
public final class BusStage: TurnedStage {
    /// How long is waited for what must come. It only tells a hang from a delay: nothing is measured against it.
    public static let patience: Duration = .seconds(60)

    /// The bus.
    public let bus: PrivateBus
    /// What turns every connection.
    public let reactor: Reactor
    /// A folder of the test's own.
    public let folder = TemporaryFolder()
    /// What lives as long as the stage: services on its bus, players.
    public var services: [AnyObject] = []
    /// The first connection: of the test itself, or of what it tests. It is opened when it is asked for.
    public private(set) lazy var connection = openedConnection()
    private var connections: [Connection] = []
    private var requests: [NameRequest] = []

    /// Starts a bus.
    ///
    /// - Parameters:
    ///   - services: the command lines by which the bus starts the owners of names.
    ///   - clock: one that stands still keeps every deadline from passing while the machine is busy.
    ///   - reactor: one that is there already, with a clock of its own.
    ///   - letsOthersIn: see ``PrivateBus``.
    ///   - mostReplies: see ``PrivateBus``.
    public init(
        services: (_ directory: String) -> [String: String] = { _ in [:] },
        clock: any ReactorClock = MonotonicClock(), reactor: Reactor? = nil, letsOthersIn: Bool = false,
        mostReplies: Int = 50000
    ) throws {
        bus = try PrivateBus(
            letsOthersIn: letsOthersIn, services: services(folder.path), mostReplies: mostReplies)
        self.reactor = try reactor ?? Reactor(clock: clock)
    }

    deinit {
        for connection in connections { connection.close() }
    }

    /// The path of ``folder``.
    public var directory: String { folder.path }

    // MARK: Turning

    /// Moves the stage's clock, and does what is due then.
    public func pass(_ time: Duration, on clock: ManualClock) {
        clock.advance(by: time)
        reactor.turnUntilIdle()
    }

    /// What an asynchronous question answers, and how long it took. It must answer once.
    public func answer<Answer>(_ ask: (@escaping (Answer) -> Void) -> Void) throws -> (Answer, Duration) {
        var answers: [Answer] = []
        let start = reactor.now
        ask { answers.append($0) }
        try #require(turn { !answers.isEmpty })
        let time = reactor.now - start
        reactor.turnUntilIdle()
        #expect(answers.count == 1)
        return (answers[0], time)
    }

    // MARK: Connections

    /// Another program on the bus, with a name if it wants one.
    public func connect(_ name: BusName? = nil, options: ConnectionOptions = ConnectionOptions()) throws
        -> Connection
    {
        let other = makeConnection(options)
        try open(other)
        if let name { try own(name, other) }
        return other
    }

    /// A connection that is not open yet.
    public func makeConnection(_ options: ConnectionOptions = ConnectionOptions()) -> Connection {
        let other = Connection(address: bus.address, reactor: reactor, options: options)
        connections.append(other)
        return other
    }

    private func openedConnection() -> Connection {
        let connection = makeConnection()
        do { try open(connection) } catch { Issue.record("no connection to \(bus.address): \(error)") }
        return connection
    }

    /// Opens a connection, and waits until it is on the bus.
    public func open(_ connection: Connection) throws {
        try connection.open()
        try #require(turn { connection.uniqueName != nil })
    }

    /// Owns a name until the stage ends or the name is released.
    @discardableResult
    public func own(_ name: BusName, _ owner: Connection, flags: NameFlags = .doNotQueue) throws -> NameRequest {
        var isOwned = false
        let request = owner.requestName(name, flags: flags) { isOwned = $0 == .owned }
        requests.append(request)
        try #require(turn { isOwned })
        return request
    }

    /// Waits until a program owns a name; what it printed is told when it ends before.
    public func wait(for name: BusName, of process: ChildProcess) throws {
        var isThere = false
        let watch = connection.watchName(name) { isThere = $0 != nil }
        defer { watch.cancel() }
        try #require(turn { isThere || process.hasEnded }, "no \(name): \(process.printed)")
        try #require(isThere, "no \(name): \(process.printed)")
    }

    /// Every connection of the stage.
    public var all: [Connection] { connections }

    /// Whatever was sent on these connections has come to its readers when this returns: the bus answers in order.
    public func settle(_ connections: Connection...) throws { try settle(connections) }

    /// Whatever was sent on these connections has come to its readers when this returns: the bus answers in order.
    public func settle(_ connections: [Connection]) throws {
        for connection in connections {
            // What is sent because of the first answers has come with the second ones.
            for _ in 0..<2 {
                var isDone = false
                connection.nameOwner(of: .bus) { _ in isDone = true }
                try #require(turn { isDone })
                reactor.turnUntilIdle()
            }
        }
    }

    // MARK: Calls

    /// The outcome of a call, which must come.
    public func call(
        _ message: Message, from caller: Connection? = nil, within deadline: Duration = .seconds(30)
    ) throws -> Result<[Value], DBusError> {
        var outcome: Result<Message, DBusError>?
        (caller ?? connection).call(message, within: deadline) { outcome = $0 }
        try #require(turn { outcome != nil })
        switch try #require(outcome) {
        case .success(let message): return .success(try message.arguments())
        case .failure(let error): return .failure(error)
        }
    }

    /// The outcome of a call with arguments.
    public func call(
        _ name: BusName?, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
        _ arguments: [Value] = [], from caller: Connection? = nil
    ) throws -> Result<[Value], DBusError> {
        let message = Message.methodCall(to: name, path: path, interface: interface, member: member)
        try message.append(contentsOf: arguments)
        return try call(message, from: caller)
    }
}

extension Result where Failure == DBusError {
    /// The kind of error, if it is one.
    public var errorName: ErrorName? {
        guard case .failure(let error) = self else { return nil }
        return error.name
    }
}
