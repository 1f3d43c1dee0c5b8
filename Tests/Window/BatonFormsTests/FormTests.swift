// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonForms
import BatonInterruptions
import BatonMachinesLink
import BatonPages
import BatonPagesSupport
import BatonSettings
import Testing

/// What the pages of the window show for a state.
@Suite struct FormTests {
    private var present: WindowState {
        var state = WindowState()
        state.condition = .answering
        return state
    }

    private func settings(_ text: String) throws -> ConfigurationView {
        var view = ConfigurationView()
        view.settings = try Configuration.read(Array(text.utf8), source: "baton.conf").configuration
        return view
    }

    @Test("each page has a name of its own for each row", arguments: PageName.allCases)
    func names(_ page: PageName) {
        let names = Form(of: page, present).groups.flatMap { $0.rows.map(\.id) }
        #expect(Set(names).count == names.count, "\(names)")
    }

    @Test(
        "a player's row says what it does once, in words, and a word that is not of MPRIS as it is",
        arguments: [
            ("Playing", RoutingReason.playing.rawValue, "playing"), ("Playing", "pinned", "playing · pinned"),
            ("Paused", "recent", "paused · used last"), ("Stopped", "", "stopped"), ("", "recent", "used last"),
            ("Dreaming", "recent", "Dreaming · used last"),
        ])
    func states(_ status: String, _ word: String, _ shown: String) throws {
        var state = present
        let responder = ListedResponder(
            id: "org.mpris.MediaPlayer2.vlc", identity: "VLC", status: status, isSuspect: false)
        state.now = NowPage(NowFacts(condition: .answering, state: PageState.make([(responder, word)])))
        let row = try #require(Form(of: .now, state).row("player-\(responder.id)"))
        #expect(row.subtitle == shown)
    }

    @Test("the sleep timer is told as on the page Now, also where it waits for the end of a track after a time")
    func sleep() throws {
        var state = present
        #expect(Form.stops(state).row("sleep-now") == nil)
        for (until, atEnd) in [(UInt64(0), true), (1_800_000_600_000_000, false), (1_800_000_600_000_000, true)] {
            state.agent = PageState.make([], sleepUntil: until, sleepAtEnd: atEnd)
            let row = try #require(Form.stops(state).row("sleep-now"))
            #expect(row.subtitle == SleepSentence.text(state.agent) && row.subtitle.contains("track") == atEnd)
        }
    }

    @Test("a pin whose player does not run is on the page, and can be taken off, also where no player runs")
    func absentPin() throws {
        var state = present
        state.now = NowPage(
            NowFacts(condition: .answering, state: PageState.make([], pinned: "org.mpris.MediaPlayer2.vlc")))
        let rows = Form(of: .now, state).groups.flatMap(\.rows)
        #expect(rows.contains { $0.id == "no-players" } && rows.contains { $0.id == "absent-pin" }, "\(rows)")
    }

    @Test("a choice shows what the configuration says, and writes the key's own word")
    func choice() throws {
        var state = present
        state.configuration = try settings("[interruptions]\nlock = pause-resume\n")
        let row = try #require(Form.stops(state).row("lock"))
        guard case .choice(let choices, let chosen?) = row.control else { return #expect(Bool(false), "\(row)") }
        #expect(choices[chosen].action == .set(section: "interruptions", key: "lock", value: "pause-resume"))
        #expect(row.subtitle == "Players pause, and go on when it is over.")
    }

    @Test("every value that a page writes is one that batond takes, and is shown as chosen then")
    func writable() throws {
        for page in PageName.allCases {
            for row in Form(of: page, present).groups.flatMap(\.rows) {
                guard case .choice(let choices, _) = row.control else { continue }
                for (place, choice) in choices.enumerated() {
                    guard case .set(let section, let key, let value?) = choice.action else { continue }
                    var state = present
                    state.configuration = try settings("[\(section)]\n\(key) = \(value)\n")
                    guard case .choice(_, let chosen) = Form(of: page, state).row(row.id)?.control else { continue }
                    #expect(chosen == place, "[\(section)] \(key) = \(value)")
                }
            }
        }
    }

    @Test("every switch writes what batond takes, and shows it")
    func switches() throws {
        for page in PageName.allCases {
            for row in Form(of: page, present).groups.flatMap(\.rows) {
                guard case .toggle(_, let on, let off) = row.control else { continue }
                for (action, isOn) in [(on, true), (off, false)] {
                    guard case .set(let section, let key, let value) = action else { continue }
                    var state = present
                    state.configuration = try settings(value.map { "[\(section)]\n\(key) = \($0)\n" } ?? "")
                    guard case .toggle(let shown, _, _) = Form(of: page, state).row(row.id)?.control else { continue }
                    #expect(shown == isOn, "[\(section)] \(key)")
                }
            }
        }
    }

    @Test("a file with errors is shown with its first line, and no control of it can be used")
    func errors() throws {
        var state = present
        state.configuration.path = "/home/anna/.config/baton/baton.conf"
        state.configuration.problems = [
            .error(ConfigurationPlace("baton.conf", line: 3), "'lock' wants a word"),
            .error(ConfigurationPlace("baton.conf", line: 9), "another"),
        ]
        let form = Form.stops(state)
        let notice = try #require(form.notice)
        #expect(notice.text.utf8.count > 0 && notice.text.split(separator: " ").contains("3:"), "\(notice.text)")
        #expect(form.row("lock")?.isSensitive == false)
        #expect(form.row("sleep")?.isSensitive == true, "the sleep timer is no key")
    }

    @Test("without Baton the page says why and how to start it, and what only Baton can do is grey")
    func absent() throws {
        var state = WindowState()
        state.condition = .absent("Baton is not running. Start it: batond")
        let form = Form.stops(state)
        #expect(form.notice?.button?.action == .start(atLogin: false))
        #expect(form.row("sleep")?.isSensitive == false)
        #expect(form.row("lock")?.isSensitive == true, "the configuration can be written")
    }

    @Test("of a Baton that does not tell of shaking nothing is claimed")
    func older() {
        #expect(Form.shake(present).row("shake") == nil)
        #expect(Form.shake(present).row("sensor") == nil)
    }

    @Test("texts of other programs are shown without control characters and turned directions")
    func hostile() throws {
        var state = present
        let evil = "\u{202E}<b>evil\u{1B}[31m\n"
        state.inputs = [InputReport(kind: "usb", name: evil, state: "listening", reason: nil, command: evil, time: 1)]
        state.hooks = [HookReport(name: evil, isRunning: false, started: 0, status: -1, dropped: 0)]
        var host = HostReport(name: "x")
        host.title = evil
        host.track = evil
        host.isOnline = true
        state.hosts = [host]
        for page in PageName.allCases {
            for row in Form(of: page, state).groups.flatMap(\.rows) {
                let text = row.title + row.subtitle
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0.value == 0x1B })
            }
        }
    }

    @Test(
        "an input of Baton's own has a title of the window's, a device keeps its name, and the state is said with its reason",
        arguments: [
            ("mpris", "as batond says", "listening", "MPRIS: playerctl, desktops, bars", "listening"),
            ("evdev", "USB Headset", "off", "USB Headset", "off"), ("evdev", "", "newer", "evdev", "newer"),
        ])
    func inputTitles(_ kind: String, _ name: String, _ word: String, _ title: String, _ shown: String) throws {
        var state = present
        state.inputs = [InputReport(kind: kind, name: name, state: word, reason: nil, command: "", time: 0)]
        let row = try #require(Form.buttons(state).row("input-0"))
        #expect(row.title == title && row.subtitle == shown)
    }

    @Test("ten thousand inputs are a bounded list that says how many more there are")
    func many() throws {
        var state = present
        let input = InputReport(kind: "usb", name: "n", state: "listening", reason: nil, command: "", time: 0)
        state.inputs = Array(repeating: input, count: 10_000)
        let rows = Form.buttons(state).groups[0].rows
        #expect(rows.count == 101 && rows.last?.title == "And 9900 more.")
    }

    private func household(_ hosts: [HostReport], follow: String) throws -> WindowState {
        var state = present
        state.configuration = try settings("[mqtt]\nbroker = mqtt://localhost\nfollow = \(follow)\n")
        state.hosts = hosts
        return state
    }

    private func host(_ name: String, _ title: String = "", isHere: Bool = true) -> HostReport {
        var host = HostReport(name: name)
        (host.title, host.isOnline) = (title, isHere)
        return host
    }

    @Test(
        "of more machines than a page can hold the followed ones come first, and the page says how many there are beside"
    )
    func manyMachines() throws {
        let state = try household((0..<100).map { host("h\($0 + 100)") }, follow: "h199")
        let rows = Form.machines(state).groups[0].rows
        #expect(rows.first?.id == "host-h199" && rows.count == 65 && rows.last?.title == "And 36 more.")
    }

    @Test("a followed machine that the broker does not know has a row, by which it can be let go")
    func missingMachine() throws {
        let state = try household([host("tv")], follow: "gone, tv")
        let row = try #require(Form.machines(state).row("host-gone"))
        #expect(row.subtitle == "The broker knows no machine of this name.")
        guard case .toggle(true, _, let off) = row.control else { return #expect(Bool(false), "\(row)") }
        #expect(off == .changeList(section: "mqtt", key: "follow", adding: [], removing: ["gone"]))
    }

    @Test("machines that are called the same are told apart by their names in topics, which a title cannot take")
    func sameTitles() throws {
        let state = try household([host("den", "Room"), host("tv", "Room"), host("x", "pc"), host("pc")], follow: "")
        let titles = Form.machines(state).groups[0].rows.map(\.title)
        #expect(titles == ["Room (den)", "Room (tv)", "pc (x)", "pc (pc)"])
    }

    @Test("without the broker nothing is said of what the machines do now")
    func lostBroker() throws {
        var state = try household([host("tv")], follow: "gone")
        state.hostsAreOld = true
        let rows = Form.machines(state).groups[0].rows
        #expect(rows.map(\.subtitle) == ["not known now", "not known now"] && rows.allSatisfy { $0.tone == .faint })
    }

    @Test("a machine is followed by its row, and no other one is forgotten")
    func machines() throws {
        var state = present
        state.configuration = try settings("[mqtt]\nbroker = mqtt://localhost\nfollow = tv\n")
        state.hosts = ["tv", "den"].map { HostReport(name: $0) }
        guard case .toggle(let isOn, let on, let off)? = Form.machines(state).row("host-den")?.control else {
            return #expect(Bool(false), "no switch")
        }
        #expect(!isOn)
        #expect(on == .changeList(section: "mqtt", key: "follow", adding: ["den"], removing: []))
        #expect(off == .changeList(section: "mqtt", key: "follow", adding: [], removing: ["den"]))
    }

    @Test("without a broker the page of the machines says how to get one; with one that refuses, why")
    func broker() throws {
        #expect(Form.machines(present).groups.isEmpty && Form.machines(present).notice != nil)
        var state = present
        state.configuration = try settings("[mqtt]\nbroker = mqtt://localhost\n")
        var report = BrokerReport(.failed, broker: "mqtt://localhost")
        report.code = .credentials
        state.broker = report
        #expect(Form.machines(state).row("broker")?.tone == .fault)
    }

    @Test("a search finds rows by the words in them, in whatever case and order")
    func search() {
        let form = Form.stops(present)
        #expect(form.found(["LOCK", "screen"]).groups.flatMap(\.rows).map(\.id) == ["lock"])
        #expect(form.found(["nothing of the kind"]).groups.isEmpty)
        #expect(form.found([]) == form)
    }
}
