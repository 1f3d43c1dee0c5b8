// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import Testing

/// Names of hosts, and what hosts say, with extreme texts and numbers.
@Suite struct HostNameTests {
    @Test(
        "a machine's name becomes a safe one",
        arguments: [
            ("laptop", "laptop"), ("Anna's Laptop", "anna-s-laptop"), ("", "host"), ("///", "host"), ("+", "host"),
            ("büro", "b-ro"),
            (String(repeating: "x", count: 100), String(repeating: "x", count: 63)),
        ])
    func made(_ text: String, _ name: String) {
        #expect(HostName(making: text).text == name)
    }

    @Test(
        "a name from outside is taken only if it is safe",
        arguments: ["", "a/b", "a+", "#", "ä", "a b", String(repeating: "x", count: 64)])
    func refused(_ text: String) {
        #expect(HostName(text) == nil)
    }

    @Test("a topic is one of the household only with a base, a host and a known word")
    func topics() {
        let topics = HouseholdTopics(base: "home/baton")
        #expect(topics.parse("home/baton/laptop/now")?.topic == .now)
        for text in [
            "home/baton", "home/baton/", "home/baton/laptop", "home/baton/laptop/now/x", "home/batonx/laptop/now",
            "home/baton/+/now", "x", "",
        ] {
            #expect(topics.parse(text) == nil, "\(text)")
        }
    }

    @Test(
        "numbers of another host are clamped or left out, and never trap",
        arguments: ["1e308", "-1", "9223372036854775807", "0", "1e-300"])
    func numbers(_ number: String) throws {
        let text =
            #"{"status":"playing","length":\#(number),"position":\#(number),"rate":\#(number),"volume":\#(number)}"#
        let now = try #require(NowPlaying(try JSONReader.read(Array(text.utf8))))
        #expect((-16...16).contains(now.rate) && (0...16).contains(now.volume ?? 0))
        for instant in [Duration.zero, .seconds(1), .seconds(4_000_000_000)] {
            #expect((now.position(at: instant, told: .zero) ?? .zero) >= .zero)
        }
    }

    @Test("what a host says is read as it was said")
    func roundTrip() throws {
        var now = NowPlaying(status: .playing, player: "mpv")
        now.title = "Ä \"quoted\"\n\u{202E}"
        now.length = .milliseconds(200_500)
        now.position = .microseconds(1_234_567)
        now.rate = 1.5
        now.volume = 0.25
        now.shuffle = false
        now.loop = .playlist
        now.abilities = [.play, .next]
        #expect(NowPlaying(try JSONReader.read(Array(now.json.text.utf8))) == now)
    }

    @Test("a long title is cut between characters")
    func longTitle() throws {
        let text = #"{"status":"paused","title":"\#(String(repeating: "👩‍👩‍👧‍👦", count: 1000))"}"#
        let now = try #require(NowPlaying(try JSONReader.read(Array(text.utf8))))
        #expect(now.title.utf8.count <= 1024 && now.title.allSatisfy { $0 == "👩‍👩‍👧‍👦" })
    }
}
