// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonMQTT

/// Topics and filters as MQTT 5 has them in chapter 4.7.
@Suite struct TopicTests {
    @Test(
        "text that is no topic is refused",
        arguments: ["", "a/+", "+", "a/#", "#b", "a\u{0}b", String(repeating: "a", count: 65_536)])
    func refused(_ text: String) {
        #expect(Topic(text) == nil)
    }

    @Test(
        "a topic is 1 to 65 535 bytes", arguments: ["a", "/", "a//b", "ä/ö", String(repeating: "a", count: 65_535)])
    func taken(_ text: String) {
        #expect(Topic(text)?.text == text)
    }

    @Test(
        "a level made of text from outside has no wildcard, no slash and no more than 64 bytes",
        arguments: [
            ("laptop", "laptop"), ("a/b", "a-b"), ("+", "-"), ("#", "-"), ("", "-"), ("\u{0}", "-"),
            ("büro pc", "b-ro-pc"),
            ("a///b", "a-b"), ("\u{202E}x", "-x"),
            (String(repeating: "x", count: 500), String(repeating: "x", count: 64)),
        ])
    func level(_ text: String, _ level: String) {
        #expect(Topic.level(text) == level)
        #expect(Topic(Topic.level(text)) != nil)
    }

    @Test("a topic that would be too long stays as it is")
    func tooLong() throws {
        let topic = try #require(Topic(String(repeating: "a", count: 65_530)))
        #expect(topic.appending("bcdefg") == topic)
        #expect(topic.appending("b").levels.count == 2)
    }

    @Test(
        "a filter has wildcards alone in their level, and # at the end only",
        arguments: ["a+", "#/a", "a/b#", "", "a\u{0}"])
    func filterRefused(_ text: String) {
        #expect(TopicFilter(text) == nil)
    }

    @Test(
        "a filter matches as the specification's examples say",
        arguments: [
            ("sport/tennis/player1/#", "sport/tennis/player1", true),
            ("sport/tennis/player1/#", "sport/tennis/player1/ranking", true),
            ("sport/#", "sport", true), ("sport/+", "sport", false), ("sport/+", "sport/", true),
            ("sport/tennis/+", "sport/tennis/player1/ranking", false), ("+/+", "/finance", true),
            ("/+", "/finance", true),
            ("+", "/finance", false), ("#", "$SYS/uptime", false), ("+/uptime", "$SYS/uptime", false),
            ("$SYS/#", "$SYS/uptime", true), ("a/b", "a/b", true), ("a/b", "a/b/c", false), ("a/b/c", "a/b", false),
        ])
    func matches(_ filter: String, _ topic: String, _ matches: Bool) throws {
        #expect(try #require(TopicFilter(filter)).matches(try #require(Topic(topic))) == matches)
    }
}
