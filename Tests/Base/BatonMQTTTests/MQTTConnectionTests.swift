// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Glibc
import SystemPackage
import Testing

@testable import BatonMQTT

/// A connection to a real mosquitto: what arrives, how old it is, and what is kept.
@Suite struct MQTTConnectionTests {
    private let stage: MQTTStage
    private let topic: Topic

    init() throws {
        stage = try MQTTStage()
        topic = try #require(Topic("baton/laptop/now"))
    }

    @Test("what is published arrives with its payload and the properties of MQTT 5")
    func arrives() throws {
        let broker = try TestBroker()
        let (one, two) = (stage.connection(to: broker), stage.connection(to: broker, as: "two"))
        let inbox = Inbox(of: two)
        two.subscribe(to: try #require(TopicFilter("baton/+/now")))
        stage.connect(one)
        stage.connect(two)
        stage.settle(two)
        var message = MQTTMessage(topic, payload: [0, 0xFF, 10], quality: .atLeastOnce)
        message.expiry = .seconds(5)
        message.responseTopic = Topic("baton/answer")
        message.correlation = [1, 2, 3]
        try one.publish(message)
        #expect(stage.reactor.turn(until: { inbox.arrivals.count == 1 }))
        var arrived = try #require(inbox.arrivals.first)
        #expect([.seconds(4), .seconds(5)].contains(arrived.message.expiry), "the broker counts whole seconds off")
        arrived.message.expiry = message.expiry
        #expect(arrived.message == message && arrived.age < .seconds(5))
        #expect(stage.reactor.turn(until: { one.latency != nil }), "the acknowledgement came")
    }

    @Test("by MQTT 3.1.1 a message arrives without what only MQTT 5 has")
    func oldVersion() throws {
        let broker = try TestBroker()
        let one = stage.connection(to: broker, speaksVersion5: false)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic), isWithoutKept: true)
        stage.connect(one)
        stage.settle(one)
        var message = MQTTMessage(topic, payload: [7], quality: .atLeastOnce, responseTopic: topic, correlation: [1])
        message.expiry = .seconds(5)
        try one.publish(message)
        #expect(stage.reactor.turn(until: { !inbox.arrivals.isEmpty }))
        #expect(inbox.arrivals.map(\.message) == [MQTTMessage(topic, payload: [7], quality: .atLeastOnce)])
        #expect(!one.speaksVersion5)
    }

    @Test("a message that lay in the socket while this process did not run says how long")
    func age() throws {
        let broker = try TestBroker()
        let one = stage.connection(to: broker)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic), .atMostOnce)
        stage.connect(one)
        stage.settle(one)
        try broker.client("mosquitto_pub", ["-t", topic.text, "-m", "late"])
        // The reactor's descriptor is readable when the socket is.
        var socket = pollfd(fd: stage.reactor.fileDescriptor.rawValue, events: Int16(POLLIN), revents: 0)
        #expect(poll(&socket, 1, 20_000) == 1)
        let seen = ContinuousClock.now
        #expect(waitUntil { ContinuousClock.now - seen > .milliseconds(50) })
        #expect(stage.reactor.turn(until: { inbox.texts == ["late"] }))
        let age = try #require(inbox.arrivals.last).age
        #expect(age > .milliseconds(50) && age <= ContinuousClock.now - seen + .seconds(20), "age \(age)")
    }

    @Test("the will is published when the connection breaks, and not after a goodbye")
    func will() throws {
        let broker = try TestBroker()
        let will = MQTTMessage(topic, "offline", quality: .atLeastOnce, isRetained: true)
        let watcher = stage.connection(to: broker, as: "watcher")
        let inbox = Inbox(of: watcher)
        watcher.subscribe(to: TopicFilter(topic))
        stage.connect(watcher)
        stage.settle(watcher)
        var one: MQTTConnection? = stage.connection(to: broker, will: will)
        stage.connect(try #require(one))
        one?.close(saying: [MQTTMessage(topic, "goodbye", quality: .atLeastOnce)])
        #expect(stage.reactor.turn(until: { inbox.texts == ["goodbye"] }), "\(inbox.texts)")
        one = stage.connection(to: broker, will: will)
        stage.connect(try #require(one))
        one = nil
        #expect(stage.reactor.turn(until: { inbox.texts == ["goodbye", "offline"] }), "\(inbox.texts)")
    }

    @Test("a command that the broker keeps is not delivered, and one that it is to keep is marked when it comes live")
    func kept() throws {
        let broker = try TestBroker()
        try broker.client("mosquitto_pub", ["-t", topic.text, "-m", "kept", "-r"])
        let one = stage.connection(to: broker)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic), isWithoutKept: true)
        stage.connect(one)
        stage.settle(one)
        try broker.client("mosquitto_pub", ["-t", topic.text, "-m", "live", "-r"])
        try broker.client("mosquitto_pub", ["-t", topic.text, "-m", "usual"])
        #expect(stage.reactor.turn(until: { inbox.texts == ["live", "usual"] }), "\(inbox.texts)")
        #expect(inbox.arrivals.map(\.message.isRetained) == [true, false])
    }

    @Test("what a broker of 3.1.1 keeps is delivered marked")
    func keptByOldVersion() throws {
        let broker = try TestBroker()
        try broker.client("mosquitto_pub", ["-t", topic.text, "-m", "kept", "-r"])
        let one = stage.connection(to: broker, speaksVersion5: false)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic), isWithoutKept: true)
        stage.connect(one)
        #expect(stage.reactor.turn(until: { inbox.texts == ["kept"] }), "\(inbox.texts)")
        #expect(inbox.arrivals.map(\.message.isRetained) == [true])
    }

    @Test("after the end of a subscription nothing comes by it")
    func unsubscribe() throws {
        let broker = try TestBroker()
        let one = stage.connection(to: broker)
        let inbox = Inbox(of: one)
        let second = try #require(Topic("baton/second"))
        for topic in [topic, second] { one.subscribe(to: TopicFilter(topic)) }
        stage.connect(one)
        stage.settle(one)
        one.unsubscribe(from: TopicFilter(topic))
        // The broker answers in order.
        try one.publish(MQTTMessage(topic, "unwanted"))
        try one.publish(MQTTMessage(second, "wanted"))
        #expect(stage.reactor.turn(until: { !inbox.arrivals.isEmpty }))
        #expect(inbox.texts == ["wanted"])
    }

    @Test("a connection that is closed publishes nothing")
    func closed() throws {
        let one = stage.connection(to: try TestBroker())
        #expect(throws: PublishError.notConnected) { try one.publish(MQTTMessage(topic, "x")) }
    }
}
