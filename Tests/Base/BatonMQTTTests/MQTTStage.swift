// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonMQTT

/// A reactor on which a test's connections live.
struct MQTTStage {
    let reactor: Reactor

    init() throws { reactor = try Reactor() }

    /// A connection that is not open. The waits between its attempts are half as long as their bounds.
    func connection(
        to broker: TestBroker, as client: String = "one", host: String = "127.0.0.1", user: String? = nil,
        password: String? = nil, security: MQTTSecurity? = nil, will: MQTTMessage? = nil,
        keepAlive: Duration = .seconds(60), limit: Duration = .seconds(20), speaksVersion5: Bool = true
    ) -> MQTTConnection {
        MQTTConnection(
            to: MQTTBroker(
                host: host, port: broker.port, client: client, user: user, password: password ?? user,
                security: security, keepAlive: keepAlive, speaksVersion5: speaksVersion5),
            will: will, on: reactor, attemptLimit: limit, jitter: { 1 })
    }

    /// Opens a connection, and turns until the broker has let it in.
    func connect(_ connection: MQTTConnection) {
        connection.open()
        #expect(reactor.turn(until: { connection.state == .connected }), "\(connection.state)")
    }

    /// Opens a connection, and turns until its attempt has failed.
    func failure(of connection: MQTTConnection) -> MQTTFailure? {
        var failure: MQTTFailure?
        connection.onChange = { if case .waiting(let reason) = $0, failure == nil { failure = reason } }
        connection.open()
        #expect(reactor.turn(until: { failure != nil || connection.state == .connected }), "\(connection.state)")
        connection.onChange = nil
        return failure
    }

    /// Turns until the broker has taken the subscriptions of a connection: messages from now on arrive.
    func settle(_ connection: MQTTConnection) {
        #expect(reactor.turn(until: { connection.isSubscribed }), "the broker has answered no subscription")
    }
}

/// What a connection has brought.
final class Inbox {
    private(set) var arrivals: [MQTTArrival] = []

    init(of connection: MQTTConnection) { connection.onMessage = { [weak self] in self?.arrivals.append($0) } }

    var payloads: [[UInt8]] { arrivals.map(\.message.payload) }
    var texts: [String] { payloads.map { String(decoding: $0, as: UTF8.self) } }
}
