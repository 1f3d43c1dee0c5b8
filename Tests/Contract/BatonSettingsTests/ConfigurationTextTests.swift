// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSettings

@Suite("Configuration: values")
struct ConfigurationTextTests {
    @Test(
        "durations have units and may be added up",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("1s", .seconds(1)), ("2min", .seconds(120)), ("1h", .seconds(3600)),
            ("1min 30s", .seconds(90)), ("1min30s", .seconds(90)), ("1.5s", .milliseconds(1500)),
            ("10 us", .microseconds(10)),
            ("0s", .zero), ("1d", .seconds(86400)), ("2MIN", .seconds(120)),
        ])
    func durations(_ text: String, _ duration: Duration) {
        #expect(DurationText.parse(text) == duration)
        #expect(DurationText.parse(DurationText.render(duration)) == duration)
    }

    @Test(
        "what is no duration is none",
        arguments: [
            "", " ", "1", "s", "-1s", "+1s", "1x", "1.s", ".5s", "1..5s", "1s 2", "99999999999999999999s",
            "9999999999999h",
            "1.0000000001s", "9223372036s 9223372036s", "1s,2s",
        ])
    func noDurations(_ text: String) {
        #expect(DurationText.parse(text) == nil)
    }

    @Test("durations of every size read back what was written")
    func durationRoundTrip() {
        for nanoseconds in [1, 999, 1000, 1_500_000, 1_000_000_001, 3_600_000_000_000, 90_061_001_001_001] as [Int64] {
            let duration = Duration.nanoseconds(nanoseconds)
            #expect(DurationText.parse(DurationText.render(duration)) == duration)
        }
    }

    @Test(
        "commands are split without a shell",
        arguments: [
            ("mpv --idle", ["mpv", "--idle"]), ("  a\t b ", ["a", "b"]), ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
            ("a\\ b c", ["a b", "c"]), ("''", [""]), ("a'b'\"c\"", ["abc"]), ("'\\'", ["\\"]),
            ("$HOME ~ * | ;", ["$HOME", "~", "*", "|", ";"]),
            ("", []), ("\"a\\\"b\"", ["a\"b"]),
        ])
    func commands(_ text: String, _ words: [String]) {
        #expect(CommandWords.split(text) == words)
        #expect(CommandWords.split(CommandWords.join(words)) == words)
    }

    @Test("an open quote or a last backslash is no command", arguments: ["'", "\"", "a 'b", "a \\", "\"a\\\""])
    func openCommands(_ text: String) {
        #expect(CommandWords.split(text) == nil)
    }

    @Test(
        "a pattern means a player with and without its instance, whatever the case",
        arguments: [
            ("spotify", "org.mpris.MediaPlayer2.spotify", true), ("Spotify", "spotify", true),
            ("firefox", "org.mpris.MediaPlayer2.firefox.instance_1_84", true),
            ("firefox", "firefox.instance1234", true),
            ("firefox.instance1", "firefox.instance1", true), ("firefox.instance1", "firefox.instance2", false),
            ("fire", "firefox", false), ("firefox", "fire", false), ("*", "anything.at.all", true),
            ("chrom*", "chromium.instance7", true),
            ("*fox", "firefox.instance9", true), ("f?refox", "firefox", true), ("a*b*c", "aXXbYYc", true),
            ("a*b*c", "aXXbYY", false),
            ("vlc", "vlc.instancex", false), ("vlc", "vlc.instance", false),
            ("kdeconnect.*", "kdeconnect.mpris_1", true),
        ])
    func patterns(_ pattern: String, _ name: String, _ isMatch: Bool) {
        #expect(PlayerPattern(pattern)?.matches(name) == isMatch)
    }

    @Test("a pattern that would backtrack for ever does not")
    func patternCost() {
        let pattern = PlayerPattern(String(repeating: "*a", count: 110))
        #expect(pattern?.matches(String(repeating: "a", count: 109) + String(repeating: "b", count: 100)) == false)
    }

    @Test(
        "the nearest word is one a typing error away",
        arguments: [
            ("plicy", "policy"), ("poilcy", "policy"), ("POLICY", "policy"), ("call_timeout", "call-timeout"),
            ("xyz", nil), ("", nil),
        ])
    func nearest(_ word: String, _ expected: String?) {
        #expect(ConfigurationText.nearest(to: word, among: ["ignore", "policy", "call-timeout"]) == expected)
    }
}
