// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// A machine of a household: a private bus with batond and baton-mqtt, and a caller.
final class BenchMachine {
    let bus: PrivateBus
    let reactor: Reactor
    let connection: Connection
    let bridge: ChildProcess
    private let agent: ChildProcess
    private let players: ChildProcess?

    /// - Parameters:
    ///   - lines: further lines below `[mqtt]`.
    ///   - ledger: the file in which its player notes commands; nil: it has no player.
    init(_ name: String, _ broker: BenchBroker, _ lines: [String], ledger: String?, _ options: Options) throws {
        let bus = try PrivateBus()
        self.bus = bus
        players = try ledger.map {
            try ChildProcess(
                ["/proc/self/exe", "player", "1", $0, "reactive"], environment: bus.environment, readsOutput: true)
        }
        try players?.waitForLine(within: 20_000)
        let file = "\(bus.folder)/baton.conf"
        let scheme = broker.authorities == nil ? "mqtt" : "mqtts"
        let authority = broker.authorities.map { ["authority = \($0)"] } ?? []
        let text = ["[mqtt]", "broker = \(scheme)://127.0.0.1:\(broker.port)", "name = \(name)"] + authority + lines
        try TextFile.write(text.joined(separator: "\n") + "\n", to: file)
        agent = try ChildProcess([options.program("batond"), "--config", file], environment: bus.environment)
        bridge = try ChildProcess([options.program("baton-mqtt"), "--config", file], environment: bus.environment)
        reactor = try Reactor()
        connection = Connection(address: bus.address, reactor: reactor)
        try connection.open()
    }

    deinit {
        connection.close()
        bridge.stop()
        agent.stop()
        players?.stop()
    }

    var figures: ProcessFigures { ProcessFigures(identifier: bridge.identifier) }

    /// Turns until a name is on the bus.
    ///
    /// - Returns: its owner. Calls go to that, because our connection looks up a well-known name before each call, which other
    ///   callers do not.
    @discardableResult
    func wait(for name: BusName) throws -> BusName {
        var owner: BusName?
        let watch = connection.watchName(name) { owner = $0 }
        defer { watch.cancel() }
        let end = MonotonicTime.now + 20_000_000_000
        while owner == nil {
            guard MonotonicTime.now < end else { throw BenchError("\(name) did not come in 20 s") }
            try reactor.turn(timeout: .milliseconds(100))
        }
        return owner ?? name
    }

    /// Calls a method of a player.
    ///
    /// - Returns: when the call was sent.
    func command(_ member: MemberName, of player: BusName) throws -> UInt64 {
        let message = Message.methodCall(
            to: player, path: "/org/mpris/MediaPlayer2", interface: BenchPlayer.interface, member: member)
        var result: Result<Message, DBusError>?
        let sent = MonotonicTime.now
        connection.call(message, within: .seconds(8)) { result = $0 }
        while result == nil { try reactor.turn(timeout: .seconds(9)) }
        if case .failure(let error) = result { throw BenchError("\(player) answered \(error.name): \(error.message)") }
        return sent
    }
}
