// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMQTT
import BatonReactor

/// A command from one machine to the player of another one, side by side with what it is made of at least: a message through the same
/// broker, and two calls through the forwarder.
struct MachinesLatency {
    /// Microseconds.
    var remote = Samples()
    var atMostOnce = Samples()
    var atLeastOnce = Samples()
    var forwarder = Samples()

    /// How much more it takes than its parts.
    var ratio: Double { remote.median / (atMostOnce.median + 2 * forwarder.median) }

    static func measure(_ broker: BenchBroker, _ options: Options, count: Int) throws -> MachinesLatency {
        var result = MachinesLatency()
        let scene = try Scene.ready(.forwarder, options: options)
        let ledger = try Ledger(path: broker.folder + "/ledger")
        let far = try BenchMachine("far", broker, [], ledger: broker.folder + "/ledger", options)
        let near = try BenchMachine("near", broker, ["follow = far"], ledger: nil, options)
        let player = try near.wait(for: "org.mpris.MediaPlayer2.household.far")
        MonotonicTime.pause(milliseconds: 1000)
        let echo = try Echo(broker)
        let commands = CommandLatency.commands
        // Each part has the same rest before it as the whole: after one all programs have to fetch their code and data again.
        func rest() { if options.pace > 0 { MonotonicTime.pause(milliseconds: options.pace) } }
        for index in 0..<count + 20 {
            let member = commands[index % commands.count]
            let arrivals = ledger.count
            let sent = try near.command(member, of: player)
            guard ledger.count == arrivals + 1 else {
                throw BenchError("a command did not arrive at the far player once")
            }
            rest()
            let once = try echo.time(.atMostOnce)
            rest()
            let least = try echo.time(.atLeastOnce)
            rest()
            let trip = try scene.command(member)
            // The first ones warm the caches.
            if index >= 20 {
                result.remote.append(Double(ledger[ledger.count - 1] - sent) / 1000)
                result.atMostOnce.append(once)
                result.atLeastOnce.append(least)
                result.forwarder.append(Double(scene.ledger[scene.ledger.count - 1] - trip.sent) / 1000)
            }
            rest()
        }
        withExtendedLifetime(far) {}
        return result
    }
}

/// A client of the broker that gets its own messages.
private final class Echo {
    private let reactor: Reactor
    private let connection: MQTTConnection
    private let topic: Topic
    private var arrived: UInt64?

    init(_ broker: BenchBroker) throws {
        guard let topic = Topic("bench/echo") else { throw BenchError("no topic") }
        self.topic = topic
        reactor = try Reactor()
        connection = MQTTConnection(
            to: MQTTBroker(host: "127.0.0.1", port: broker.port, client: "bench-echo"), will: nil, on: reactor)
        connection.onMessage = { [weak self] _ in self?.arrived = MonotonicTime.now }
        connection.subscribe(to: TopicFilter(topic))
        connection.open()
        while !connection.isSubscribed { try reactor.turn(timeout: .seconds(1)) }
    }

    deinit { connection.close() }

    /// Microseconds from the publishing to the arrival.
    func time(_ quality: QualityOfService) throws -> Double {
        arrived = nil
        let sent = MonotonicTime.now
        try connection.publish(MQTTMessage(topic, payload: Array("pause".utf8), quality: quality))
        while arrived == nil { try reactor.turn(timeout: .seconds(2)) }
        while !connection.isConfirmed { try reactor.turn(timeout: .seconds(2)) }
        return Double((arrived ?? sent) - sent) / 1000
    }
}
