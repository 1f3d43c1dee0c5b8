// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDoctor
import BatonDrawing
import BatonPageReport
import BatonPages
import BatonPagesSupport
import BatonValues
import Testing

/// The pages as a terminal shows them.
@Suite struct PageScreenTests {
    private static let chain = [
        (PageState.listed("mpv"), "pinned"), (PageState.listed("vlc.instance7", "Paused"), "recent"),
    ]

    private static func now(
        _ state: AgentState = PageState.make(chain, ignored: ["spotify"]), title: String = "Fugue",
        _ condition: AgentCondition = .answering
    ) -> NowPage {
        let track = PlayedTrack(title: title, artists: ["Bach"])
        return NowPage(
            NowFacts(condition: condition, state: state, tracks: ["org.mpris.MediaPlayer2.mpv": track]))
    }

    private static var health: HealthPage {
        let local = LocalChecks(
            installation: Installation(root: "/nonexistent", environment: [:], programFolders: []), groups: [])
        let rows = [
            DoctorLine(section: "service", name: "batond", state: "works", reason: "version 1.0"),
            DoctorLine(
                section: "input", name: "media-keys", state: "unavailable", reason: "nobody sends them",
                advice: "to connect them: batonctl setup --media-keys"),
        ]
        return HealthPage(DoctorReport(agent: "1.0", rows: rows, local: local), condition: .answering)
    }

    private static func screen(
        _ columns: Int, _ rows: Int, now: NowPage = now(), _ browser: PageBrowser = PageBrowser(),
        isColored: Bool = false
    ) -> [StyledText] {
        PageScreen(now: now, health: health, browser: browser, columns: columns, rows: rows)
            .lines(isColored: isColored)
    }

    @Test("40 columns and 10 rows have the first responder, the players, what is ignored and the keys")
    func least() {
        #expect(
            Self.screen(40, 10).map(\.plain) == [
                " Now   Health                 Baton 1.0",
                "mpv gets the next press: pinned.",
                ">* mpv          playing  Bach – Fugue",
                "   vlc.instanc… paused",
                "Ignored: spotify",
                "", "", "", "",
                " q quit  ? help  tab Health  h hold",
            ])
    }

    @Test("80 columns and 24 rows have the heads of the table and the reasons too")
    func usual() {
        let lines = Self.screen(80, 24).map(\.plain)
        #expect(lines.count == 24)
        #expect(lines[2] == "   PLAYER             STATUS   TITLE                          WHY IT IS HERE")
        #expect(lines[3] == ">* mpv                playing  Bach – Fugue                   pinned")
        #expect(lines[4] == "   vlc.instance7      paused                                  used last")
        #expect(lines[23] == " q quit  ? help  tab Health  h hold  p unpin  s skip  space pause")
    }

    @Test("200 columns show both pages")
    func both() {
        let lines = Self.screen(200, 24).map(\.plain)
        #expect(lines[1].hasPrefix("mpv gets the next press: pinned.") && lines[1].contains("│ Media keys"))
        #expect(lines.contains { $0.contains("│ input") })
    }

    @Test(
        "no line is wider than the terminal, at any width, with titles of any script",
        arguments: [40, 53, 80, 132, 200])
    func widths(_ columns: Int) {
        let titles = [
            "字幕組翻譯作品第一季全集高清完整版本", "שיר הפתיחה של התוכנית המוכרת ביותר", "🎵🎶 Ünïcödé 👩‍👩‍👧‍👦", "e\u{301}",
        ]
        for title in titles + [titles.joined(separator: " ")] {
            for page in [PageBrowser.Page.now, .health] {
                var browser = PageBrowser()
                browser.page = page
                for line in Self.screen(columns, 24, now: Self.now(title: title), browser) {
                    #expect(CellWidth.of(line.plain) <= columns, "\(line.plain)")
                }
            }
        }
    }

    @Test("a title from right to left takes its columns, and what follows it begins where it does in the other rows")
    func rightToLeft() throws {
        let lines = Self.screen(80, 24, now: Self.now(title: "שיר הפתיחה")).map(\.plain)
        #expect(lines[3].contains("Bach – שיר הפתיחה"))
        let pinned = try #require(lines[3].firstPlace(of: "pinned"))
        let used = try #require(lines[4].firstPlace(of: "used last"))
        #expect(CellWidth.of(lines[3][..<pinned.lowerBound]) == CellWidth.of(lines[4][..<used.lowerBound]))
    }

    @Test("without colors there is bold and dim alone, and with colors there are some")
    func colors() {
        let text = { (isColored: Bool) in
            Self.screen(80, 24, isColored: isColored).map { $0.rendered { $0 } }.joined()
        }
        for color: TerminalColor in [.red, .green, .yellow] { #expect(!text(false).contains(color.sequence)) }
        #expect(
            text(false).contains(TerminalColor.strong.sequence) && text(true).contains(TerminalColor.yellow.sequence))
    }

    @Test("what was known before is shown grey below the reason")
    func old() {
        let lines = Self.screen(80, 24, now: Self.now(.init(), title: "", .silent("Baton does not answer.")))
        #expect(lines[1].plain == "Baton does not answer.")
        let known = Self.screen(80, 24, now: Self.now(PageState.make(Self.chain), .silent("Baton does not answer.")))
        #expect(known[1].plain == "Baton does not answer." && known[2].plain == "Below is what was known last.")
        #expect(known[4].plain.contains("PLAYER") && known[5].rendered { $0 }.hasPrefix(TerminalColor.dim.sequence))
    }

    @Test("of a thousand players those around the chosen one are shown, and how many more there are")
    func thousand() {
        let many = (0..<1000).map { (PageState.listed("p\($0)", "Paused"), "recent") }
        let page = Self.now(PageState.make(many))
        let first = Self.screen(80, 10, now: page).map(\.plain)
        #expect(first[2].hasPrefix(">* p0 ") && first.contains { $0.contains("more") })
        var browser = PageBrowser()
        browser.chosen = "org.mpris.MediaPlayer2.p49"
        let last = Self.screen(80, 10, now: page, browser).map(\.plain)
        #expect(last.contains { $0.hasPrefix(">  p49 ") } && last.contains { $0.contains("and 950 more") })
    }

    @Test("all of a thousand players can be chosen, where the page has them")
    func last() {
        let many = (0..<1000).map { (PageState.listed("p\($0)", "Paused"), "recent") }
        var facts = NowFacts(condition: .answering, state: PageState.make(many))
        facts.mostPlayers = PageScreen.mostPlayers
        let page = NowPage(facts)
        var browser = PageBrowser()
        for _ in 0..<1200 { #expect(browser.press(.down, now: page) == .nothing) }
        #expect(Self.screen(80, 10, now: page, browser).map(\.plain).contains { $0.hasPrefix(">  p999 ") })
    }

    @Test("the page Health has the promises, what is to be repaired and its cure, and scrolls to its end")
    func health() {
        var browser = PageBrowser()
        browser.page = .health
        let lines = Self.screen(80, 40, browser).map(\.plain)
        #expect(lines[1].hasPrefix("Media keys") && lines.contains { $0.contains("batonctl setup --media-keys") })
        browser.scroll = .max
        let end = Self.screen(40, 10, browser).map(\.plain)
        #expect(end.dropLast().contains { $0.contains("media-keys") }, "\(end)")
    }

    @Test("the help explains each key, and any key ends it")
    func help() {
        var browser = PageBrowser()
        #expect(browser.press(.help, now: Self.now()) == .nothing && browser.showsHelp)
        #expect(Self.screen(80, 24, browser).map(\.plain).contains { $0.contains("pin it, or remove the pin") })
        #expect(browser.press(.pin, now: Self.now()) == .nothing && !browser.showsHelp)
    }
}
