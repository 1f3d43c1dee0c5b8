// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import BatonTestSupport
import Testing

/// One host of a household, and what it does with what a broker brings.
@Suite struct HouseholdTests {
    private let id = HostID(digest: Array(repeating: 0x11, count: 16))
    private let laptop = HostName(making: "laptop")
    private let living = HostName(making: "living")
    private let start = Duration.seconds(100)

    private func household(
        followed: Set<HostName> = [], sharing: HouseholdSettings.Sharing = .off,
        allowed: Set<HouseholdCommand.Permission> = HouseholdCommand.Permission.usual, tellsTitles: Bool = true
    ) -> Household {
        var settings = HouseholdSettings(id: id, name: laptop, followed: followed, allowed: allowed, sharing: sharing)
        settings.tellsTitles = tellsTitles
        var household = Household(settings, seed: 1)
        household.connected(canAnswer: true, at: start)
        household.settle(from: start)
        return household
    }

    private func message(_ topic: String, _ text: String, isRetained: Bool = false) -> HouseholdMessage {
        HouseholdMessage(topic, Array(text.utf8), isRetained: isRetained)
    }

    private func ask(
        _ household: inout Household, _ text: String, isRetained: Bool = false, age: Duration = .zero,
        after: Duration = .seconds(2)
    ) -> [HouseholdEffect] {
        var message = message("baton/laptop/command", text, isRetained: isRetained)
        message.age = age
        message.responseTopic = "baton/living/answer"
        message.correlation = [7]
        household.received(message, at: start + after)
        return household.takeEffects()
    }

    private func code(_ effects: [HouseholdEffect]) -> String? {
        for case .answer(_, _, let payload) in effects {
            return (try? JSONReader.read(payload))?["outcome"]?.asString
        }
        return nil
    }

    @Test("a host that connects says who it is and what plays, and that it is there last")
    func introduction() {
        var household = Household(HouseholdSettings(id: id, name: laptop), seed: 1)
        household.tell(NowPlaying(status: .playing, player: "mpv"), at: start)
        household.connected(canAnswer: true, at: start)
        _ = household.takeEffects()
        household.advance(to: start + .milliseconds(499))
        #expect(topics(household.takeEffects()) == [], "its name may be another's")
        household.advance(to: start + Household.settling)
        let claim = household.takeEffects()
        #expect(topics(claim) == ["about"], "others of its name may object")
        for case .publish(let topic, let payload, true) in claim {
            household.received(HouseholdMessage(topic, payload), at: start + Household.settling)
        }
        household.advance(to: start + Household.settling + Household.objection)
        #expect(topics(household.takeEffects()) == ["settings", "players", "interruptions", "now", "available"])
    }

    @Test(
        "while a broker stands with the claim of a name, nothing is said under it; without any answer it is after 20 s")
    func unheardClaim() {
        for comesBack in [true, false] {
            var household = Household(HouseholdSettings(id: id, name: laptop), seed: 1)
            household.connected(canAnswer: true, at: start)
            _ = household.takeEffects()
            household.advance(to: start + Household.settling)
            #expect(topics(household.takeEffects()) == ["about"])
            household.advance(to: start + .seconds(8))
            #expect(topics(household.takeEffects()) == [], "nobody has heard the claim")
            if comesBack {
                household.received(message("baton/laptop/about", #"{"id":"\#(id.text)"}"#), at: start + .seconds(8))
                household.advance(to: start + .milliseconds(8999))
                #expect(topics(household.takeEffects()) == [], "others may object")
                household.advance(to: start + .seconds(9))
            } else {
                household.advance(to: start + Household.settling + Household.longestObjection)
            }
            #expect(topics(household.takeEffects()).last == "available")
        }
    }

    @Test("a host that finds its own words at the broker says all at once")
    func comeback() {
        var household = Household(HouseholdSettings(id: id, name: laptop), seed: 1)
        household.connected(canAnswer: true, at: start)
        household.received(message("baton/laptop/about", #"{"id":"\#(id.text)"}"#, isRetained: true), at: start)
        _ = household.takeEffects()
        household.advance(to: start + Household.settling)
        #expect(topics(household.takeEffects()) == ["about", "settings", "players", "interruptions", "available"])
    }

    /// What is published and kept, without the base and the name.
    private func topics(_ effects: [HouseholdEffect]) -> [String] {
        effects.compactMap { effect in
            guard case .publish(let topic, _, true) = effect, topic.hasPrefix("baton/laptop/") else { return nil }
            return String(topic.dropFirst("baton/laptop/".count))
        }
    }

    @Test("of ten changes in a second four are told, the last one too")
    func rate() {
        var household = household()
        var told: [String] = []
        for tenth in 0..<20 {
            var now = NowPlaying(status: .playing, player: "mpv")
            now.title = "\(tenth)"
            let instant = start + .seconds(2) + .milliseconds(100 * Int64(tenth))
            if tenth < 10 { household.tell(now, at: instant) } else { household.advance(to: instant) }
            for case .publish("baton/laptop/now", let payload, _) in household.takeEffects() {
                told.append((try? JSONReader.read(payload))?["title"]?.asString ?? "?")
            }
        }
        #expect(told.count <= 5 && told.last == "9", "\(told)")
    }

    @Test("without consent no title leaves the machine")
    func titles() {
        var household = household(tellsTitles: false)
        var now = NowPlaying(status: .playing, player: "mpv")
        now.title = "secret"
        household.tell(now, at: start + .seconds(2))
        for case .publish(_, let payload, _) in household.takeEffects() {
            #expect(!String(decoding: payload, as: UTF8.self).contains("secret"))
        }
    }

    @Test("a command is done, and its sender hears how it went")
    func commands() {
        var household = household()
        let effects = ask(&household, #"{"do":"pause","id":"a"}"#)
        #expect(effects == [.perform(HouseholdCommand(.pause, id: "a"), token: 0)])
        household.finished(0, outcome: "handled", at: start + .seconds(3))
        #expect(code(household.takeEffects()) == "handled")
    }

    @Test("a number at the topic of the volume sets it by the rules of a command, and nothing else comes that way")
    func plainVolume() {
        var household = household()
        let topic = "baton/laptop/command/volume"
        household.received(message(topic, "0.4"), at: start + .seconds(2))
        #expect(household.takeEffects() == [.perform(HouseholdCommand(.volume, .number(0.4)), token: 0)])
        household.received(message(topic, "0.4", isRetained: true), at: start + .seconds(2))
        household.received(message(topic, "pause"), at: start + .seconds(2))
        let refused = household.takeEffects()
        #expect(refused == ["retained", "not-json"].map { .refused(code: $0, topic: topic) })
    }

    @Test("what is chosen is told with what is known of it")
    func choices() {
        var household = household()
        func settings() -> [JSONValue?] {
            household.takeEffects().map { effect in
                guard case .publish("baton/laptop/settings", let payload, true) = effect else { return nil }
                return try? JSONReader.read(payload)
            }
        }
        household.tell(pin: "mpv", shakes: true, at: start + .seconds(2))
        #expect(settings() == [.object(["pin": .string("mpv"), "shake": .bool(true)])])
        household.tell(pin: "", shakes: false, interrupts: false, policy: "recent", at: start + .seconds(3))
        let all: [String: JSONValue] = [
            "pin": .string(""), "shake": .bool(false), "interruptions": .bool(false), "policy": .string("recent"),
        ]
        #expect(settings() == [.object(all)])
    }

    @Test("a command that comes twice is done once, and answered twice")
    func twice() {
        var household = household()
        _ = ask(&household, #"{"do":"pause","id":"a"}"#)
        #expect(ask(&household, #"{"do":"pause","id":"a"}"#) == [], "it is being done")
        household.finished(0, outcome: "handled", at: start + .seconds(3))
        _ = household.takeEffects()
        #expect(code(ask(&household, #"{"do":"pause","id":"a"}"#, after: .seconds(4))) == "handled")
        let later = ask(&household, #"{"do":"pause","id":"a"}"#, after: .seconds(70))
        #expect(later.count == 1 && code(later) == nil, "after a minute an identifier is new: \(later)")
    }

    @Test("a command that the broker had kept, an old one and one that is not allowed are refused with a code")
    func refused() {
        var household = household()
        #expect(code(ask(&household, "play", isRetained: true)) == "retained")
        #expect(code(ask(&household, "play", age: .milliseconds(5001))) == "too-old")
        #expect(code(ask(&household, "undo")) == "not-allowed")
        #expect(code(ask(&household, #"{"do":"open-uri","value":"x:"}"#)) == "not-allowed")
        #expect(code(ask(&household, "dance")) == "unknown-command" || code(ask(&household, "dance")) == "not-json")
        #expect(ask(&household, "play", age: .seconds(5)).contains(.perform(HouseholdCommand(.play), token: 0)))
    }

    @Test("ten thousand commands in a moment cost ten thousand comparisons, and forty acts")
    func flood() {
        var household = household(allowed: Set(HouseholdCommand.Permission.allCases))
        var performed = 0
        var told = 0
        for index in 0..<10_000 {
            for effect in ask(&household, #"{"do":"next","id":"\#(index)"}"#) {
                if case .perform = effect { performed += 1 }
                if case .refused = effect { told += 1 }
            }
        }
        #expect(performed == 40 && told == 1, "\(performed) done, told \(told) times")
    }

    @Test("an answer goes to no command topic")
    func answerTopic() {
        var household = household()
        var message = message("baton/laptop/command", "undo")
        message.responseTopic = "baton/living/command"
        household.received(message, at: start + .seconds(2))
        #expect(code(household.takeEffects()) == nil)
    }

    @Test("two hosts of one name: that with the smaller identifier keeps it, and both say so")
    func names() {
        for (byte, keeps) in [(0x02, false), (0x22, true)] as [(UInt8, Bool)] {
            let other = HostID(digest: Array(repeating: byte, count: 16))
            var household = Household(HouseholdSettings(id: id, name: laptop), seed: 1)
            household.connected(canAnswer: true, at: start)
            _ = household.takeEffects()
            household.received(message("baton/laptop/available", "online", isRetained: true), at: start)
            household.received(
                message("baton/laptop/about", #"{"id":"\#(other.text)"}"#, isRetained: true), at: start)
            household.advance(to: start + .seconds(1))
            let effects = household.takeEffects()
            #expect(effects.contains(.nameTaken(by: other, keeps: keeps)))
            #expect(household.name.text == (keeps ? "laptop" : "laptop-1111"))
            #expect(effects.contains(.renamed(household.name)) == !keeps)
        }
    }

    @Test("a followed host is shown while it is there, and for ten seconds after")
    func followed() throws {
        var household = household(followed: [living])
        household.received(message("baton/living/about", #"{"id":"\#(id.text)"}"#), at: start + .seconds(2))
        household.received(message("baton/living/now", #"{"status":"playing","position":5}"#), at: start + .seconds(2))
        #expect(household.takeEffects() == [], "it is not there")
        household.received(message("baton/living/available", "online"), at: start + .seconds(3))
        guard case .show(let host)? = household.takeEffects().last else { return #expect(Bool(false), "not shown") }
        #expect(host.position(at: start + .seconds(4)) == .seconds(7), "it counts from when it was told")
        household.received(message("baton/living/available", "offline"), at: start + .seconds(20))
        household.advance(to: start + .milliseconds(29_999))
        #expect(household.takeEffects() == [])
        household.advance(to: try #require(household.nextDeadline))
        #expect(household.takeEffects() == [.hide(living)])
    }

    @Test("the position of what the broker had kept is not known: the host is asked")
    func retainedPosition() {
        var household = household(followed: [living])
        household.received(message("baton/living/available", "online", isRetained: true), at: start + .seconds(2))
        household.received(
            message("baton/living/now", #"{"status":"playing","position":5}"#, isRetained: true),
            at: start + .seconds(2))
        let effects = household.takeEffects()
        #expect(effects.contains(.publish(topic: "baton/living/ask", payload: [], isRetained: false)))
        #expect(household.hosts[living]?.position(at: start + .seconds(9)) == nil)
    }

    @Test("another host's call begins here, ends with it, and what it paused goes on only if its end was heard")
    func calls() {
        let list = #"[{"id":"call-1","cause":"call","reason":"Zoom"}]"#
        for (isHeard, mayResume) in [(true, true), (false, false)] {
            var household = household(sharing: .both)
            household.received(message("baton/living/available", "online"), at: start + .seconds(2))
            household.received(message("baton/living/interruptions", "[]", isRetained: true), at: start + .seconds(2))
            household.received(message("baton/living/interruptions", list), at: start + .seconds(3))
            let call = RemoteInterruption(living, SharedInterruption(id: "call-1", cause: "call", reason: "Zoom"))
            #expect(household.takeEffects() == [.begin(call)])
            if !isHeard {
                household.disconnected(at: start + .seconds(4))
                #expect(household.takeEffects() == [], "being cut off ends no call")
                household.connected(canAnswer: true, at: start + .seconds(5))
            }
            household.received(
                message("baton/living/interruptions", "[]", isRetained: !isHeard), at: start + .seconds(6))
            #expect(household.takeEffects().contains(.end(call, mayResume: mayResume)))
        }
    }

    @Test("a host whose will comes ends its calls, and nothing goes on")
    func will() {
        var household = household(sharing: .follow)
        household.received(message("baton/living/available", "online"), at: start + .seconds(2))
        household.received(
            message("baton/living/interruptions", #"[{"id":"c","cause":"call"}]"#), at: start + .seconds(2))
        _ = household.takeEffects()
        household.received(message("baton/living/available", "offline"), at: start + .seconds(3))
        let call = RemoteInterruption(living, SharedInterruption(id: "c", cause: "call", reason: ""))
        #expect(household.takeEffects() == [.end(call, mayResume: false)])
    }

    @Test("an interruption that nobody ends is over after the limit")
    func resumeLimit() {
        var household = household(sharing: .follow)
        household.received(message("baton/living/available", "online"), at: start + .seconds(2))
        household.received(
            message("baton/living/interruptions", #"[{"id":"c","cause":"call"}]"#), at: start + .seconds(2))
        _ = household.takeEffects()
        household.advance(to: start + .seconds(2 + 4 * 3600))
        #expect(household.takeEffects().contains { if case .end(_, mayResume: false) = $0 { true } else { false } })
    }

    @Test("a sent command gets its answer once, or a timeout after five seconds")
    func answers() {
        var household = household(followed: [living])
        household.received(message("baton/living/available", "online"), at: start + .seconds(2))
        _ = household.takeEffects()
        let first = household.send(.pause, to: living, at: start + .seconds(3))
        let second = household.send(.next, to: living, at: start + .seconds(3))
        #expect(household.takeEffects().count == 2)
        var answer = message("baton/laptop/answer", #"{"outcome":"handled"}"#)
        answer.correlation = Array(first.utf8)
        household.received(answer, at: start + .seconds(4))
        household.received(answer, at: start + .seconds(4))
        #expect(household.takeEffects() == [.outcome(id: first, code: "handled")])
        household.advance(to: start + .seconds(8))
        #expect(household.takeEffects() == [.outcome(id: second, code: "timeout")])
        #expect(household.send(.play, to: HostName(making: "nobody"), at: start) != first)
        #expect(household.takeEffects().count == 1, "nobody is there to ask")
    }

    @Test("what a stranger writes over this host's words is written again, once in two seconds")
    func healing() {
        var household = household()
        for instant in [start + .seconds(2), start + .milliseconds(2100)] {
            household.received(message("baton/laptop/available", "offline"), at: instant)
        }
        #expect(household.takeEffects() == [])
        household.advance(to: start + .seconds(4))
        let topics = household.takeEffects().count
        #expect(topics == 5, "about, settings, players, interruptions and available: \(topics)")
    }

    @Test("any bytes at any topic are taken without harm, and what is known stays bounded")
    func garbage() {
        var random = SeededRandom(seed: 1)
        var household = household(followed: [living], sharing: .both)
        let parts = [
            "{", "}", "[", "]", "\"", "status", "playing", "id", ":", ",", "1e308", "-9", "\\ud800", "online", "\u{0}",
            "é",
        ]
        for index in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            let topic = (HostTopic.allCases.randomElement(using: &random) ?? .now).rawValue
            let host = Bool.random(using: &random) ? "laptop" : "h\(index % 500)"
            household.received(
                message("baton/\(host)/\(topic)", text, isRetained: Bool.random(using: &random)),
                at: start + .seconds(2))
            _ = household.takeEffects()
        }
        #expect(household.hosts.count <= Household.mostHosts)
    }
}
