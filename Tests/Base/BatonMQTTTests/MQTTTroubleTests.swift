// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonMQTT

/// A real mosquitto that is absent, dies, freezes, comes back or refuses, and a second client of the same name.
@Suite struct MQTTTroubleTests {
    private let stage: MQTTStage
    private let topic: Topic

    init() throws {
        stage = try MQTTStage()
        topic = try #require(Topic("baton/laptop/now"))
    }

    @Test("a broker that comes later is found, and one that restarts is found again, with the subscriptions")
    func restart() throws {
        let broker = try TestBroker()
        broker.stop()
        let one = stage.connection(to: broker)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic))
        #expect(stage.failure(of: one) == .unreachable(ECONNREFUSED))
        for text in ["first", "second"] {
            try broker.start()
            one.hurry()
            #expect(stage.reactor.turn(until: { one.state == .connected }), "\(one.state)")
            try broker.client("mosquitto_pub", ["-t", topic.text, "-m", text, "-r"])
            #expect(stage.reactor.turn(until: { inbox.texts.last == text }))
            broker.stop()
            #expect(stage.reactor.turn(until: { one.state == .waiting(.lost) }), "\(one.state)")
        }
    }

    @Test("a broker that is absent is tried again without being asked to")
    func retry() throws {
        let broker = try TestBroker()
        broker.stop()
        let one = stage.connection(to: broker)
        #expect(stage.failure(of: one) == .unreachable(ECONNREFUSED))
        try broker.start()
        #expect(stage.reactor.turn(until: { one.state == .connected }), "\(one.state)")
    }

    @Test("a host without an address is no broker")
    func unknownHost() throws {
        let one = stage.connection(to: try TestBroker(), host: "-h")
        #expect(stage.failure(of: one) == .unknownHost)
    }

    @Test("a broker that takes the connection and says nothing is given up")
    func silent() throws {
        let broker = try TestBroker()
        broker.process?.suspend()
        defer { broker.process?.resume() }
        #expect(stage.failure(of: stage.connection(to: broker, limit: .milliseconds(200))) == .silent)
    }

    @Test("a broker that freezes is given up after two signs of life were due, and found when it goes on")
    func freezes() throws {
        let broker = try TestBroker()
        let one = stage.connection(to: broker, keepAlive: .seconds(5), limit: .milliseconds(300))
        stage.connect(one)
        broker.process?.suspend()
        // libmosquitto counts by its own clock: two times the shortest keep-alive, in real time.
        #expect(stage.reactor.turn(until: { one.state != .connected }), "it is still believed to be there")
        #expect(one.state == .waiting(.lost))
        broker.process?.resume()
        #expect(stage.reactor.turn(until: { one.state == .connected }), "\(one.state)")
    }

    @Test("what was on its way when the broker died is sent to nobody later")
    func diesInMidCommand() throws {
        let broker = try TestBroker()
        let one = stage.connection(to: broker)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic))
        stage.connect(one)
        stage.settle(one)
        broker.process?.suspend()
        try one.publish(MQTTMessage(topic, "lost", quality: .atLeastOnce))
        broker.stop()
        #expect(stage.reactor.turn(until: { one.state == .waiting(.lost) }), "\(one.state)")
        #expect(throws: PublishError.notConnected) { try one.publish(MQTTMessage(topic, "x", quality: .atLeastOnce)) }
        try broker.start()
        one.hurry()
        #expect(stage.reactor.turn(until: { one.isSubscribed }), "\(one.state)")
        try one.publish(MQTTMessage(topic, "next", quality: .atLeastOnce))
        #expect(stage.reactor.turn(until: { inbox.texts == ["next"] }), "\(inbox.texts)")
    }

    @Test(
        "what a frozen broker would deliver late is not sent to it, if it is not to be late", arguments: [true, false])
    func frozenInMidCommand(speaksVersion5: Bool) throws {
        let broker = try TestBroker()
        let one = stage.connection(to: broker, speaksVersion5: speaksVersion5)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic))
        stage.connect(one)
        stage.settle(one)
        try one.publish(MQTTMessage(topic, "before"), ifAnsweredWithin: .seconds(20))
        #expect(stage.reactor.turn(until: { inbox.texts == ["before"] }), "\(inbox.texts)")
        broker.process?.suspend()
        try one.publish(MQTTMessage(topic, "late"), ifAnsweredWithin: .zero)
        broker.process?.resume()
        try one.publish(MQTTMessage(topic, "after"), ifAnsweredWithin: .seconds(20))
        #expect(stage.reactor.turn(until: { inbox.texts.contains("after") }), "\(inbox.texts)")
        #expect(inbox.texts == ["before", "after"])
    }

    @Test("what the broker does not acknowledge fills up, and no memory with it")
    func full() throws {
        let broker = try TestBroker()
        let one = stage.connection(to: broker)
        stage.connect(one)
        broker.process?.suspend()
        defer { broker.process?.resume() }
        for _ in 0..<MQTTConnection.mostInFlight {
            try one.publish(MQTTMessage(topic, "x", quality: .atLeastOnce))
        }
        #expect(throws: PublishError.full) { try one.publish(MQTTMessage(topic, "x", quality: .atLeastOnce)) }
    }

    // MARK: Refusals

    @Test("a wrong password, an unknown user and none at all are told apart from a broker that is not there")
    func credentials() throws {
        let broker = try TestBroker("allow_anonymous false\npassword_file FOLDER/passwords") { folder in
            try Self.makeUser("laptop", in: folder)
        }
        #expect(stage.failure(of: stage.connection(to: broker, user: "nobody")) == .notAllowed)
        #expect(stage.failure(of: stage.connection(to: broker, user: "laptop", password: "wrong")) == .notAllowed)
        #expect(stage.failure(of: stage.connection(to: broker)) == .notAllowed)
        let old = stage.connection(to: broker, user: "nobody", speaksVersion5: false)
        #expect(stage.failure(of: old) == .notAllowed)
        stage.connect(stage.connection(to: broker, as: "two", user: "laptop"))
    }

    @Test("with the access list of docs a host writes below itself only, and hears of what was refused")
    func accessList() throws {
        let lines = "allow_anonymous false\npassword_file FOLDER/passwords\nacl_file FOLDER/acl"
        let list = "pattern read baton/#\npattern write baton/%u/#\ntopic write baton/+/command\n"
        let broker = try TestBroker(lines, files: ["acl": list]) { try Self.makeUser("laptop", in: $0) }
        let one = stage.connection(to: broker, user: "laptop")
        var refused: [String] = []
        one.onRefusal = { refused.append($0) }
        let inbox = Inbox(of: one)
        one.subscribe(to: try #require(TopicFilter("baton/#")))
        stage.connect(one)
        stage.settle(one)
        let other = try #require(Topic("baton/living/available"))
        try one.publish(MQTTMessage(other, "offline", quality: .atLeastOnce))
        try one.publish(MQTTMessage(topic, "mine", quality: .atLeastOnce))
        #expect(stage.reactor.turn(until: { inbox.texts == ["mine"] }), "\(inbox.texts)")
        #expect(stage.reactor.turn(until: { refused == [other.text] }), "\(refused)")
    }

    @Test("a broker that takes small packets only says so, and a greater one is not sent")
    func smallPackets() throws {
        let broker = try TestBroker("allow_anonymous true\nmax_packet_size 1000")
        let one = stage.connection(to: broker)
        let inbox = Inbox(of: one)
        one.subscribe(to: TopicFilter(topic))
        stage.connect(one)
        stage.settle(one)
        let large = MQTTMessage(topic, payload: Array(repeating: 0x78, count: 1000), quality: .atLeastOnce)
        #expect(throws: PublishError.tooLarge) { try one.publish(large) }
        try one.publish(MQTTMessage(topic, "small", quality: .atLeastOnce))
        #expect(stage.reactor.turn(until: { inbox.texts == ["small"] }), "\(one.state)")
    }

    @Test("a broker that speaks MQTT 3.1.1 only is spoken to by that", arguments: [OddBroker.Manner.refuses, .hangsUp])
    func oldBroker(_ manner: OddBroker.Manner) throws {
        let broker = try OddBroker(manner, on: stage.reactor)
        let one = MQTTConnection(
            to: MQTTBroker(host: "127.0.0.1", port: broker.port, client: "one"), will: nil, on: stage.reactor,
            jitter: { 1 })
        stage.connect(one)
        #expect(broker.versions == [5, 4] && !one.speaksVersion5)
    }

    @Test("a broker that says that another client has the same name is understood")
    func takenOver() throws {
        let broker = try OddBroker(.takesOver, on: stage.reactor)
        let one = MQTTConnection(
            to: MQTTBroker(host: "127.0.0.1", port: broker.port, client: "one"), will: nil, on: stage.reactor,
            jitter: { 1 })
        var states: [MQTTConnection.State] = []
        one.onChange = { states.append($0) }
        one.open()
        #expect(stage.reactor.turn(until: { states.count == 3 }))
        #expect(states == [.connecting, .connected, .waiting(.takenOver)])
    }

    @Test("two clients of one name throw each other out more and more seldom")
    func sameName() throws {
        let broker = try TestBroker()
        let (one, two) = (stage.connection(to: broker), stage.connection(to: broker))
        var waits: [Duration] = []
        one.onChange = { [unowned one, reactor = stage.reactor] state in
            if case .waiting = state, let next = one.nextAttempt { waits.append(next - reactor.now) }
        }
        stage.connect(one)
        two.open()
        #expect(stage.reactor.turn(until: { waits.count == 3 }), "\(waits)")
        // Each is counted from a moment before it is looked at.
        for (wait, bound) in zip(waits, [500, 1000, 2000]) {
            #expect(wait <= .milliseconds(bound) && wait > .milliseconds(bound / 2), "\(waits)")
        }
        two.close()
    }

    private static func makeUser(_ name: String, in folder: TemporaryFolder) throws {
        let file = folder.write("", to: "passwords")
        let program = try ChildProcess(
            ["mosquitto_passwd", "-b", file, name, name], environment: ["PATH": "/usr/bin:/bin"])
        try program.waitForEnd()
        #expect(program.exitStatus == 0, "\(program.printed)")
    }
}
