// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// A machine of a household: a bus with a real batond and a real baton-mqtt.
final class MachineStage: StageOnBus {
    static let prefix = "org.mpris.MediaPlayer2.household."

    let stage: BusStage
    let name: String
    private(set) var batond: ChildProcess?
    private(set) var bridge: ChildProcess?
    private let broker: TestBroker
    /// What the next baton-mqtt takes for the system bus.
    var systemBus = "unix:path=/nonexistent"

    /// Starts batond and baton-mqtt.
    ///
    /// - Parameters:
    ///   - lines: further lines below `[mqtt]`.
    ///   - reactor: the reactor of the other machines.
    init(_ name: String, at broker: TestBroker, _ lines: String = "", on reactor: Reactor) throws {
        stage = try BusStage(reactor: reactor)
        self.name = name
        self.broker = broker
        configure(lines)
        try startAgent()
        try startBridge()
    }

    /// Writes the configuration.
    func configure(_ lines: String) {
        let text = """
            [routing]
            call-timeout = 10s
            start-wait = 5s
            [mqtt]
            broker = mqtt://127.0.0.1:\(broker.port)
            name = \(name)
            titles = yes
            \(lines)
            """
        stage.folder.write(text, to: "baton.conf")
    }

    /// Has baton-mqtt read it anew, and waits until it has told the others of itself again.
    func reload() throws {
        let before = bridge?.printed.split(separator: "\n").count ?? 0
        bridge?.signal(SIGHUP)
        try #require(
            turn {
                (bridge?.printed ?? "").split(separator: "\n").dropFirst(before).contains {
                    $0.contains("known to the others")
                }
            }, "\(bridge?.printed ?? "")")
    }

    private var file: String { "\(stage.directory)/baton.conf" }

    func startAgent() throws {
        let process = try start("batond")
        batond = process
        try stage.wait(for: "org.baton.Baton1", of: process)
    }

    /// Starts baton-mqtt, and waits until it has told the others of itself.
    func startBridge() throws {
        let process = try start("baton-mqtt")
        bridge = process
        try #require(
            turn { process.printed.contains("known to the others") || process.hasEnded }, "\(process.printed)")
        try #require(!process.hasEnded, "\(process.printed)")
    }

    func killBridge() {
        bridge?.kill()
        bridge = nil
    }

    private func start(_ program: String) throws -> ChildProcess {
        let home = stage.directory
        let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return try ChildProcess(
            ["\(folder.joined(separator: "/"))/\(program)", "--config", file],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "HOME": home, "XDG_STATE_HOME": "\(home)/state",
                "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
                "DBUS_SYSTEM_BUS_ADDRESS": systemBus,
            ])
    }

    // MARK: What is there

    /// A player of this machine, which is in batond's chain when this returns.
    func player(_ name: String, _ status: String) throws -> StagePlayer {
        let player = try StagePlayer(name, status: status, on: try stage.connect())
        var isThere = false
        player.appear { isThere = true }
        try #require(turn { isThere })
        try expectChain { $0.contains("org.mpris.MediaPlayer2.\(name)") }
        return player
    }

    /// The identifiers of the chain, in order.
    func chain() throws -> [String] { try responders().map(\.id) }

    /// Waits until batond knows this status of a player.
    func expect(_ status: String, of player: String) throws {
        var seen = ""
        let isThere = try turn {
            seen = try responders().first { $0.id == player }?.status ?? ""
            return seen == status
        }
        #expect(isThere, "\(player) at \(name) is '\(seen)'; \(bridge?.printed ?? "")")
    }

    private func responders() throws -> [(id: String, status: String)] {
        guard case .array(let rows) = try get("org.baton.Baton1.Application", "Responders") else { return [] }
        return rows.elements.compactMap { row in
            guard case .structure(let fields) = row, fields.count > 2, let id = fields[0].asString else { return nil }
            return (id, fields[2].asString ?? "")
        }
    }

    func expectChain(_ holds: ([String]) -> Bool) throws {
        var seen: [String] = []
        let isThere = try turn {
            seen = try chain()
            return holds(seen)
        }
        #expect(isThere, "the chain of \(name) is \(seen); \(bridge?.printed ?? "")")
    }

    /// A property of batond's.
    func get(_ interface: String, _ property: String) throws -> Value? {
        let message = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: .properties, member: "Get")
        try message.append(.string(interface), .string(property))
        let answer = try call(message)
        return try answer.get().arguments().first?.unwrapped
    }

    /// Calls a method.
    func call(_ message: Message) throws -> Result<Message, DBusError> {
        try stage.answer { (reply: @escaping (Result<Message, DBusError>) -> Void) in
            stage.connection.call(message, within: .seconds(20), reply: reply)
        }.0
    }

    /// Pauses a player on this machine's bus; false if it refuses.
    func pause(_ player: String) throws -> Bool {
        let message = Message.methodCall(
            to: try BusName(player), path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player",
            member: "Pause")
        return (try? call(message).get()) != nil
    }

    /// Sends a remote-control event along the chain, as a key does.
    func press(_ subtype: UInt32) throws {
        let message = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Application",
            member: "SendRemoteControlEvent")
        try message.append(.uint32(subtype))
        let answer = try call(message)
        #expect((try? answer.get().arguments().first) == .boolean(true), "\(answer)")
    }

    /// Begins an interruption; the descriptor in the answer keeps it.
    func interrupt(_ kind: String) throws -> [Value] {
        let message = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: "Begin")
        try message.append(.string(kind), .string("test"), .vardict([("wait", .boolean(true))]))
        return try call(message).get().arguments()
    }

    func end(_ interruption: [Value]) throws {
        let message = Message.methodCall(
            to: "org.baton.Baton1", path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: "End")
        try message.append(interruption[0])
        _ = try call(message).get()
    }
}

/// Machines at one real broker, each with a bus, batond and baton-mqtt of its own.
struct TestHousehold {
    let broker: TestBroker
    let reactor: Reactor

    init() throws {
        broker = try TestBroker()
        reactor = try Reactor()
    }

    func machine(_ name: String, _ lines: String = "") throws -> MachineStage {
        try MachineStage(name, at: broker, lines, on: reactor)
    }
}
