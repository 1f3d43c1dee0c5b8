// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMotion
import BatonPages
import BatonSettings
import Testing

@testable import BatonForms

/// What the page *Shake* shows of a sensor, of the figures of a sensitivity, and of apps.
@Suite struct ShakeFormTests {
    private func state(
        _ text: String = "", point: (String, [(String, Value)])? = nil, rate: Double = 50, responders: [Value] = []
    ) throws -> WindowState {
        var state = WindowState()
        state.condition = .answering
        state.configuration.settings = try Configuration.read(Array(text.utf8), source: "baton.conf").configuration
        var properties: [String: Value] = [
            "Sensor": .string("reading"),
            "SensorDetails": .vardict([("device", .string("accel_3d")), ("rate", .double(rate))]),
            "Responders": .array(DBusArray("(sssb)", responders)),
        ]
        if let point {
            properties["ShakePoint"] = .string(point.0)
            properties["ShakePointDetails"] = .vardict(point.1)
        }
        state.agent = AgentState(.application, properties)
        return state
    }

    private func curve(_ state: WindowState) throws -> FormCurve {
        guard case .curve(let curve)? = Form.shake(state).row("curve")?.control else {
            Issue.record("there is no curve")
            throw CancellationError()
        }
        return curve
    }

    // MARK: The sensitivity

    @Test(
        "each step says how many shakes it finds, and how many questions of a day are false",
        arguments: [
            ("low", "Finds about 93 of 100 shakes. Fewer than one false question in 1000 days."),
            ("medium", "Finds about 96 of 100 shakes. About 0.019 false questions a day: one in 52 days."),
            ("high", "Finds about 98 of 100 shakes. About 0.073 false questions a day: one in 14 days."),
        ])
    func figures(_ level: String, _ sentence: String) throws {
        let form = Form.shake(try state("[shake]\nsensitivity = \(level)\n"))
        let row = try #require(form.row("sensitivity"))
        #expect(row.subtitle.hasSuffix(" " + sentence), "\(row.subtitle)")
        guard case .slider(let steps, let chosen) = row.control else { return #expect(Bool(false), "\(row)") }
        #expect(steps[chosen].action == .set(section: "shake", key: "sensitivity", value: level))
    }

    @Test("the figures are those of the kind of device that Baton runs on")
    func devices() throws {
        func words(_ kind: String) throws -> String {
            let point = (
                "sensitivity-configured", [("sensitivity", Value.string("high")), ("form-factor", .string(kind))]
            )
            let form = Form.shake(try state("[shake]\nsensitivity = high\n", point: point))
            let group = try #require(form.groups.first { $0.id == "curve" })
            return (form.row("sensitivity")?.subtitle ?? "") + group.note
        }
        #expect(try words("tablet").hasSuffix("one in 10 days.As measured on simulated days with a tablet."))
        #expect(try words("phone").hasSuffix("in 1000 days.As measured on simulated days with a phone."))
        for kind in ["laptop", "convertible", "unknown", "toaster"] {
            #expect(try words(kind).hasSuffix("one in 14 days.As measured on simulated days with a laptop."), "\(kind)")
        }
    }

    @Test(
        "a day with a false question or more is not told in days",
        arguments: [
            (0.9, "Finds about 99 of 100 shakes. About 0.90 false questions a day."),
            (2.59, "Finds about 99 of 100 shakes. About 2.6 false questions a day."),
            (0.6, "Finds about 99 of 100 shakes. About 0.60 false questions a day: one in 2 days."),
        ])
    func often(_ rate: Double, _ sentence: String) {
        #expect(ShakeFigures.words(of: .init(falseADay: rate, found: 0.992)) == sentence)
    }

    @Test("what Baton has chosen is marked on the curve, also between the levels, and said in words")
    func inUse() throws {
        let medium = try curve(state("[shake]\nsensitivity = medium\n"))
        #expect(medium.steps.count == 3 && medium.chosen == medium.steps[1] && medium.line.count == 60)
        let raised = try state(
            point: ("sensitivity-calibrated", [("sensitivity", .string("medium")), ("raise", .double(0.6))]))
        let own = try curve(raised)
        #expect(own.chosen.x < medium.chosen.x && own.chosen.y < medium.chosen.y)
        #expect(own.line.contains(own.chosen))
        let form = Form.shake(raised)
        #expect(form.row("sensitivity")?.isSensitive == false)
        let point = ShakeOperatingCurve.laptop.point(.medium, raise: 0.6)
        let words = try #require(form.row("curve")).subtitle
        #expect(words.hasPrefix("In use: " + ShakeFigures.words(of: point)), "\(words)")
    }

    @Test("what Baton has chosen is where the slider stands")
    func sliderOfAuto() throws {
        let row = Form.shake(
            try state(point: ("sensitivity-by-form-factor", [("sensitivity", .string("high"))]))
        ).row("sensitivity")
        guard case .slider(_, let chosen)? = row?.control else {
            return #expect(Bool(false), "\(String(describing: row))")
        }
        #expect(chosen == 2 && row?.isSensitive == false)
    }

    @Test("of coefficients of one's own and of a sensor with few samples no figure is claimed")
    func unknownFigures() throws {
        let states = [
            try state("[shake]\nmodel = /home/anna/own.model\nsensitivity = low\n"),
            try state("[shake]\nsensitivity = low\n", rate: 12.5),
        ]
        for state in states {
            let form = Form.shake(state)
            #expect(form.row("curve") == nil)
            #expect(form.row("sensitivity")?.subtitle == "Only a strong shake counts.")
        }
    }

    @Test(
        "a number that no agent tells leaves a place in the picture", arguments: [Double.nan, .infinity, -1e300, 1e300])
    func hostileRaise(_ raise: Double) throws {
        let point = ("sensitivity-learned", [("sensitivity", Value.string("low")), ("raise", .double(raise))])
        let chosen = try curve(state(point: point)).chosen
        #expect((0...1).contains(chosen.x) && (0...1).contains(chosen.y))
    }

    @Test("numbers have two digits, or one decimal")
    func digits() {
        for (value, text) in [
            (0.0338, "0.034"), (0.001, "0.0010"), (0.0947, "0.095"), (0.996, "1.0"), (8.09, "8.1"), (12.4, "12"),
            (0.0996, "0.10"), (.nan, "–"), (0, "–"), (1000, "–"),
        ] {
            #expect(DecimalFigure.twoDigits(value) == text)
        }
        for (value, text) in [(-3.24, "−3.2"), (0.04, "0.0"), (1.69, "1.7"), (.infinity, "–"), (1e9, "–")] {
            #expect(DecimalFigure.tenths(value) == text)
        }
    }

    // MARK: The score

    @Test("the score is told with the score that is needed; and that a shake was recognized")
    func score() {
        #expect(ScoreReading().words == "Nothing moves as a shake does.")
        var reading = ScoreReading(score: 0.42, bar: 1.69)
        #expect(reading.words == "0.4 of 1.7 needed")
        #expect(reading.share < reading.barShare)
        reading.score = 1.7
        #expect(reading.share > reading.barShare)
        reading.isRecognized = true
        #expect(reading.words == "A shake was recognized just now. 1.7 of 1.7 needed")
        for score in [Double.nan, .infinity, -.infinity] {
            #expect((0...1).contains(ScoreReading(score: score, bar: 1).share))
        }
    }

    @Test("without a sensor there is neither signal nor score nor calibration, and the reason is told")
    func noSensor() throws {
        var state = WindowState()
        state.condition = .answering
        state.agent = AgentState(.application, ["Sensor": .string("no-accelerometer"), "SensorDetails": .vardict([])])
        let form = Form.shake(state)
        for id in ["plot", "score", "calibrate"] { #expect(form.row(id) == nil, "\(id)") }
        let row = try #require(form.row("sensor"))
        #expect(row.tone == .faint && !row.subtitle.isEmpty)
    }

    // MARK: Apps

    @Test("an app that never gets an undo has a row of its own, which takes the line back")
    func never() throws {
        let form = Form.shake(try state("[app gedit]\nundo = never\n[app krita]\nundo = immediate\nredo = ctrl+y\n"))
        #expect(
            form.row("never-gedit")?.control.actions == [.set(section: "app gedit", key: "undo", value: nil)])
        #expect(form.row("app-gedit") == nil && form.row("never-krita") == nil)
        guard case .choice(_, let chosen)? = form.row("app-krita")?.control else {
            return #expect(Bool(false), "no choice")
        }
        #expect(chosen == 2)
    }

    @Test("apps of the chain are offered once each, and not those that have a section")
    func known() throws {
        func responder(_ id: String, _ identity: String) -> Value {
            .structure([.string(id), .string(identity), .string("Playing"), .boolean(false)])
        }
        let form = Form.shake(
            try state(
                "[app vlc]\nundo = confirm\n",
                responders: [
                    responder("org.mpris.MediaPlayer2.mpv", "mpv"),
                    responder("org.mpris.MediaPlayer2.mpv.instance7", "mpv"),
                    responder("org.mpris.MediaPlayer2.vlc", "VLC"), responder(":1.7/org/a", "Drawing 2.0"),
                    responder(":1.8/org/a", ""), responder(":1.9/org/a", "a]\nundo = never\n[app b"),
                    responder(":1.10/org/a", "x; y"),
                ]))
        let group = try #require(form.groups.first { $0.id == "never" })
        #expect(group.rows.map(\.id) == ["known-mpv", "known-Drawing 2.0", "never-add"], "\(group.rows.map(\.id))")
        #expect(
            form.row("known-mpv")?.control.actions == [.set(section: "app mpv", key: "undo", value: "never")])
    }

    @Test(
        "a name is written as the section that it names, and no other; what no section can be named is refused",
        arguments: [
            "gedit", "org.gnome.gedit", "  My App ", "a]\n[app b", "a\nundo = usual", "a]", "[a", "", " ", "a;b", "a#b",
            "\u{202E}a", String(repeating: "x", count: 300), "a\u{0}b", "ä", "\u{2028}", "app\\",
        ])
    func entry(_ name: String) throws {
        guard case .entry(let entry)? = Form.shake(try state()).row("never-add")?.control else {
            return #expect(Bool(false), "no entry")
        }
        guard let action = entry.action(for: name) else {
            let isPlain = name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "." || $0 == " " }
            return #expect(name.allSatisfy { $0 == " " } || !isPlain || name.count > 40, "\(name) is refused")
        }
        guard case .set(let section, let key, let value?) = action else { return #expect(Bool(false), "\(action)") }
        let read = try Configuration.read(Array("[\(section)]\n\(key) = \(value)\n".utf8), source: "baton.conf")
        #expect(read.warnings.isEmpty, "\(read.warnings)")
        let apps = read.configuration.apps
        #expect(apps.count == 1 && apps.values.first?.undo == .never)
        #expect(section == "app " + (apps.keys.first ?? ""))
    }
}
