// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import Testing

/// Until when a command counts: by the receiver's clock, which the sender has heard of.
@Suite struct HouseholdClockTests {
    private let laptop = HostName(making: "laptop")
    private let living = HostName(making: "living")
    private let start = Duration.seconds(100)
    /// The clock of the living room is far from that of the laptop.
    private let livingStart = Duration.seconds(70_000)

    private func connected(_ name: HostName, byte: UInt8, seed: UInt64, at start: Duration) -> Household {
        let other = name == laptop ? living : laptop
        let id = HostID(digest: Array(repeating: byte, count: 16))
        var household = Household(HouseholdSettings(id: id, name: name, followed: [other]), seed: seed)
        household.connected(canAnswer: true, at: start - .seconds(10))
        household.settle(from: start - .seconds(10))
        household.received(HouseholdMessage("baton/\(other)/available", Array("online".utf8)), at: start)
        _ = household.takeEffects()
        return household
    }

    private var sender: Household { connected(laptop, byte: 0x11, seed: 1, at: start) }
    private var receiver: Household { connected(living, byte: 0x22, seed: 77, at: livingStart) }

    /// What the receiver tells of its player, so of its clock.
    private func now(of receiver: inout Household, at instant: Duration, _ title: String = "") -> [UInt8] {
        var playing = NowPlaying(status: .playing, player: "mpv")
        playing.title = title
        receiver.tell(playing, at: instant)
        for case .publish("baton/living/now", let payload, true) in receiver.takeEffects() { return payload }
        return []
    }

    private func sent(_ household: inout Household) -> (message: HouseholdMessage, limit: Duration?)? {
        for case .send(let topic, let payload, let response, let correlation, let limit) in household.takeEffects() {
            return (HouseholdMessage(topic, payload, responseTopic: response, correlation: correlation), limit)
        }
        return nil
    }

    private func answer(_ household: inout Household) -> HouseholdMessage? {
        for case .answer(let topic, let correlation, let payload) in household.takeEffects() {
            return HouseholdMessage(topic, payload, correlation: correlation)
        }
        return nil
    }

    private func code(_ message: HouseholdMessage?) -> String? {
        message.flatMap { try? JSONReader.read($0.payload) }?["outcome"]?.asString
    }

    @Test("a command to a host whose clock is known counts for five seconds at most, however long it lies anywhere")
    func until() throws {
        for (delay, isDone) in [(0, true), (4600, true), (5001, false), (600_000, false)] as [(Int64, Bool)] {
            var (sender, receiver) = (sender, receiver)
            let told = now(of: &receiver, at: livingStart)
            sender.received(HouseholdMessage("baton/living/now", told), at: start + .milliseconds(20))
            _ = sender.takeEffects()
            _ = sender.send(.pause, to: living, at: start + .seconds(60))
            let command = try #require(sent(&sender), "no command")
            #expect(command.limit == nil, "it need not wait for the broker")
            // The two clocks have gone on alike; the message was 20 ms under way.
            receiver.received(command.message, at: livingStart + .seconds(60) + .milliseconds(20 + delay))
            let effects = receiver.takeEffects()
            let done = effects.contains { if case .perform = $0 { true } else { false } }
            #expect(done == isDone, "after \(delay) ms: \(effects)")
        }
    }

    @Test("a command to a host whose clock is not known waits for the broker, and after its answer the clock is known")
    func unknownClock() throws {
        var (sender, receiver) = (sender, receiver)
        _ = sender.send(.pause, to: living, at: start)
        let first = try #require(sent(&sender), "no command")
        #expect(first.limit == Household.oldest)
        receiver.received(first.message, at: livingStart)
        receiver.finished(0, outcome: "handled", at: livingStart)
        sender.received(try #require(answer(&receiver), "no answer"), at: start + .milliseconds(1))
        _ = sender.takeEffects()
        _ = sender.send(.next, to: living, at: start + .seconds(1))
        #expect(try #require(sent(&sender), "no command").limit == nil)
    }

    @Test("of what the broker had kept, and of what was heard ten minutes ago, no clock is known")
    func staleClock() throws {
        var (sender, receiver) = (sender, receiver)
        let told = now(of: &receiver, at: livingStart)
        sender.received(HouseholdMessage("baton/living/now", told, isRetained: true), at: start)
        _ = sender.takeEffects()
        _ = sender.send(.pause, to: living, at: start)
        #expect(sent(&sender)?.limit == Household.oldest, "it was kept")
        sender.received(HouseholdMessage("baton/living/now", told), at: start)
        _ = sender.takeEffects()
        for (seconds, limit) in [(600, nil), (601, Household.oldest)] as [(Int64, Duration?)] {
            _ = sender.send(.pause, to: living, at: start + .seconds(seconds))
            #expect(try #require(sent(&sender), "no command").limit == limit, "after \(seconds) s")
        }
    }

    @Test("what was told late makes a command count for less; then it is sent once more, and is done once")
    func lateClock() throws {
        var (sender, receiver) = (sender, receiver)
        let told = now(of: &receiver, at: livingStart)
        // The broker stood for a minute with it.
        sender.received(HouseholdMessage("baton/living/now", told), at: start + .seconds(60))
        _ = sender.takeEffects()
        let id = sender.send(.pause, to: living, at: start + .seconds(60))
        receiver.received(try #require(sent(&sender), "no command").message, at: livingStart + .seconds(60))
        let refusal = try #require(answer(&receiver), "no answer")
        #expect(code(refusal) == "too-old")
        sender.received(refusal, at: start + .seconds(61))
        let again = try #require(sent(&sender), "not sent again")
        #expect(again.limit == .seconds(4), "within the five seconds of the first")
        receiver.received(again.message, at: livingStart + .seconds(61))
        receiver.received(again.message, at: livingStart + .seconds(61))
        let acts = receiver.takeEffects().filter { if case .perform = $0 { true } else { false } }
        #expect(acts.count == 1)
        // A second refusal is the outcome, also a forged one.
        sender.received(refusal, at: start + .seconds(62))
        #expect(sender.takeEffects() == [.outcome(id: id, code: "too-old")])
        // The refusal had the right time.
        _ = sender.send(.next, to: living, at: start + .seconds(63))
        receiver.received(try #require(sent(&sender), "no command").message, at: livingStart + .seconds(63))
        #expect(receiver.takeEffects().contains { if case .perform = $0 { true } else { false } })
    }

    @Test("a command that counts by the clock of a run before the last start is too old")
    func formerRun() throws {
        var (sender, receiver) = (sender, receiver)
        let told = now(of: &receiver, at: livingStart)
        sender.received(HouseholdMessage("baton/living/now", told), at: start)
        _ = sender.takeEffects()
        _ = sender.send(.pause, to: living, at: start)
        var restarted = connected(living, byte: 0x22, seed: 78, at: livingStart)
        restarted.received(try #require(sent(&sender), "no command").message, at: livingStart)
        #expect(code(answer(&restarted)) == "too-old")
    }

    @Test("of two instants that a host tells, the one that took less time serves")
    func betterInstant() throws {
        var (sender, receiver) = (sender, receiver)
        let (early, late) = (
            now(of: &receiver, at: livingStart, "one"), now(of: &receiver, at: livingStart + .seconds(1), "two")
        )
        sender.received(HouseholdMessage("baton/living/now", early), at: start)
        // 30 s under way.
        sender.received(HouseholdMessage("baton/living/now", late), at: start + .seconds(31))
        _ = sender.takeEffects()
        _ = sender.send(.pause, to: living, at: start + .seconds(31))
        receiver.received(try #require(sent(&sender), "no command").message, at: livingStart + .seconds(31))
        #expect(receiver.takeEffects().contains { if case .perform = $0 { true } else { false } })
    }

    @Test("without answers no command counts by a clock: nobody would hear that it was too old")
    func olderMQTT() throws {
        var (sender, receiver) = (sender, receiver)
        sender.disconnected(at: start)
        sender.connected(canAnswer: false, at: start)
        sender.received(HouseholdMessage("baton/living/available", Array("online".utf8)), at: start)
        let told = now(of: &receiver, at: livingStart)
        sender.received(HouseholdMessage("baton/living/now", told), at: start)
        _ = sender.takeEffects()
        _ = sender.send(.pause, to: living, at: start)
        #expect(sent(&sender)?.limit == Household.oldest)
    }

    @Test(
        "an instant is read as it is written, and nothing else is one",
        arguments: ["a-0", "k3f9-81234567", "0-999999999999999"])
    func instants(text: String) { #expect(HostInstant(text)?.text == text) }

    @Test(
        "what is no instant is refused, and a command with it too",
        arguments: [
            "", "-", "a-", "-5", "A-5", "a-+5", "a--5", "a-5 ", "a_b-5", "a-1000000000000000", "abcdefghijklmnopq-1",
            "a-٣", "é-5",
        ])
    func wrongInstants(text: String) {
        #expect(HostInstant(text) == nil)
        let payload = JSONValue.object(["do": .string("play"), "until": .string(text)]).text
        #expect(throws: HouseholdCommand.Mistake.wrongEnd) { try HouseholdCommand(payload: Array(payload.utf8)) }
    }

    @Test("no instant is too far")
    func extremes() throws {
        let last = try #require(HostInstant("a-999999999999999"))
        #expect(last.advanced(by: .seconds(Int64.max)).milliseconds == 999_999_999_999_999)
        #expect(HostInstant(run: "a", at: .seconds(Int64.max)).milliseconds <= 999_999_999_999_999)
        #expect(HostInstant(run: "a", at: .seconds(Int64.min)).milliseconds == 0)
        #expect(HostInstant(run: "a", at: .zero).advanced(by: .seconds(Int64.min)).milliseconds == 0)
        #expect(HostInstant(run: "a", at: .milliseconds(1999)).text == "a-1999")
    }

    @Test("a command that counts for longer than five seconds is refused, and its sender believes the refusal")
    func falseClock() throws {
        for lie in ["9999999999", "78000000"] {
            var (sender, receiver) = (sender, receiver)
            let run = try #require(HostInstant(run(of: now(of: &receiver, at: livingStart)))?.run)
            let told = #"{"status":"playing","clock":"\#(run)-\#(lie)"}"#
            sender.received(HouseholdMessage("baton/living/now", Array(told.utf8)), at: start)
            _ = sender.takeEffects()
            let id = sender.send(.pause, to: living, at: start)
            let command = try #require(sent(&sender), "no command")
            receiver.received(command.message, at: livingStart)
            let refusal = try #require(answer(&receiver), "no answer")
            #expect(code(refusal) == "wrong-until", "\(lie)")
            sender.received(
                HouseholdMessage("baton/laptop/answer", refusal.payload, correlation: Array(id.utf8)), at: start)
            let again = try #require(sent(&sender), "it is not sent again")
            #expect(again.limit != nil, "it waits for the broker")
            receiver.received(again.message, at: livingStart)
            #expect(receiver.takeEffects().contains { if case .perform = $0 { true } else { false } })
            // From then on it knows the clock.
            _ = sender.send(.pause, to: living, at: start + .seconds(1))
            let next = try #require(sent(&sender), "no second command")
            #expect(next.limit == nil)
            receiver.received(next.message, at: livingStart + .seconds(1))
            #expect(receiver.takeEffects().contains { if case .perform = $0 { true } else { false } })
        }
    }

    private func run(of payload: [UInt8]) -> String { (try? JSONReader.read(payload))?["clock"]?.asString ?? "" }
}
