// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonHousehold

/// Somebody who only looks sees what the machines say of themselves, and no more of them than fit.
@Suite struct HouseholdViewTests {
    private var view = HouseholdView(HouseholdTopics(base: "baton"))

    @discardableResult
    private mutating func read(_ topic: String, _ text: String) -> RemoteHost? {
        view.read(topic: topic, Array(text.utf8))
    }

    @Test("a machine is seen with what it says, and each change is told once")
    mutating func seen() {
        #expect(read("baton/laptop/available", "online")?.isOnline == true)
        #expect(read("baton/laptop/available", "online") == nil)
        #expect(read("baton/laptop/now", #"{"status":"playing","player":"mpv"}"#)?.now?.player == "mpv")
        #expect(read("baton/laptop/interruptions", #"[{"id":"1","cause":"call"}]"#)?.interruptions.count == 1)
        #expect(view.hosts.map(\.name.text) == ["laptop"])
    }

    @Test("a machine that is wanted has a place, however many others there are")
    func wanted() throws {
        let tv = try #require(HostName("tv"))
        var view = HouseholdView(HouseholdTopics(base: "baton"), wanted: [tv])
        for number in 0..<1000 { _ = view.read(topic: "baton/a\(number)/available", Array("online".utf8)) }
        #expect(view.hosts.count == HouseholdView.most)
        #expect(view.read(topic: "baton/tv/available", Array("online".utf8))?.name == tv)
        #expect(view.hosts.count == HouseholdView.most + 1)
    }

    @Test("a machine that has been removed from the broker is gone, and one that is away stays")
    mutating func removed() {
        read("baton/laptop/available", "offline")
        read("baton/laptop/about", #"{"id":"0123456789abcdef0123456789abcdef","title":"Laptop"}"#)
        #expect(view.hosts.first?.title == "Laptop")
        read("baton/laptop/about", "")
        read("baton/laptop/now", "")
        #expect(view.hosts == [])
    }

    @Test("what is not of the household, is too long or is no text changes nothing")
    mutating func others() {
        read("baton/laptop/command", "pause")
        read("baton/laptop/picture", "x")
        read("baton/a/b/about", "{}")
        read("home/laptop/about", "{}")
        read("baton/laptop/about", String(repeating: " ", count: Household.longest + 1))
        #expect(view.hosts == [])
    }

    @Test("a thousand invented machines take a bounded place")
    mutating func flood() {
        for number in 0..<1000 { read("baton/host\(number)/available", "online") }
        #expect(view.hosts.count == HouseholdView.most)
    }
}
