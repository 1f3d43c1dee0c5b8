// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// A bus for one test with the real batond on it, and players and clients in the test's process.
final class AgentStage: StageOnBus {
    static let face: BusName = "org.mpris.MediaPlayer2.playerctld"
    static let playerctld: InterfaceName = "com.github.altdesktop.playerctld"
    static let baton: BusName = "org.baton.Baton1"
    static let application: InterfaceName = "org.baton.Baton1.Application"

    /// The bus, and all connections of the test to it.
    let stage: BusStage
    private(set) var agent: ChildProcess?
    /// Whether an agent in the test's own process serves the bus.
    var isHosting = false
    /// Further variables of batond's environment.
    var environment: [String: String] = [:]
    /// A program with its arguments that runs batond, such as one that removes a right of it.
    var wrapper: [String] = []
    /// The address of batond's system bus: the stage's own bus, or none; never the machine's.
    private let systemBus: String

    /// - Parameters:
    ///   - settings: arguments for `batond --set`; nil for a bus without batond.
    ///   - hasSystemBus: whether the stage's bus is the system's bus as well.
    ///   - clock: the one of the test's own process.
    ///   - mostReplies: see ``PrivateBus``.
    init(
        _ settings: [String]? = [], hasSystemBus: Bool = false, clock: any ReactorClock = MonotonicClock(),
        mostReplies: Int = 50000
    ) throws {
        stage = try BusStage(clock: clock, mostReplies: mostReplies)
        systemBus = hasSystemBus ? stage.bus.address : "unix:path=\(stage.folder.path)/no-system-bus"
        if let settings {
            try startAgent(settings)
            try settleAgent()
        }
    }

    deinit { agent?.kill() }

    var bus: PrivateBus { stage.bus }
    var folder: TemporaryFolder { stage.folder }
    var client: Connection { stage.connection }
    /// The services on the bus, kept as long as the stage.
    var services: [AnyObject] {
        get { stage.services }
        set { stage.services = newValue }
    }

    // MARK: The agent

    /// How long batond waits for players and apps. They run in the test's own thread, and on a busy machine they need
    /// not answer at once.
    ///
    /// The settings of a test come after these: a test of a time-out sets that time-out. The tests of faults use
    /// batond's defaults.
    @TaskLocal static var patience = ["routing.start-wait=5s", "routing.call-timeout=10s", "routing.app-timeout=10s"]

    /// The path of batond.
    var program = ChildProcess.built("batond")

    /// Starts batond on the stage's bus and does not wait for it.
    func spawnAgent(_ settings: [String] = []) throws -> ChildProcess {
        try ChildProcess(
            wrapper + [program, "--address", bus.address]
                + (Self.patience + settings).flatMap { ["--set", $0] },
            environment: [
                "HOME": folder.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
                "DBUS_SYSTEM_BUS_ADDRESS": systemBus,
            ].merging(environment) { $1 })
    }

    /// Starts batond, and waits until it owns its name.
    func startAgent(_ settings: [String] = []) throws {
        let agent = try spawnAgent(settings)
        self.agent = agent
        try stage.wait(for: Self.baton, of: agent)
    }

    /// Waits until the agent knows the present players: what is not a read waits at the face for the first answers.
    ///
    /// - Parameter senders: what they have sent has come to the agent, and what the agent sent because of that to its readers.
    func settleAgent(after senders: Connection...) throws {
        try stage.settle(senders)
        // The second call is needed because changes of the turn of the first one are signalled at the end of that turn.
        // Both are refused, so that they change nothing.
        for _ in 0..<2 {
            try face(
                "Set", .string(Self.playerctld.rawValue), .string("PlayerNames"), .variant(.strings([])),
                of: "org.freedesktop.DBus.Properties")
        }
    }

    /// Ends batond in order, waits until the bus has processed that, and returns the exit status.
    ///
    /// - Parameter limit: the longest wait for its end.
    @discardableResult
    func stopAgent(within limit: Duration = BusStage.patience) throws -> Int32? {
        let agent = try #require(agent)
        var owner: BusName?
        var isKnown = false
        client.nameOwner(of: Self.baton) {
            owner = try? $0.get()
            isKnown = true
        }
        try #require(turn { isKnown })
        agent.signal(SIGTERM)
        try #require(turn(within: limit) { agent.hasEnded }, "batond has not ended within \(limit)")
        self.agent = nil
        // When it has ended its last messages may still be queued at the bus, which handles its end after them.
        if let owner {
            var isGone = false
            let watch = client.watchName(owner) { isGone = $0 == nil }
            defer { watch.cancel() }
            try #require(turn { isGone })
        }
        return agent.exitStatus
    }

    /// Writes the user's configuration file, which the agent reads when it starts or is told to.
    func writeConfiguration(_ text: String) throws {
        let configuration = "\(folder.path)/.config/baton"
        try FileManager.default.createDirectory(atPath: configuration, withIntermediateDirectories: true)
        try text.write(toFile: "\(configuration)/baton.conf", atomically: true, encoding: .utf8)
    }

    /// Lets the agent read its configuration file again.
    func reload() throws {
        try #require(agent).signal(SIGHUP)
        // The agent sees the signal in the turn of the first question at the latest.
        try settleAgent()
    }

    // MARK: Turning

    /// A connection that is on the bus.
    func connect() throws -> Connection { try stage.connect() }

    /// The unique name of the owner of a name.
    func owner(of name: BusName) throws -> BusName? {
        var answer: Result<BusName, DBusError>?
        client.nameOwner(of: name) { answer = $0 }
        try #require(turn { answer != nil })
        return try? answer?.get()
    }

    /// Runs batonctl, and returns its exit status and what it printed.
    func batonctl(_ arguments: [String]) throws -> (status: Int32?, printed: String) {
        let environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "PATH": "/usr/bin:/bin", "HOME": folder.path,
        ]
        let child = try ChildProcess([ChildProcess.built("batonctl")] + arguments, environment: environment)
        try #require(turn { child.hasEnded })
        return (child.exitStatus, child.printed)
    }

    // MARK: Players

    /// Adds a player that owns its name. Unless it is not awaited, the agent has received its properties.
    func player(
        _ name: String, _ status: String = "Paused", without missing: [String] = [],
        doing behaviours: [String: StagePlayer.Behaviour] = [:],
        lists: [InterfaceName] = [StagePlayer.trackList, StagePlayer.playlists], isAwaited: Bool = true
    ) throws -> StagePlayer {
        let player = try StagePlayer(name, status: status, without: missing, lists: lists, on: connect())
        player.behaviours = behaviours
        services.append(player)
        var isOwned = false
        player.appear { isOwned = true }
        try #require(turn { isOwned })
        if isAwaited, agent != nil || isHosting { try settleAgent() }
        return player
    }

    /// Changes a player's status. The agent has received the signal when this returns.
    func set(_ player: StagePlayer, _ status: String) throws {
        player.setStatus(status)
        try settle(player.connection)
    }

    // MARK: Calls

    func call(
        _ message: Message, from caller: Connection? = nil, within deadline: Duration = .seconds(30)
    ) throws -> Result<[Value], DBusError> {
        try stage.call(message, from: caller, within: deadline)
    }

    /// Calls a method of the face.
    @discardableResult
    func face(
        _ member: MemberName, _ arguments: Value..., of interface: InterfaceName = StagePlayer.player,
        at name: BusName = AgentStage.face
    ) throws -> Result<[Value], DBusError> {
        let message = Message.methodCall(to: name, path: StagePlayer.path, interface: interface, member: member)
        try message.append(contentsOf: arguments)
        return try call(message)
    }

    /// Reads a property of the face.
    func read(_ property: String, of interface: InterfaceName = StagePlayer.player) throws -> Result<Value, DBusError> {
        try face(
            "Get", .string(interface.rawValue), .string(property), of: "org.freedesktop.DBus.Properties"
        ).map { $0.first?.unwrapped ?? .string("nothing") }
    }

    /// Calls a method of org.baton.Baton1.
    @discardableResult
    func baton(
        _ member: MemberName, _ arguments: Value..., from caller: Connection? = nil
    ) throws -> Result<[Value], DBusError> {
        try call(message(member, arguments), from: caller)
    }

    private func message(_ member: MemberName, _ arguments: [Value]) throws -> Message {
        let message = Message.methodCall(
            to: Self.baton, path: "/org/baton/Baton1", interface: Self.application, member: member)
        try message.append(contentsOf: arguments)
        return message
    }

    /// Sends an event and does not wait for its outcome.
    func post(
        _ subtype: RemoteControlSubtype, from caller: Connection? = nil,
        then: @escaping (Result<Message, DBusError>) -> Void
    ) throws {
        let message = try message("SendRemoteControlEvent", [.uint32(UInt32(subtype.rawValue))])
        (caller ?? client).call(message, within: .seconds(30), reply: then)
    }

    /// Sends an event; returns whether it was handled, and by which responder.
    func send(_ subtype: RemoteControlSubtype, from caller: Connection? = nil) throws -> Sent {
        switch try baton("SendRemoteControlEvent", .uint32(UInt32(subtype.rawValue)), from: caller) {
        case .success(let values):
            return Sent(isHandled: values[0].asBool ?? false, responder: values[1].asString ?? "")
        case .failure(let error): return Sent(error: error.name)
        }
    }

    /// The outcome of an event.
    struct Sent: Equatable {
        var isHandled = false
        var responder = ""
        var error: ErrorName?

        /// Handled by a player of this short name.
        static func by(_ player: String) -> Sent {
            Sent(isHandled: true, responder: "org.mpris.MediaPlayer2.\(player)")
        }
        /// Not handled.
        static var unhandled: Sent { Sent() }
    }

    /// Reads a property of org.baton.Baton1.
    func property(_ name: String) throws -> Value {
        let message = Message.methodCall(
            to: Self.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties", member: "Get")
        try message.append(.string(Self.application.rawValue), .string(name))
        return try #require(try call(message).get().first).unwrapped
    }

    /// The chain, with the players' short names.
    func chain() throws -> [String] {
        guard case .array(let array) = try property("Responders") else { return [] }
        return array.elements.compactMap { element in
            guard case .structure(let fields) = element, let id = fields[0].asString else { return nil }
            return id.hasPrefix("org.mpris.MediaPlayer2.") ? String(id.dropFirst(23)) : id
        }
    }

    /// Waits until the chain is the given one.
    func expectChain(
        _ wanted: [String], within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let end = ContinuousClock.now + limit
        var seen: [String] = []
        repeat {
            seen = try chain()
            if seen == wanted { return }
            _ = try reactor.turn(timeout: .milliseconds(2))
        } while ContinuousClock.now < end
        Issue.record("the chain is \(seen), not \(wanted)", sourceLocation: sourceLocation)
    }
}
