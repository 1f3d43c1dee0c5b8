// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonPages
import BatonPagesSupport
import Testing

@Suite struct NowPageTests {
    private let chain = [
        (PageState.listed("mpv"), "playing"), (PageState.listed("vlc.instance7", "Paused", isSuspect: true), "recent"),
        (ListedResponder(id: ":1.9/org/example/App", identity: "Example", status: "", isSuspect: false), ""),
    ]

    private func page(_ state: AgentState, _ condition: AgentCondition = .answering) -> NowPage {
        NowPage(NowFacts(condition: condition, state: state, now: 1_800_000_000_000_000))
    }

    @Test("the page says who gets the next press and why, and shows the others in order with what they play")
    func chainInOrder() {
        let tracks = ["org.mpris.MediaPlayer2.mpv": PlayedTrack(title: "Fugue", artists: ["Bach", "Gould"])]
        let page = NowPage(NowFacts(condition: .answering, state: PageState.make(chain), tracks: tracks))
        #expect(page.next == "mpv gets the next press: playing.")
        #expect(page.players.items.map(\.name) == ["mpv", "vlc.instance7", "Example"])
        #expect(page.players.items.map(\.reason) == ["playing", "used last, not answering", ""])
        #expect(page.players.items.map(\.isFirst) == [true, false, false])
        #expect(page.players.items.map(\.isPlayer) == [true, true, false])
        #expect(page.players.items[0].track.text == "Bach, Gould – Fugue")
        #expect(page.canHold && !page.isOld && page.players.more == nil)
    }

    @Test("a title that is missing is the end of the address")
    func addresses() {
        #expect(PlayedTrack(title: "", address: "file:///a/b/Fugue.ogg").title == "Fugue.ogg")
        #expect(PlayedTrack().text == "")
    }

    @Test("nothing plays and nothing runs: nobody gets the next press")
    func empty() {
        let page = page(PageState.make([]))
        #expect(page.next == "Nobody gets the next press: there is no player." && page.players.isEmpty)
        #expect(!page.canHold && page.absentPin == nil)
    }

    @Test("where only ignored players run, the page says so")
    func hidden() {
        let facts = NowFacts(
            condition: .answering, state: PageState.make([], ignored: ["mpv"]),
            hidden: ["org.mpris.MediaPlayer2.mpv", "org.mpris.MediaPlayer2.vlc.instance7"])
        let page = NowPage(facts)
        #expect(page.next == "Nobody gets the next press: Baton ignores mpv, vlc.instance7.")
        #expect(page.nobody == "No players found but what Baton ignores: mpv, vlc.instance7.")
        #expect(self.page(PageState.make([])).nobody == "No player runs.")
        #expect(self.page(PageState.make(chain)).nobody == nil && self.page(AgentState()).nobody == nil)
    }

    @Test("a pin of a player that does not run is told apart from one that runs")
    func pins() {
        let away = page(PageState.make(chain, pinned: "spotify"))
        #expect(away.absentPin == "spotify, which does not run now")
        let pinned = PageState.make([(PageState.listed("mpv"), "pinned")], pinned: "mpv")
        #expect(page(pinned).absentPin == nil && page(pinned).players.items[0].isPinned)
    }

    @Test("what the user holds can go on; what a call holds ends by itself")
    func holds() {
        let page = page(
            PageState.make(
                chain,
                active: [PageState.active("manual", ["mpv"]), PageState.active("call", ["vlc"], reason: "Zoom")]))
        #expect(page.holds.items.map(\.canGoOn) == [true, false])
        let call = page.holds.items[1]
        #expect(call.text == "call (Zoom) since \(call.since) holds vlc" && call.end == "it ends by itself")
    }

    @Test("the sleep timer is told in words that stay true while it runs")
    func sleep() {
        #expect(page(PageState.make(chain)).sleep == nil)
        #expect(page(PageState.make(chain, sleepAtEnd: true)).sleep == "Everything pauses when the track ends.")
        let until = page(PageState.make(chain, sleepUntil: 1_800_000_600_000_000)).sleep ?? ""
        #expect(until.hasPrefix("Everything pauses at ") && until.hasSuffix(":10.") || until.hasSuffix("0."))
    }

    @Test(
        "what an older agent does not tell is left out",
        arguments: ["Reasons", "Ignored", "Pinned", "Active", "SleepUntil", "SleepAtEndOfTrack", "FirstResponder"])
    func older(_ missing: String) {
        let page = page(
            PageState.make(
                chain, pinned: "spotify", ignored: ["vlc"], active: [PageState.active("call", ["vlc"])],
                sleepUntil: 1, sleepAtEnd: true, without: [missing]))
        #expect(page.players.items.count == 3)
        #expect(page.ignored.isEmpty == (missing == "Ignored"))
        #expect((page.absentPin == nil) == (missing == "Pinned"))
        #expect(page.holds.isEmpty == (missing == "Active"))
        #expect(page.sleep != nil)
        if missing == "Reasons" { #expect(page.next == "mpv gets the next press.") }
    }

    @Test("an agent that tells no chain leaves the page empty, and says nothing of players")
    func noChain() {
        let page = page(PageState.make(chain, without: ["Responders"]))
        #expect(page.next == nil && page.players.isEmpty && !page.isOld)
    }

    @Test("of a thousand players fifty are shown, and how many more there are")
    func thousand() {
        let many = (0..<1000).map { (PageState.listed("p\($0)"), $0 == 0 ? "playing" : "recent") }
        let page = page(
            PageState.make(
                many, ignored: (0..<500).map { "i\($0)" },
                active: [PageState.active("call", (0..<400).map { "p\($0)" })]))
        #expect(page.players.items.count == 50 && page.players.more == "and 950 more")
        var facts = NowFacts(condition: .answering, state: PageState.make(many))
        facts.mostPlayers = 600
        #expect(NowPage(facts).players.items.count == 600 && NowPage(facts).players.more == "and 400 more")
        #expect(page.ignored.items.count == 20 && page.ignored.more == "and 480 more")
        #expect(page.holds.items[0].players.more == "and 380 more")
    }

    @Test(
        "the conditions of the agent",
        arguments: [
            AgentCondition.noBus("There is no session bus."), .absent("Baton is not running. Start it: batond"),
            .silent("Baton does not answer. Restart it: x"), .refusing("no"),
        ])
    func conditions(_ condition: AgentCondition) {
        let known = page(PageState.make(chain), condition)
        #expect(known.isOld && known.players.items.count == 3 && known.condition.notice != nil)
        let unknown = page(AgentState(), condition)
        #expect(!unknown.isOld && unknown.next == nil && unknown.players.isEmpty)
    }

    @Test("hostile names and titles are shown on one line, short, and without what a screen executes")
    func hostile() {
        let evil = "é\u{1b}[31m\u{202e}\r\n\u{9b}2J" + String(repeating: "x", count: 1 << 20)
        let accents = "e" + String(repeating: "\u{301}", count: 1 << 16)
        let responder = ListedResponder(id: ":1.9/a", identity: evil, status: evil, isSuspect: false)
        let state = PageState.make(
            [(responder, evil)], pinned: evil, ignored: [evil],
            active: [ActiveInterruption(id: 1, source: evil, reason: evil, requester: "", since: .max, players: [evil])]
        )
        let track = PlayedTrack(title: evil, artists: Array(repeating: accents, count: 1000))
        let page = NowPage(
            NowFacts(condition: .answering, state: state, tracks: [":1.9/a": track], history: nil))
        let player = page.players.items[0]
        let texts =
            [
                page.next ?? "", page.absentPin ?? "", page.holds.items[0].text, player.name, player.status,
                player.reason,
            ]
            + [player.track.title, player.track.artist] + page.ignored.items
        for text in texts {
            #expect(text.unicodeScalars.count < 1000, "\(text.utf8.count)")
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
            #expect(!text.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        }
        #expect(page.next?.isEmpty == false)
    }
}
