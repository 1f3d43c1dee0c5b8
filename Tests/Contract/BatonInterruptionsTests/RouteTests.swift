// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

/// Facts of a sound server, one after the other.
struct SoundRoom {
    var routes = RouteWatch()
    var now = Duration.seconds(50)

    static let phones = AudioSink(index: 1, transport: .bluetooth, name: "phones", label: "Phones")
    static let speakers = AudioSink(index: 2, name: "speakers")
    static let equalizer = AudioSink(index: 3, kind: .virtual, name: "equalizer")

    static func stream(_ index: UInt32, on sink: UInt32?, group: String = "") -> AudioStream {
        AudioStream(index: index, sink: sink, process: 1000 + index, application: "app\(index)", group: group)
    }

    /// Phones with stream 7, speakers with stream 8.
    init() {
        for fact: AudioFact in [
            .connected, .sink(Self.phones), .sink(Self.speakers), .stream(Self.stream(7, on: 1)),
            .stream(Self.stream(8, on: 2)), .listed,
        ] { tell(fact) }
    }

    mutating func tell(_ fact: AudioFact) { routes.take(fact, at: now) }

    mutating func passes(_ time: Duration) {
        now += time
        routes.advance(to: now)
    }

    /// The sinks that were lost, with the streams that were on them.
    mutating func lost() -> [String] {
        routes.takeLosses().map { loss in
            "\(loss.sink.name): \(loss.streams.map { "\($0.index)" }.joined(separator: " "))\(loss.hasOtherStreams ? " +" : "")"
        }
    }
}

@Suite("Interruptions: what is heard nowhere")
struct RouteTests {
    @Test("I20: who was on a sink when it went has lost it, and nobody else")
    func removal() {
        var room = SoundRoom()
        room.tell(.sinkGone(1))

        #expect(room.lost() == ["phones: 7 +"])
        #expect(room.routes.nextDeadline == nil)
    }

    @Test("I20: a stream that was moved a moment before the sink went was on it; one moved earlier was not")
    func movedBefore() {
        var room = SoundRoom()
        room.tell(.stream(SoundRoom.stream(7, on: 2)))
        room.passes(.milliseconds(5))
        room.tell(.sinkGone(1))
        #expect(room.lost() == ["phones: 7 +"])

        room = SoundRoom()
        room.tell(.stream(SoundRoom.stream(7, on: 2)))
        room.passes(.milliseconds(200))
        room.tell(.sinkGone(1))
        #expect(room.lost() == ["phones:  +"])
    }

    @Test("I21: neither a virtual sink, nor a new default, nor a moved stream is a loss")
    func noLoss() {
        var room = SoundRoom()
        room.tell(.sink(SoundRoom.equalizer))
        room.tell(.stream(SoundRoom.stream(7, on: 3)))
        room.passes(.seconds(1))
        room.tell(.sinkGone(3))
        room.tell(.stream(SoundRoom.stream(7, on: 2)))
        room.tell(.sinkGone(99))
        #expect(room.lost() == [])
    }

    @Test("I102: what the session manager takes away and puts back is no loss, in whatever order its sinks come")
    func managerRestarts() {
        var room = SoundRoom()
        room.tell(.managerGone)
        room.passes(.milliseconds(30))
        room.tell(.sinkGone(1))
        room.tell(.sinkGone(2))
        room.passes(.seconds(60))
        #expect(room.lost() == [], "without a session manager nothing is heard")
        #expect(room.routes.nextDeadline == nil, "nothing happens by itself until it is back")

        room.tell(.managerBack)
        room.tell(.sink(AudioSink(index: 22, name: "speakers")))
        room.tell(.stream(SoundRoom.stream(7, on: 22)))
        room.passes(.milliseconds(1900))
        room.tell(.sink(AudioSink(index: 21, transport: .bluetooth, name: "phones")))
        room.passes(.seconds(10))
        #expect(room.lost() == [])
    }

    @Test(
        "I102: what has not come back 2 s after the session manager is lost if anything is heard then",
        arguments: [true, false])
    func managerBringsLess(isHeard: Bool) {
        var room = SoundRoom()
        room.tell(.managerGone)
        room.tell(.sinkGone(1))
        room.tell(.sinkGone(2))
        room.passes(.seconds(3))
        room.tell(.managerBack)
        if isHeard { room.tell(.sink(AudioSink(index: 22, name: "speakers"))) }
        room.passes(.milliseconds(1999))
        #expect(room.lost() == [])
        #expect(room.routes.nextDeadline == room.now + .milliseconds(1))
        room.passes(.milliseconds(1))
        #expect(room.lost() == (isHeard ? ["phones: 7 +"] : []))
    }

    @Test("I102: a headset that waits for another use of its card waits for the session manager too")
    func managerLeavesMeanwhile() {
        var room = SoundRoom()
        room.tell(.sink(AudioSink(index: 5, name: "headset", card: 4)))
        room.tell(.card(AudioCard(index: 4, name: "bluez")))
        room.tell(.sinkGone(5))
        room.tell(.managerGone)
        room.tell(.cardGone(4))
        room.passes(.seconds(1))
        room.tell(.managerBack)
        room.tell(.sink(AudioSink(index: 6, name: "headset", card: 9)))
        room.passes(.seconds(3))
        #expect(room.lost() == [])
    }

    @Test("I102: with a session manager that is back a sink that goes is lost at once")
    func managerIsBack() {
        var room = SoundRoom()
        room.tell(.managerGone)
        room.tell(.managerBack)
        room.tell(.sinkGone(1))
        #expect(room.lost() == ["phones: 7 +"])

        room.tell(.managerGone)
        room.tell(.connected)
        for fact: AudioFact in [
            .sink(SoundRoom.phones), .sink(SoundRoom.speakers), .sinkGone(1),
        ] {
            room.tell(fact)
        }
        #expect(room.lost() == ["phones: "], "what was said of another server is void")
    }

    @Test("I102: another session manager whose name is not known is noticed by the sinks of its cards")
    func otherManager() {
        var room = SoundRoom()
        room.tell(.managerGone)
        room.tell(.sinkGone(1))
        room.tell(.sink(AudioSink(index: 12, name: "dock", card: 3)))
        room.passes(.seconds(2))
        #expect(room.lost() == ["phones: 7 +"])
        room.tell(.sinkGone(2))
        #expect(room.lost() == ["speakers: 8 +"])
    }

    @Test("I102, I114: no more sinks are awaited than a machine has")
    func managerNeverReturns() {
        var room = SoundRoom()
        room.tell(.managerGone)
        for index in 100..<1100 as Range<UInt32> {
            room.tell(.sink(AudioSink(index: index, name: "sink\(index)")))
            room.tell(.sinkGone(index))
        }
        room.tell(.managerBack)
        room.passes(.seconds(2))
        #expect(room.routes.takeLosses().count == 64)
    }

    @Test("I21, I101: what a server takes away at its end is no loss")
    func serverEnds() {
        var room = SoundRoom()
        room.tell(.disconnected)
        room.tell(.sinkGone(1))
        room.passes(.seconds(10))
        #expect(room.lost() == [])
    }

    @Test("I20: who plays into an equalizer is heard where the equalizer is", arguments: ["group", "master"])
    func throughFilter(how: String) {
        var room = SoundRoom()
        let filter = AudioSink(
            index: 20, kind: .filter, name: "eq", group: how == "group" ? "g" : "",
            master: how == "master" ? "phones" : "")
        room.tell(.sink(filter))
        room.tell(.stream(SoundRoom.stream(9, on: 1, group: "g")))
        room.tell(.stream(SoundRoom.stream(7, on: 20)))
        room.passes(.seconds(1))
        room.tell(.sinkGone(1))
        #expect(room.lost() == ["phones: 7 9 +"])
    }

    /// PulseAudio 16.1: the filter and its stream go first, and the player is moved; the sink is told last.
    @Test(
        "I20: a filter that goes together with the sink behind it was heard there",
        arguments: ["group", "master"], ["moved first", "moved last", "not moved"])
    func filterGoesToo(_ how: String, _ order: String) {
        var room = SoundRoom()
        let (group, master) = how == "group" ? ("g", "") : ("", "phones")
        room.tell(.sink(AudioSink(index: 20, kind: .filter, name: "mono", group: group, master: master)))
        room.tell(.sink(AudioSink(index: 21, kind: .filter, name: "eq", master: "mono")))
        room.tell(.stream(SoundRoom.stream(9, on: 1, group: "g")))
        room.tell(.stream(SoundRoom.stream(7, on: 21)))
        room.passes(.seconds(1))
        if order == "moved first" { room.tell(.stream(SoundRoom.stream(7, on: 2))) }
        room.tell(.sinkGone(21))
        room.passes(.milliseconds(5))
        room.tell(.streamGone(9))
        room.tell(.sinkGone(20))
        if order == "moved last" { room.tell(.stream(SoundRoom.stream(7, on: 2))) }
        room.passes(.milliseconds(5))
        room.tell(.sinkGone(1))
        #expect(room.lost() == ["phones: 7 +"])
    }

    @Test("I20: a filter that was taken away long before the sink behind it is not heard there")
    func filterWentBefore() {
        var room = SoundRoom()
        room.tell(.sink(AudioSink(index: 20, kind: .filter, name: "mono", master: "phones")))
        room.tell(.stream(SoundRoom.stream(7, on: 20)))
        room.tell(.stream(SoundRoom.stream(7, on: 2)))
        room.tell(.sinkGone(20))
        room.passes(.milliseconds(101))
        room.tell(.sinkGone(1))
        #expect(room.lost() == ["phones:  +"])
    }

    @Test("I114: filters that pass sound on in a circle are not followed for ever")
    func circle() {
        var room = SoundRoom()
        room.tell(.sink(AudioSink(index: 30, kind: .filter, name: "a", master: "b")))
        room.tell(.sink(AudioSink(index: 31, kind: .filter, name: "b", master: "a")))
        room.tell(.stream(SoundRoom.stream(7, on: 30)))
        room.passes(.seconds(1))
        room.tell(.sinkGone(1))
        #expect(room.lost() == ["phones:  +"])
    }

    @Test("I20, I22: without a server a jack that is unplugged concerns whatever plays; a server makes it void")
    func jack() throws {
        var room = SoundRoom()
        room.tell(.disconnected)
        room.tell(.sink(AudioSink(index: 7, kind: .jack, name: "event7")))
        room.tell(.jackGone(7))
        let loss = try #require(room.routes.takeLosses().first)
        #expect(loss.concerns(wasHeard: false, isKnown: false))

        room.tell(.connected)
        room.tell(.jackGone(7))
        #expect(room.lost() == [])
    }

    @Test("I22: a player without a known stream is concerned if something was heard there, and nothing elsewhere")
    func unknownStreams() {
        let stream = SoundRoom.stream(7, on: 1)
        let alone = RouteLoss(sink: SoundRoom.phones, streams: [stream], hasOtherStreams: false)
        #expect(alone.concerns(wasHeard: false, isKnown: false))
        #expect(!alone.concerns(wasHeard: false, isKnown: true))
        #expect(alone.concerns(wasHeard: true, isKnown: true))
        let beside = RouteLoss(sink: SoundRoom.phones, streams: [stream], hasOtherStreams: true)
        #expect(!beside.concerns(wasHeard: false, isKnown: false))
        let silent = RouteLoss(sink: SoundRoom.phones, streams: [], hasOtherStreams: false)
        #expect(!silent.concerns(wasHeard: false, isKnown: false))
    }

    @Test("I105: 50 streams that go with their sink are one loss, and one Pause of their player")
    func manyStreams() throws {
        var room = SoundRoom()
        for index in 100..<150 as Range<UInt32> { room.tell(.stream(SoundRoom.stream(index, on: 1))) }
        room.tell(.sinkGone(1))
        let losses = room.routes.takeLosses()
        #expect(losses.map(\.streams.count) == [51])

        var model = InterruptionModel()
        let player = PlayerIdentity(name: "p", owner: ":1.1")
        model.playerChanged(player, to: PlayerFacts(.playing), at: room.now)
        _ = model.takeEffects()
        _ = model.begin(InterruptionRequest(.routeLost, resumes: false, players: [player]), at: room.now)
        #expect(model.takeEffects().filter { $0 == .pause(player) }.count == 1)
    }
}
