// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import BatonTestSupport
import Testing

/// A host of a household whose broker forgets, and at whose broker strangers write.
@Suite struct HouseholdFaultTests {
    private let laptop = HostName(making: "laptop")
    private let living = HostName(making: "living")
    private let start = Duration.seconds(100)
    private let call = #"[{"id":"call-1","cause":"call","reason":""}]"#

    private func household(resumeLimit: Duration = .seconds(4 * 3600)) -> Household {
        let id = HostID(digest: Array(repeating: 0x11, count: 16))
        let settings = HouseholdSettings(
            id: id, name: laptop, followed: [living], sharing: .both, resumeLimit: resumeLimit)
        var household = Household(settings, seed: 1)
        connect(&household, at: start)
        return household
    }

    private func connect(_ household: inout Household, at instant: Duration) {
        household.connected(canAnswer: true, at: instant)
        household.settle(from: instant)
    }

    private func receive(
        _ household: inout Household, _ topic: String, _ text: String, isRetained: Bool = false, after: Duration
    ) -> [HouseholdEffect] {
        household.received(HouseholdMessage(topic, Array(text.utf8), isRetained: isRetained), at: start + after)
        return household.takeEffects()
    }

    @Test("a machine that takes another one's name over ends what that one shared, and nothing goes on")
    func takenName() {
        var household = household()
        for (topic, text) in [
            ("about", #"{"id":"\#(String(repeating: "2", count: 32))"}"#), ("available", "online"),
            ("interruptions", "[]"), ("interruptions", #"[{"id":"c","cause":"call"}]"#),
        ] {
            _ = receive(&household, "baton/living/\(topic)", text, after: .seconds(3))
        }
        let other = #"{"id":"\#(String(repeating: "3", count: 32))"}"#
        let call = RemoteInterruption(living, SharedInterruption(id: "c", cause: "call", reason: ""))
        let taken = receive(&household, "baton/living/about", other, after: .seconds(4))
        #expect(taken.contains(.end(call, mayResume: false)), "\(taken)")
        let none = receive(&household, "baton/living/interruptions", "[]", after: .seconds(5))
        #expect(!none.contains { if case .end = $0 { true } else { false } }, "\(none)")
    }

    private func begins(_ effects: [HouseholdEffect]) -> Bool {
        effects.contains { if case .begin = $0 { true } else { false } }
    }

    // MARK: The broker

    @Test("a broker that has forgotten everything is told everything again")
    func forgetfulBroker() {
        var household = household()
        household.tell(NowPlaying(status: .playing, player: "mpv"), at: start + .seconds(2))
        household.disconnected(at: start + .seconds(10))
        _ = household.takeEffects()
        household.connected(canAnswer: true, at: start + .seconds(12))
        household.advance(to: start + .milliseconds(12_500))
        var told = household.takeEffects()
        for case .publish(let topic, let payload, true) in told {
            household.received(HouseholdMessage(topic, payload), at: start + .milliseconds(12_500))
        }
        household.advance(to: start + .milliseconds(13_500))
        told += household.takeEffects()
        let topics = told.compactMap { effect -> String? in
            guard case .publish(let topic, _, true) = effect else { return nil }
            return topic
        }
        #expect(
            topics
                == ["about", "settings", "players", "interruptions", "now", "available"].map { "baton/laptop/\($0)" })
    }

    @Test("a call that ended while its host was away does not begin when the host is back")
    func staleCall() {
        var household = household()
        _ = receive(&household, "baton/living/available", "online", after: .seconds(2))
        #expect(begins(receive(&household, "baton/living/interruptions", call, after: .seconds(2))))
        _ = receive(&household, "baton/living/available", "offline", after: .seconds(3))
        household.disconnected(at: start + .seconds(4))
        household.connected(canAnswer: true, at: start + .seconds(5))
        // The broker may deliver what it keeps in any order.
        let online = receive(&household, "baton/living/available", "online", isRetained: true, after: .seconds(5))
        let empty = receive(&household, "baton/living/interruptions", "[]", isRetained: true, after: .seconds(5))
        #expect(!begins(online) && !begins(empty))
    }

    @Test("an interruption that has lasted too long does not begin again while its host still tells of it")
    func expired() {
        var household = household(resumeLimit: .seconds(60))
        _ = receive(&household, "baton/living/available", "online", after: .seconds(2))
        #expect(begins(receive(&household, "baton/living/interruptions", call, after: .seconds(2))))
        household.advance(to: start + .seconds(62))
        #expect(household.takeEffects().count == 1, "it ends")
        #expect(!begins(receive(&household, "baton/living/interruptions", call, after: .seconds(70))))
        #expect(!begins(receive(&household, "baton/living/available", "online", after: .seconds(71))))
        // An identifier is free again when its host no longer tells of it.
        _ = receive(&household, "baton/living/interruptions", "[]", after: .seconds(80))
        #expect(begins(receive(&household, "baton/living/interruptions", call, after: .seconds(90))))
    }

    @Test("a command whose time is over when it is read is refused, however short it lay here")
    func expiry() {
        var household = household()
        for (age, isDone) in [(Duration.seconds(2), true), (.milliseconds(2001), false)] {
            var message = HouseholdMessage("baton/laptop/command", Array("pause".utf8), age: age, expiry: .seconds(2))
            message.responseTopic = "baton/living/answer"
            household.received(message, at: start + .seconds(3))
            let effects = household.takeEffects()
            #expect(effects.contains { if case .perform = $0 { true } else { false } } == isDone, "\(age): \(effects)")
        }
    }

    @Test("what is being done while the connection breaks is done, and is not done again")
    func brokenWhileDoing() {
        var household = household()
        let command = #"{"do":"next","id":"7"}"#
        #expect(receive(&household, "baton/laptop/command", command, after: .seconds(2)).count == 1)
        household.disconnected(at: start + .seconds(3))
        household.finished(0, outcome: "handled", at: start + .seconds(3))
        connect(&household, at: start + .seconds(4))
        #expect(receive(&household, "baton/laptop/command", command, after: .seconds(6)) == [])
    }

    // MARK: Strangers

    @Test("an answer that nobody asked for, that is kept or that is no code changes nothing")
    func unaskedAnswers() {
        var household = household()
        _ = receive(&household, "baton/living/available", "online", after: .seconds(2))
        let id = household.send(.pause, to: living, at: start + .seconds(2))
        _ = household.takeEffects()
        let wrong: [(String, String, Bool)] = [
            (#"{"outcome":"handled"}"#, "other", false), (#"{"outcome":"handled"}"#, id, true),
            (#"{"outcome":7}"#, id, false), (#"{"outcome":"\u001b[31m"}"#, id, false), ("handled", id, false),
            (String(repeating: "[", count: 50_000), id, false),
        ]
        for (text, correlation, isRetained) in wrong {
            var answer = HouseholdMessage("baton/laptop/answer", Array(text.utf8), isRetained: isRetained)
            answer.correlation = Array(correlation.utf8)
            household.received(answer, at: start + .seconds(3))
            #expect(household.takeEffects() == [], "\(text.prefix(40))")
        }
        household.advance(to: start + .seconds(7))
        #expect(household.takeEffects() == [.outcome(id: id, code: "timeout")])
    }

    @Test("however many hosts a stranger invents, a followed host is known, and the number has a bound")
    func inventedHosts() {
        var household = household()
        for index in 0..<10_000 {
            _ = receive(&household, "baton/stranger\(index)/available", "online", after: .seconds(2))
        }
        #expect(household.hosts.count == Household.mostHosts)
        _ = receive(&household, "baton/living/available", "online", after: .seconds(3))
        #expect(household.hosts[living]?.isOnline == true)
        for host in household.hosts.keys where host != living {
            _ = receive(&household, "baton/\(host)/available", "", after: .seconds(4))
        }
        #expect(household.hosts.count == 1, "who is away and says nothing of itself is forgotten")
    }

    @Test("payloads that are no text, nested deeply, a mebibyte long or full of extreme numbers change nothing")
    func hostilePayloads() {
        let payloads: [[UInt8]] = [
            [0xFF, 0xFE], [0xED, 0xA0, 0x80], [0], Array(repeating: 0x5B, count: 60_000),
            Array(#"{"status":"playing","position":NaN}"#.utf8), Array(#"{"status":"playing","position":1e999}"#.utf8),
            Array(#"{"status":"playing","title":"\#(String(repeating: "x", count: 1 << 20))"}"#.utf8),
            Array(repeating: 0x20, count: 1 << 20),
        ]
        var household = household()
        _ = receive(&household, "baton/living/available", "online", after: .seconds(2))
        var told = 0
        for topic in HostTopic.allCases where topic != .available && topic != .ask {
            for payload in payloads {
                for host in ["laptop", "living"] {
                    household.received(
                        HouseholdMessage("baton/\(host)/\(topic.rawValue)", payload), at: start + .seconds(10))
                    for effect in household.takeEffects() {
                        if case .refused = effect {
                            told += 1
                        } else {
                            #expect(Bool(false), "\(host) \(topic): \(effect)")
                        }
                    }
                }
            }
        }
        #expect((1...3).contains(told), "too long, no command: each once")
        #expect(household.hosts[living]?.now == nil && household.hosts[living]?.interruptions == [])
    }

    @Test("topics of any length and with any characters are no host's")
    func hostileTopics() {
        var household = household()
        let long = String(repeating: "a", count: 65_535 - 12)
        for topic in [
            "baton/\(long)/now", "baton//now", "baton/ä/now", "baton/a b/now", "\(long)", "/", "baton/x/\(long)",
        ] {
            #expect(receive(&household, topic, "online", after: .seconds(2)) == [])
        }
        #expect(household.hosts.isEmpty)
    }

    @Test("damaged words of other hosts are taken without harm")
    func damaged() {
        let texts = [
            #"{"status":"playing","title":"\u00e4","length":200,"position":1.5,"can":["play"],"volume":0.5}"#, call,
            #"{"id":"11111111111111111111111111111111","title":"x","version":"1"}"#,
            #"{"do":"seek","value":-1,"id":"a"}"#,
        ]
        var random = SeededRandom(seed: 7)
        var household = household()
        for index in 0..<5000 {
            let bytes = DamagedText.damaged(Array(texts[index % texts.count].utf8), by: &random)
            let topic = HostTopic.allCases[index % HostTopic.allCases.count]
            let host = index % 2 == 0 ? "living" : "laptop"
            household.received(
                HouseholdMessage("baton/\(host)/\(topic.rawValue)", bytes), at: start + .milliseconds(2000 + index))
            household.advance(to: start + .milliseconds(2000 + index))
            _ = household.takeEffects()
        }
        #expect(household.hosts.count <= 1)
    }
}
