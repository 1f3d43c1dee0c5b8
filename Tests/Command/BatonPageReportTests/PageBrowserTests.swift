// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonPageReport
import BatonPages
import BatonPagesSupport
import Testing

@Suite struct PageBrowserTests {
    private let now = NowPage(
        NowFacts(
            condition: .answering,
            state: PageState.make(
                [
                    (PageState.listed("a"), "pinned"), (PageState.listed("b", "Paused"), "recent"),
                    (ListedResponder(id: ":1.9/x", identity: "App", status: "", isSuspect: false), ""),
                ], ignored: ["c", "d"])))

    @Test("the arrows choose a player, and stop at the ends")
    func chooses() {
        var browser = PageBrowser()
        #expect(browser.place(in: now) == 0)
        for key in [PageKey.down, .down, .down] { #expect(browser.press(key, now: now) == .nothing) }
        #expect(browser.chosen == ":1.9/x")
        _ = browser.press(.up, now: now)
        #expect(browser.place(in: now) == 1)
    }

    @Test("the keys do something with the chosen player; a pin of the pinned one ends it")
    func commands() {
        var browser = PageBrowser()
        let name = { (short: String) in "org.mpris.MediaPlayer2.\(short)" }
        #expect(browser.press(.pin, now: now) == .perform(.unpin))
        _ = browser.press(.down, now: now)
        #expect(browser.press(.pin, now: now) == .perform(.pin(name("b"))))
        #expect(browser.press(.next, now: now) == .perform(.next(name("b"))))
        #expect(browser.press(.playPause, now: now) == .perform(.playPause(name("b"))))
        #expect(browser.press(.ignore, now: now) == .perform(.ignore(name("b"))))
        #expect(browser.press(.unignore, now: now) == .perform(.unignore("d")))
        #expect(browser.press(.hold, now: now) == .perform(.holdOrGoOn))
        #expect(browser.press(.quit, now: now) == .quit)
    }

    @Test("an app cannot be pinned, and without a player there is nothing to do")
    func impossible() {
        var browser = PageBrowser()
        browser.chosen = ":1.9/x"
        #expect(browser.press(.pin, now: now) == .nothing && !browser.message.isEmpty)
        #expect(browser.press(.next, now: .unknown) == .nothing)
        #expect(browser.message == "Asking Baton …")
    }

    @Test("a player that is chosen stays so when the order changes, and the first one is when it is gone")
    func keeps() {
        var browser = PageBrowser()
        browser.chosen = "org.mpris.MediaPlayer2.b"
        let other = NowPage(
            NowFacts(
                condition: .answering,
                state: PageState.make([(PageState.listed("b"), "playing"), (PageState.listed("a"), "recent")])))
        #expect(browser.place(in: other) == 0)
        browser.chosen = "org.mpris.MediaPlayer2.gone"
        #expect(browser.place(in: now) == 0)
    }

    @Test(
        "keys are read as a terminal sends them, arrows also in parts",
        arguments: [
            ("jk", [PageKey.down, .up]), ("\u{1b}[A\u{1b}OB", [.up, .down]), ("\u{1b}[1;5Aq", [.up, .quit]),
            ("\u{1b}[200~\u{1b}[5~x", []), ("\u{1b}p", [.pin]), ("\u{1b}\u{1b}[B", [.down]),
            (
                " \t12hsn?pi",
                [
                    .playPause, .otherPage, .now, .health, .hold, .next, .next, .help, .pin, .ignore,
                ]
            ), ("\u{3}", [.quit]), ("é", []),
        ])
    func keys(_ typed: String, _ keys: [PageKey]) {
        var reader = PageKeyReader()
        #expect(reader.keys(in: typed.utf8) == keys)
        var slow = PageKeyReader()
        #expect(typed.utf8.flatMap { slow.keys(in: [$0]) } == keys)
    }
}
