// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

/// A card of which headphones and speaker are profiles, each with a sink of its own (`ucm`), or ports of one sink, beside a
/// display.
struct CardRoom {
    var room = SoundRoom()

    /// What is plugged in, and what is not: the speaker says that it is silent while headphones are plugged in, as ALSA's own do.
    static func card(phones: Bool, speakerIsSilenced: Bool = false, isOff: Bool = false) -> AudioCard {
        AudioCard(
            index: 5, name: "pci", isOff: isOff, plugged: phones ? ["phones"] : [],
            empty: phones ? speakerIsSilenced ? ["speaker"] : [] : ["phones"])
    }

    static func sink(_ index: UInt32, _ port: String, name: String? = nil) -> AudioSink {
        AudioSink(index: index, name: name ?? "pci.\(port)", card: 5, port: port)
    }

    /// Stream 9 on the sink 10 of the card.
    init(_ port: String = "phones", phones: Bool = true, speakerIsSilenced: Bool = false) {
        room.tell(.card(Self.card(phones: phones, speakerIsSilenced: speakerIsSilenced)))
        room.tell(.sink(Self.sink(10, port)))
        room.tell(.stream(SoundRoom.stream(9, on: 10)))
        room.passes(.seconds(1))
    }

    /// Tells facts, 5 ms apart, and what is lost by them.
    mutating func lost(by facts: AudioFact...) -> [String] {
        for fact in facts {
            room.tell(fact)
            room.passes(.milliseconds(5))
        }
        return room.lost()
    }

    mutating func lostLater() -> [String] {
        room.passes(.seconds(10))
        return room.lost()
    }
}

@Suite("Interruptions: cards, their profiles and ports")
struct RouteCardTests {
    private static let unplugged = AudioFact.card(CardRoom.card(phones: false))
    private static let gone = AudioFact.sinkGone(10)
    private static let speaker = AudioFact.sink(CardRoom.sink(11, "speaker"))
    private static let moved = AudioFact.stream(SoundRoom.stream(9, on: 11))

    @Test(
        "I115: headphones that are a profile of their card are lost, in whatever order the server tells of card, old and new sink",
        arguments: [
            [unplugged, gone, speaker, moved], [gone, unplugged, speaker, moved], [gone, speaker, unplugged, moved],
            [gone, speaker, moved, unplugged], [unplugged, speaker, moved, gone], [speaker, moved, unplugged, gone],
            [speaker, gone, moved, unplugged], [speaker, unplugged, moved, gone],
        ])
    func unpluggedProfile(facts: [AudioFact]) {
        var card = CardRoom()
        for fact in facts {
            card.room.tell(fact)
            card.room.passes(.milliseconds(5))
        }
        #expect(card.room.lost() == ["pci.phones: 9 +"], "once, and at once")
        #expect(card.lostLater() == [])
    }

    @Test(
        "I115: another profile with nothing unplugged is no loss, whether the new sink comes before or after the old one goes"
    )
    func otherProfile() {
        var card = CardRoom()
        #expect(card.lost(by: Self.gone, Self.speaker, Self.moved) == [])
        #expect(card.lostLater() == [])
        card = CardRoom()
        #expect(card.lost(by: Self.speaker, Self.moved, Self.gone) == [])
        #expect(card.lostLater() == [])
    }

    @Test("I115: what is unplugged a while after another profile was chosen was not heard any more")
    func unpluggedLater() {
        var card = CardRoom()
        _ = card.lost(by: Self.gone, Self.speaker, Self.moved)
        card.room.passes(.seconds(1))
        #expect(card.lost(by: Self.unplugged) == [])
        #expect(card.lostLater() == [])
    }

    @Test(
        "I21: a headset that goes from music to a call has a new sink in time, and is lost without one",
        arguments: [true, false])
    func headset(comes: Bool) {
        var room = SoundRoom()
        room.tell(.card(AudioCard(index: 4, name: "bluez")))
        room.tell(.sink(AudioSink(index: 5, name: "headset", card: 4, port: "headset-output")))
        room.tell(.stream(SoundRoom.stream(7, on: 5)))
        room.passes(.seconds(1))
        room.tell(.sinkGone(5))
        #expect(room.lost() == [])
        #expect(room.routes.has(AudioPlace(sink: "headset", card: "bluez", port: "headset-output")), "in a moment")
        #expect(room.routes.nextDeadline == room.now + .milliseconds(300))
        if comes { room.tell(.sink(AudioSink(index: 6, name: "headset.call", card: 4, port: "headset-hf-output"))) }
        room.passes(.milliseconds(300))
        #expect(room.lost() == (comes ? [] : ["headset: 7 +"]))
        room.passes(.seconds(10))
        #expect(room.lost() == [])
    }

    @Test("I21: a headset that is the only output may take longer for another use", arguments: [900, 2100])
    func slowHeadset(milliseconds: Int) {
        var room = SoundRoom()
        for index in 1...2 as ClosedRange<UInt32> { room.tell(.sinkGone(index)) }
        room.tell(.card(AudioCard(index: 4, name: "bluez")))
        room.tell(.sink(AudioSink(index: 5, name: "headset", card: 4)))
        room.tell(.stream(SoundRoom.stream(7, on: 5)))
        room.passes(.seconds(1))
        _ = room.lost()
        room.tell(.sinkGone(5))
        room.passes(.milliseconds(milliseconds))
        room.tell(.sink(AudioSink(index: 6, name: "headset.call", card: 4)))
        room.passes(.seconds(10))
        #expect(room.lost() == (milliseconds < 2000 ? [] : ["headset: 7 +"]))
    }

    @Test("I20, I21: a sink whose card is off, was never told of, or leaves in that moment is lost at once")
    func cardLeaves() {
        var card = CardRoom()
        #expect(card.lost(by: .card(CardRoom.card(phones: true, isOff: true)), Self.gone) == ["pci.phones: 9 +"])
        card = CardRoom()
        #expect(card.lost(by: Self.gone, .card(CardRoom.card(phones: true, isOff: true))) == ["pci.phones: 9 +"])
        card = CardRoom()
        #expect(card.lost(by: Self.gone, .cardGone(5)) == ["pci.phones: 9 +"])
        card = CardRoom()
        #expect(card.lost(by: .cardGone(5), Self.gone) == ["pci.phones: 9 +"])
        #expect(card.lostLater() == [])
    }

    @Test("I20: what is unplugged is lost although its sink stays, and once although the sink goes then")
    func portOfSink() {
        var card = CardRoom()
        #expect(card.lost(by: Self.unplugged) == ["pci.phones: 9 +"])
        #expect(card.lost(by: Self.gone) == [])
        #expect(card.lostLater() == [])
    }

    @Test("I20: it is lost too if the server goes to another port of the sink before it says what was unplugged")
    func portChangesFirst() {
        var card = CardRoom()
        let other = AudioFact.sink(CardRoom.sink(10, "speaker", name: "pci.phones"))
        #expect(card.lost(by: other) == [])
        #expect(card.lost(by: Self.unplugged) == ["pci.phones: 9 +"])

        card = CardRoom()
        #expect(card.lost(by: Self.unplugged, other) == ["pci.phones: 9 +"])

        card = CardRoom()
        #expect(card.lost(by: other) == [], "the user has chosen another port")
        card.room.passes(.seconds(1))
        #expect(card.lost(by: Self.unplugged) == [])
    }

    @Test("I115: headphones that are plugged in silence the speaker, which is not lost", arguments: [true, false])
    func pluggedIn(hasProfiles: Bool) {
        var card = CardRoom("speaker", phones: false)
        let pluggedIn = AudioFact.card(CardRoom.card(phones: true, speakerIsSilenced: true))
        #expect(card.lost(by: pluggedIn) == [])
        if hasProfiles {
            #expect(card.lost(by: Self.gone, .sink(CardRoom.sink(11, "phones"))) == [])
        } else {
            #expect(card.lost(by: .sink(CardRoom.sink(10, "phones", name: "pci.speaker"))) == [])
        }
        #expect(card.lostLater() == [])
        #expect(card.room.routes.has(AudioPlace(sink: "pci.speaker", card: "pci", port: "speaker")))

        card = CardRoom("speaker", phones: false)
        #expect(card.lost(by: .card(CardRoom.card(phones: true)), pluggedIn) == [], "one after the other")
    }

    @Test(
        "I115: what says that something was plugged in, and then that nothing is, was unplugged, also just after a plug elsewhere",
        arguments: [0, 100])
    func unpluggedBesidePlug(after milliseconds: Int) {
        var card = CardRoom()
        func told(phones: Bool, display: Bool) -> AudioFact {
            .card(
                AudioCard(
                    index: 5, name: "pci", plugged: Set((phones ? ["phones"] : []) + (display ? ["hdmi"] : [])),
                    empty: Set((phones ? [] : ["phones"]) + (display ? [] : ["hdmi"]))))
        }
        #expect(card.lost(by: told(phones: true, display: false)) == [])
        card.room.passes(.seconds(1))
        if milliseconds > 0 {
            #expect(card.lost(by: told(phones: true, display: true)) == [])
            card.room.passes(.milliseconds(milliseconds))
        }
        #expect(card.lost(by: told(phones: false, display: true)) == ["pci.phones: 9 +"])
        #expect(!card.room.routes.has(AudioPlace(sink: "pci.phones", card: "pci", port: "phones")))
    }

    @Test(
        "I27, I115, I116: headphones that are unplugged from the only card are a loss by unplugging, in whatever order it is told",
        arguments: [[gone, unplugged, speaker], [unplugged, gone, speaker], [gone, speaker, unplugged]], [false, true])
    func unpluggedInSilence(facts: [AudioFact], isSameName: Bool) {
        var card = CardRoom()
        card.room.tell(.sinkGone(1))
        card.room.tell(.sinkGone(2))
        card.room.passes(.seconds(5))
        _ = card.room.routes.takeLosses()
        for fact in facts {
            var fact = fact
            // The one sink of a card that uses another port now.
            if isSameName, case .sink = fact { fact = .sink(CardRoom.sink(11, "speaker", name: "pci.phones")) }
            card.room.tell(fact)
            card.room.passes(.milliseconds(5))
        }
        let losses = card.room.routes.takeLosses()
        #expect(losses.map(\.isUnplugged) == [true] && losses.map(\.sink.index) == [10])
        card.room.passes(.seconds(10))
        #expect(card.room.routes.takeLosses() == [])
    }

    @Test("I115: headphones that are unplugged again at once are lost; so are those that are unplugged twice")
    func looseContact() {
        var card = CardRoom(phones: false)
        let back = AudioFact.card(CardRoom.card(phones: true, speakerIsSilenced: true))
        #expect(card.lost(by: back) == [])
        #expect(card.lost(by: Self.unplugged) == ["pci.phones: 9 +"])
        #expect(card.lost(by: back) == [])
        #expect(card.lost(by: Self.unplugged) == ["pci.phones: 9 +"])
    }

    @Test("I21: a port of which nothing is known is not unplugged")
    func unknownPort() {
        var card = CardRoom("speaker", phones: true)
        #expect(card.lost(by: Self.unplugged) == [])
        #expect(card.lost(by: Self.gone, .sink(CardRoom.sink(12, "hdmi"))) == [])
        #expect(card.lostLater() == [])
    }

    @Test(
        "I116: without another sink nothing is heard: after 2 s it is lost, and at once if another one comes before",
        arguments: [("phones", 1, false, false), ("speakers", 1, true, true), ("speakers", 3, true, false)])
    func silence(comes name: String, after seconds: Int, isLost: Bool, atOnce: Bool) {
        var room = SoundRoom()
        room.tell(.sinkGone(2))
        _ = room.lost()
        room.tell(.sinkGone(1))
        #expect(room.lost() == [])
        #expect(room.routes.nextDeadline == room.now + .seconds(2))
        room.passes(.milliseconds(1999))
        #expect(room.lost() == [])
        if seconds == 1 {
            room.tell(.sink(AudioSink(index: 12, name: name)))
            #expect(room.lost() == (atOnce ? ["phones: 7 +"] : []))
        }
        room.passes(.milliseconds(1))
        #expect(room.lost() == (isLost && !atOnce ? ["phones: 7 +"] : []))
        if seconds == 3 { room.tell(.sink(AudioSink(index: 12, name: name))) }
        room.passes(.seconds(10))
        #expect(room.lost() == [])
    }

    @Test("I46, I117: what is heard where: the same sink, or the same card in another use, unless it was unplugged")
    func places() throws {
        var card = CardRoom()
        func place(of index: UInt32) throws -> AudioPlace {
            let stream = try #require(card.room.routes.streams[index])
            return card.room.routes.place(of: try #require(card.room.routes.output(of: stream)))
        }
        let phones = try place(of: 9)
        #expect(phones == AudioPlace(sink: "pci.phones", card: "pci", port: "phones"))
        #expect(card.room.routes.has(phones))
        _ = card.lost(by: Self.gone, Self.speaker)
        #expect(card.room.routes.has(phones), "the user has chosen the speaker")
        _ = card.lost(by: Self.unplugged)
        #expect(!card.room.routes.has(phones))

        // The same after another server, with other numbers.
        card.room.tell(.disconnected)
        card.room.tell(.connected)
        #expect(!card.room.routes.has(phones))
        card.room.tell(.card(AudioCard(index: 77, name: "pci", plugged: ["phones"])))
        card.room.tell(.sink(AudioSink(index: 78, name: "pci.speaker", card: 77, port: "speaker")))
        #expect(card.room.routes.has(phones))
        card.room.tell(.card(AudioCard(index: 77, name: "pci", empty: ["phones"])))
        #expect(!card.room.routes.has(phones))
        #expect(card.room.routes.has(AudioPlace(sink: "pci.speaker", card: "pci", port: "speaker")))
        #expect(!card.room.routes.has(AudioPlace(sink: "usb", card: "usb")))
        card.room.tell(.sink(AudioSink(index: 79, name: "usb")))
        #expect(card.room.routes.has(AudioPlace(sink: "usb", card: "usb")))
    }

    @Test("I115, I117: while a card may still say that something was unplugged, what was heard there is not decided")
    func undecided() {
        let phones = AudioPlace(sink: "pci.phones", card: "pci", port: "phones")
        let other = AudioPlace(sink: "usb", card: "usb")
        func check(_ card: CardRoom, _ isUndecided: Bool, _ what: String) {
            #expect(card.room.routes.isUndecided(phones) == isUndecided, "\(what)")
            #expect(!card.room.routes.isUndecided(other))
        }
        var card = CardRoom()
        check(card, false, "it is there")
        _ = card.lost(by: Self.gone)
        check(card, true, "its card has no sink")
        _ = card.lost(by: Self.speaker)
        check(card, true, "its card has another sink")
        var unplugged = card
        _ = unplugged.lost(by: Self.unplugged)
        check(unplugged, false, "it was unplugged")
        #expect(!unplugged.room.routes.has(phones))
        card.room.passes(.seconds(1))
        check(card, false, "the user has chosen the speaker")
        #expect(card.room.routes.has(phones))
    }

    @Test("I25, I117: a headset in its other use is lost for what was heard in its first one")
    func headsetLeavesInCall() throws {
        var room = SoundRoom()
        let music = AudioPlace(sink: "headset", card: "bluez", port: "out")
        room.tell(.card(AudioCard(index: 4, name: "bluez")))
        room.tell(.sink(AudioSink(index: 6, name: "headset.call", card: 4, port: "hf")))
        room.passes(.seconds(2))
        #expect(room.routes.has(music))
        room.tell(.sinkGone(6))
        room.tell(.cardGone(4))
        let loss = try #require(room.routes.takeLosses().first)
        #expect(room.routes.loss(loss, concerns: music))
        #expect(!room.routes.loss(loss, concerns: AudioPlace(sink: "speakers")))
        #expect(!room.routes.has(music))
    }

    @Test("I114: cards that change their minds for ever are no load")
    func flapping() {
        var card = CardRoom()
        for number in 0..<1000 {
            card.room.tell(.sink(CardRoom.sink(10, number % 2 == 0 ? "speaker" : "phones", name: "pci.phones")))
        }
        #expect(card.lostLater() == [])
    }
}
