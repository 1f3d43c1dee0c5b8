// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMQTT

/// Messages of other programs at a real mosquitto: any bytes, of any size, as many as they like.
@Suite struct HostileMessageTests {
    private let stage: MQTTStage
    private let broker: TestBroker
    private let one: MQTTConnection
    private let inbox: Inbox

    init() throws {
        stage = try MQTTStage()
        broker = try TestBroker()
        one = stage.connection(to: broker)
        inbox = Inbox(of: one)
        one.subscribe(to: try #require(TopicFilter("#")))
        stage.connect(one)
        stage.settle(one)
    }

    @Test("bytes that are no text arrive as they are")
    func bytes() throws {
        let payloads: [[UInt8]] = [[], [0], [0xFF, 0xFE, 0x00, 0x0A], [0xED, 0xA0, 0x80], Array(0...255)]
        let topic = try #require(Topic("stranger"))
        for payload in payloads { try one.publish(MQTTMessage(topic, payload: payload, quality: .atLeastOnce)) }
        #expect(stage.reactor.turn(until: { inbox.arrivals.count == payloads.count }))
        #expect(inbox.payloads == payloads)
    }

    @Test("a mebibyte arrives whole")
    func large() throws {
        let payload = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try one.publish(MQTTMessage(try #require(Topic("stranger")), payload: payload, quality: .atLeastOnce))
        #expect(stage.reactor.turn(until: { !inbox.arrivals.isEmpty }))
        #expect(inbox.payloads == [payload])
        #expect(one.state == .connected)
    }

    @Test("a topic of 65 535 bytes arrives, and none is longer")
    func longTopic() throws {
        let topic = try #require(Topic(String(repeating: "a", count: Topic.longest)))
        try one.publish(MQTTMessage(topic, "x", quality: .atLeastOnce))
        #expect(stage.reactor.turn(until: { !inbox.arrivals.isEmpty }), "\(one.state)")
        #expect(inbox.arrivals.first?.message.topic == topic)
    }

    @Test("ten thousand messages at once are taken, and the connection stands")
    func flood() throws {
        let flood = try ChildProcess(
            [
                "mosquitto_pub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "stranger", "-m", "flood",
                "--repeat", "10000", "--repeat-delay", "0",
            ], environment: ["PATH": "/usr/bin:/bin"])
        #expect(stage.reactor.turn(until: { flood.hasEnded }), "\(inbox.arrivals.count) have come")
        let last = try #require(Topic("last"))
        try one.publish(MQTTMessage(last, "x", quality: .atLeastOnce))
        #expect(stage.reactor.turn(until: { inbox.arrivals.last?.message.topic == last }), "\(one.state)")
        // The broker may drop some of those that it cannot deliver at once.
        #expect(inbox.arrivals.count > 1000 && inbox.arrivals.count <= 10_001, "\(inbox.arrivals.count)")
    }
}
