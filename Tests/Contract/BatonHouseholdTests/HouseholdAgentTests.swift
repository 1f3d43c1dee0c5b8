// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import Testing

/// Calls whose agent is gone, and calls of many machines at once.
@Suite struct HouseholdAgentTests {
    private let living = HostName(making: "living")
    private let start = Duration.seconds(100)

    private func household() -> Household {
        let id = HostID(digest: Array(repeating: 0x11, count: 16))
        let settings = HouseholdSettings(id: id, name: HostName(making: "laptop"), followed: [], sharing: .both)
        var household = Household(settings, seed: 1)
        household.connected(canAnswer: true, at: start - .seconds(10))
        household.settle(from: start - .seconds(10))
        return household
    }

    private func call(_ id: String) -> SharedInterruption { SharedInterruption(id: id, cause: "call", reason: "") }

    private func published(_ household: inout Household) -> [String] {
        household.takeEffects().compactMap { effect in
            guard case .publish(let topic, let payload, true) = effect else { return nil }
            return "\(topic.dropFirst("baton/laptop/".count)) \(String(decoding: payload, as: UTF8.self))"
        }
    }

    // MARK: The agent

    @Test("when the agent dies in a call, the others hear nothing for ten seconds, and then that the machine was away")
    func deadAgent() {
        var household = household()
        household.tell(interruptions: [call("c")], at: start)
        _ = household.takeEffects()
        household.agentLeft(at: start + .seconds(1))
        // Neither the missing agent nor the next one, which has not begun the call yet, ends it.
        household.tell(interruptions: [], at: start + .seconds(1))
        household.tell(interruptions: [], at: start + .seconds(2))
        #expect(household.nextDeadline == start + .seconds(11))
        household.advance(to: start + .seconds(10))
        #expect(published(&household) == [])
        household.advance(to: start + .seconds(11))
        #expect(published(&household) == ["available offline", "interruptions []", "available online"])
        household.tell(interruptions: [call("d")], at: start + .seconds(12))
        household.tell(interruptions: [], at: start + .seconds(13))
        household.advance(to: start + .seconds(14))
        #expect(published(&household).last == "interruptions []", "a call of the next agent ends as any other")
    }

    @Test("a call that another agent takes up goes on, and nothing is told between the two")
    func otherAgent() {
        var household = household()
        household.tell(interruptions: [call("c")], at: start)
        household.agentLeft(at: start + .seconds(1))
        household.tell(interruptions: [], at: start + .seconds(2))
        _ = household.takeEffects()
        household.tell(interruptions: [call("d")], at: start + .seconds(3))
        household.advance(to: start + .seconds(60))
        let told = published(&household)
        #expect(told.count == 1 && told[0].contains(#""id":"d""#), "\(told)")
        #expect(household.nextDeadline == nil)
    }

    @Test("without a call an agent that dies is no news")
    func idleAgent() {
        var household = household()
        household.agentLeft(at: start)
        #expect(household.nextDeadline == nil)
        #expect(published(&household) == [])
    }

    // MARK: The others

    private func hear(_ household: inout Household, _ host: String, _ calls: [String]) -> [HouseholdEffect] {
        let list = JSONValue.array(calls.map { call($0).json }).text
        for (topic, text) in [("available", "online"), ("interruptions", list)] {
            household.received(HouseholdMessage("baton/\(host)/\(topic)", Array(text.utf8)), at: start)
        }
        return household.takeEffects()
    }

    @Test("a call that goes on under another identifier begins before the old one ends: nothing plays between the two")
    func bridged() {
        var household = household()
        _ = hear(&household, "living", [])
        let (old, new) = (RemoteInterruption(living, call("c")), RemoteInterruption(living, call("d")))
        #expect(hear(&household, "living", ["c"]) == [.begin(old)])
        #expect(hear(&household, "living", ["d"]) == [.begin(new), .end(old, mayResume: true)])
    }

    @Test("the interruptions of eight machines last here at once; that of another one begins when one of them ends")
    func mostMachines() {
        var household = household()
        for index in 0..<Household.mostInterrupting {
            #expect(hear(&household, "host\(index)", ["c"]).count == 1, "host\(index)")
        }
        #expect(hear(&household, "living", ["c"]) == [], "there is no place")
        #expect(hear(&household, "host3", ["c", "d"]).count == 1, "a machine that has a place may begin more")
        #expect(hear(&household, "host3", ["d"]).count == 1)
        let ended = hear(&household, "host3", [])
        #expect(ended.last == .begin(RemoteInterruption(living, call("c"))), "\(ended)")
    }

    @Test("a reason has no NUL, which no text on the bus can have")
    func reason() {
        var household = household()
        let list = #"[{"id":"c","cause":"call","reason":"Zo\u0000om"}]"#
        for (topic, text) in [("available", "online"), ("interruptions", list)] {
            household.received(HouseholdMessage("baton/living/\(topic)", Array(text.utf8)), at: start)
        }
        let call = SharedInterruption(id: "c", cause: "call", reason: "Zoom")
        #expect(household.takeEffects().last == .begin(RemoteInterruption(living, call)))
    }
}
