// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonButtons
import BatonEvents
import BatonFiles
import BatonReactor
import BatonTestSupport
import BatonValues
import Glibc
import Testing

@testable import BatonSettings

@Suite("Configuration: the table of keys")
struct ConfigurationSchemaTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let section: ConfigurationSection<Configuration>
        let key: ConfigurationKey<Configuration>
        var testDescription: String { "\(section.header) \(key.name)" }
    }

    static let rows = Configuration.schema(.kernel).sections.flatMap { section in
        section.keys.map { Row(section: section, key: $0) }
    }

    @Test(
        "each key is spelled in lower case with hyphens, fits a line and is documented in one sentence", arguments: rows
    )
    func spelling(_ row: Row) {
        let letters = "abcdefghijklmnopqrstuvwxyz-"
        #expect(row.key.name.allSatisfy { letters.contains($0) })
        #expect(row.section.name.utf8.count <= ConfigurationFileReader.longestSection)
        #expect(row.key.summary.hasSuffix("."))
        #expect(!row.key.summary.contains("\n"))
        #expect(!row.key.type.isEmpty && !row.key.range.isEmpty)
    }

    @Test("each default, written to a file as documented, reads as the default", arguments: rows)
    func defaults(_ row: Row) throws {
        let values =
            row.key.isList ? row.key.defaultText.split(separator: "; ").map(String.init) : [row.key.defaultText]
        let lines = values.map { "\(row.key.name) = \($0)\n" }.joined()
        let argument = row.section.argument.map { _ in " geany" } ?? ""
        let loaded = try loadConfiguration("[\(row.section.name)\(argument)]\n\(lines)")
        var expected = Configuration()
        // A section for one app or device creates an empty rule; a list without a value does not appear.
        if !argument.isEmpty, !lines.isEmpty {
            if row.section.name == "app" { expected.apps["geany"] = Configuration.AppRule() }
            if row.section.name == "hook" { expected.hooks["geany"] = Configuration.HookRule() }
            if row.section.name == "player" { expected.players["geany"] = Configuration.PlayerRule() }
            if row.section.name == "device" { expected.devices["geany"] = Configuration.DeviceRule() }
        }
        #expect(loaded.configuration == expected)
        // A hook with one key never runs.
        #expect(loaded.warnings.isEmpty || row.section.name == "hook")
    }

    @Test("C6: each remote-control event can be disabled by a name of its own")
    func remoteControlNames() {
        #expect(
            Set(RemoteControlSubtype.allCases.map(\.configurationName)).count == RemoteControlSubtype.allCases.count)
    }

    @Test("names are unique")
    func unique() {
        let names = Self.rows.map { "\($0.section.name).\($0.key.name)" }
        #expect(Set(names).count == names.count)
    }

    /// What a key of a plain type takes at least and does not take, by its documentation; nil for other types, which have samples.
    static func plain(_ key: ConfigurationKey<Configuration>) -> (taken: [String], refused: [String])? {
        guard key.warning == nil else { return nil }
        let ends = key.range.split(separator: " … ").map(String.init)
        switch key.type {
        case "boolean": return (["yes", "NO", "on", "off", "1", "0"], ["perhaps", "2", "yes no"])
        case "word", "word list":
            let words = key.range.split(separator: ", ").map(String.init)
            return (
                words + words.map { $0.uppercased() }, ["no-such-word", words[0] + " " + words[0], "'\(words[0])'"]
            )
        case "duration" where ends.count == 2: return (ends, ["-1s", "5", "1 parsec", "1000h", "s"])
        case "number" where ends.count == 2 && !key.range.contains("empty"):
            return (ends, ["-1", "1e3", "99999999999999999999", "few"])
        default: return nil
        }
    }

    @Test(
        "each key of a plain type takes what its documentation says, and refuses the rest with a sentence",
        arguments: rows)
    func takesWhatItSays(_ row: Row) {
        guard let (taken, refused) = Self.plain(row.key) else { return }
        let section = "\(row.section.name)\(row.section.argument.map { _ in " geany" } ?? "")"
        takesAndRefuses("\(section).\(row.key.name)", taken: taken, refused: refused)
    }

    /// Key, accepted values, refused values: of each key that is not of a plain type.
    static let samples: [(String, [String], [String])] = [
        ("mpris.name", ["auto", "BATON", "playerctld", "both", "none"], ["yes", "auto baton", "'auto'"]),
        ("routing.policy", ["playing", "Recent"], ["random", "play"]),
        ("routing.ignore", ["spotify", "*", "vlc.instance7", "org.mpris.MediaPlayer2.x"], ["a b", "a,b", "ü", "/x"]),
        ("routing.priority", ["mpv", "chrom?um"], ["a;b", "\"mpv\""]),
        ("routing.remote", ["tether*", "Music?Assistant"], ["a b", "ü"]),
        ("routing.remote-players-last", ["yes", "NO", "true", "off", "1", "0", "Silent"], ["maybe", "2"]),
        ("routing.call-timeout", ["50ms", "1s", "1min", "0.5s"], ["49ms", "61s", "1", "0.5", "-1s", "1 parsec", "s"]),
        ("routing.launch", ["mpv", "/usr/bin/mpv --idle 'a b'"], ["\"mpv", "'", "\"\" x"]),
        (
            "mqtt.broker",
            ["broker", "mqtt://localhost", "MQTTS://b.home:8884", "[fd00::1]:1884", "10.0.0.1:1883", ""],
            ["http://b", "mqtt://", "a b", ":1883", "b:0", "b:65536", "b:x", "mqtt://u@b", "[::1", "b/path"]
        ),
        ("mqtt.user", ["anna", "", "a b"], [String(repeating: "x", count: 256)]),
        ("mqtt.password-file", ["/run/secrets/mqtt", ""], ["secrets", "~/x"]),
        ("mqtt.authority", ["/etc/ssl/home.pem", ""], ["home.pem"]),
        ("mqtt.certificate", ["/etc/ssl/me.pem", ""], ["me.pem"]), ("mqtt.key", ["/etc/ssl/me.key", ""], ["me.key"]),
        ("mqtt.name", ["laptop", "tv_2.den", ""], ["a/b", "a+b", "#", "a b", "ü", String(repeating: "x", count: 64)]),
        ("mqtt.base", ["baton", "home/baton"], ["/baton", "baton/", "a/+", "#", "$SYS"]),
        ("mqtt.follow", ["livingroom", "Tv-2"], ["a/b", "living room", "*"]),
        ("seek.hold-step", ["2s", "2s after 0s"], ["2s after", "after 2s", "2s 3s", "4s after 2s", "0s"]),
        (
            "remote-control.disabled", RemoteControlSubtype.allCases.map(\.configurationName), ["next", "100", "shake"]
        ),
        ("headset.click-window", ["50ms", "2s"], ["49ms", "3s", "300"]),
        ("headset.avrcp-toggle", ["no"], ["toggle"]),
        ("headset.click", ["nothing", "Play", "toggle-mute"], ["assistant", "end-seeking-forward"]),
        (
            "device geany.key",
            ["BTN_0 play", "btn_0 nothing", "0x100 stop", "PHONE toggle-play-pause", "171 next-track"],
            ["BTN_0", "play", "BTN_0 play stop", "KEY_NOSUCH play", "768 play", "9999 play", "BTN_0 dance"]
        ),
        ("player geany.next", ["+30s", "-1h", ""], ["+", "+0s", "30s", "+61min", "30", "next", "--5s", "+-5s"]),
        ("player geany.previous", ["-10s", "+1s"], ["-0.5s", "10", "10s"]),
        ("motion.acceleration-sign", ["auto", "hid", "kernel"], ["+", "android"]),
        ("motion.gyroscope", ["gyro_3d"], [String(repeating: "x", count: 256)]),
        ("motion.magnetometer", ["magn-display"], [String(repeating: "x", count: 256)]),
        (
            "motion.mount-matrix", ["", "0, 1, 0; -1, 0, 0; 0, 0, 1", "1,0,0;0,1,0;0,0,1"],
            [
                "a", "1,2", "1, 0, 0; 0, 1, 0", "1, 0, 0; 1, 0, 0; 0, 0, 1",
                "1, 0, 0; 0, 1, 0; 0, 0," + String(repeating: " ", count: 256) + "1",
            ]
        ),
        ("motion.gyroscope-mount-matrix", ["", "0, 1, 0; -1, 0, 0; 0, 0, 1"], ["a"]),
        ("motion.magnetometer-mount-matrix", ["", "0, 1, 0; -1, 0, 0; 0, 0, 1"], ["1,2"]),
        ("motion.declination", ["", "3.5", "-180"], ["181", "nan", "east", "inf"]),
        ("shake.sensitivity", ["auto", "low", "Medium", "high"], ["highest"]),
        ("shake.model", ["/home/user/shake.model"], ["shake.model", "~/x", "/" + String(repeating: "x", count: 1000)]),
        (
            "shake.sensor", ["accel_3d", "ip:[::1]:30431", "/sys/bus/iio/devices/iio:device1"],
            [String(repeating: "x", count: 256)]
        ),
        ("shake.background-motion", ["Scratch Pad"], [String(repeating: "x", count: 256)]),
        ("undo.route", UndoRouteName.allCases.map(\.rawValue), ["gtk", "xtest, portal", "wtype"]),
        ("undo.vibration-limit", ["0", "5", "100"], ["-1", "101", "few"]),
        ("interruptions.route-ignore", ["hdmi", "alsa_output.*", "HD-Audio Generic"], []),
        ("interruptions.resume-limit", ["1s", "4h", "1d"], ["0s", "25h"]),
        ("awake.players", ["no", "VIDEO", "all", "mpv", "chrom*"], ["a b", "no video", "ü", "/x"]),
        ("interruptions.call-ignore", ["obs*", "com.obsproject.Studio"], []),
        ("hook geany.on", HookEvent.allCases.map(\.rawValue), ["always"]),
        ("hook geany.command", ["notify-send 'a b'"], ["'"]),
        ("hook geany.player", ["spotify", "chrom*"], ["a b"]),
        ("player geany.stream", ["mpd", "Music Player Daemon"], []),
        ("log.level", LogLevel.allCases.map(\.rawValue), ["verbose", "7"]),
        ("limits.in-flight-per-player", ["1", "4096"], ["0", "4097", "-1", "1e3", "99999999999999999999"]),
        ("limits.waiting-per-sender", ["1", "1000000"], ["0", "1000001", "10K"]),
    ]

    @Test("each key takes what it should and refuses the rest with a sentence", arguments: samples)
    func takesAndRefuses(_ key: String, taken: [String], refused: [String]) {
        for value in taken { #expect(configurationProblems("", set: ["\(key)=\(value)"]) == [], "\(value)") }
        let name = key.split(separator: ".")[1]
        for value in refused {
            let problems = configurationProblems("", set: ["\(key)=\(value)"])
            #expect(problems.count == 1, "\(value)")
            #expect(problems.first?.contains("error: '\(name)' ") == true, "\(problems)")
        }
    }

    @Test(
        "a jump without a sign, and one that is too long, is refused with what is wanted",
        arguments: [
            ("10s", "'previous' wants a jump with a sign, such as '+30s' or '-10s', not '10s'"),
            ("+2h", "'previous' wants a jump within 1s … 1h with + or -, not '+2h'"),
            ("back", "'previous' wants a jump such as '+30s' or '-10s', not 'back'"),
        ])
    func jumps(_ value: String, _ message: String) {
        let problems = configurationProblems("[player mpv]\nprevious = \(value)\n")
        #expect(problems == ["baton.conf:2:12: error: \(message)"])
    }

    @Test("a hook that lacks its event or its program is warned of, at its header")
    func hooks() throws {
        let text = """
            [hook a]
            on = sleep
            [hook b]
            command = true
            [Hook\tc]
            [hook whole]
            on = sleep
            command = true
            [hook a]
            timeout = 5s
            """
        let advice = "; add what is missing, or remove the section"
        #expect(
            configurationProblems(text) == [
                "baton.conf:1: warning: [hook a] never runs: it has no 'command'\(advice)",
                "baton.conf:3: warning: [hook b] never runs: it has no 'on'\(advice)",
                "baton.conf:5: warning: [hook c] never runs: it has neither 'on' nor 'command'\(advice)",
            ])
        let whole = ["hook a.command=true", "hook b.on=sleep", "hook c.on=sleep", "hook c.command=true"]
        #expect(configurationProblems(text, set: whole).isEmpty)
        let wrong = configurationProblems("[hook a]\non = never\n")
        #expect(wrong.count == 1 && wrong[0].contains("error"), "what is wrong with a key is told alone")
        let many = (0..<1000).map { "[hook h\($0)]" }.joined(separator: "\n")
        #expect(configurationProblems(many).count <= 100)
    }

    @Test(
        "a key that another one replaces is not warned of at its default", arguments: ["no", "false", "Off", "0", ""])
    func deprecatedDefault(_ value: String) {
        #expect(configurationProblems("", set: ["headset.avrcp-toggle=\(value)"]).isEmpty)
    }

    @Test(
        "what refuses the whole start does not say that it is ignored",
        arguments: ["routing.polcy=x", "rooting.policy=x"])
    func refusedName(_ setting: String) {
        let problems = configurationProblems("", set: [setting])
        #expect(problems.count == 1 && problems[0].contains("error: unknown") && !problems[0].contains("ignored"))
    }

    @Test("I51: a key that another one replaces is warned of, and counts")
    func deprecated() throws {
        let problems = configurationProblems("", set: ["headset.avrcp-toggle=yes"])
        #expect(problems.count == 1 && problems[0].contains("warning: 'avrcp-toggle'") && problems[0].contains("I50"))
        let loaded = try Configuration.read(nil, source: "", overrides: ["headset.avrcp-toggle=yes"])
        #expect(loaded.configuration.headset.belief(nil) == .corrected)
        var rule = Configuration.DeviceRule()
        rule.belief = .toggle
        #expect(loaded.configuration.headset.belief(rule) == .toggle)
        rule.wear = .yes
        #expect(loaded.configuration.headset.belief(rule) == .sent)
    }

    @Test("a key by its former name counts, and the warning says what it is called now")
    func formerName() throws {
        let text = "[device Buds]\nbelief = corrected\n"
        #expect(
            configurationProblems(text) == [
                "baton.conf:2:1: warning: 'belief' is now called 'play-pause'; it still works, rename it"
            ])
        let loaded = try Configuration.read(Array(text.utf8), source: "", overrides: [])
        #expect(loaded.configuration.devices["Buds"]?.belief == .corrected)
    }

    @Test("the table of values has every key that is not of a plain type")
    func complete() {
        let wanted = Self.rows.filter { Self.plain($0.key) == nil }.map { row in
            "\(row.section.name)\(row.section.argument.map { _ in " geany" } ?? "").\(row.key.name)"
        }
        #expect(Set(wanted).subtracting(Self.samples.map(\.0)).isEmpty)
    }

    @Test("seek steps have to ascend")
    func steps() {
        let text = "[seek]\nhold-step = 1s\nhold-step = 2s after 5s\nhold-step = 3s after 4s\n"
        #expect(
            configurationProblems(text) == [
                "baton.conf:4:13: error: 'hold-step' wants its steps in the order of their 'after'"
            ])
    }

    @Test("eleven keys come first in the documentation")
    func usual() {
        #expect(Self.rows.count { $0.key.isUsual } == 11)
    }

    @Test("docs/configuration.md has exactly the tables made from the code")
    func documentation() throws {
        let path = "\(Checkout.root)/docs/configuration.md"
        let schema = Configuration.schema(.kernel)
        var text = String(decoding: try #require(try SmallFile.read(path, most: 1 << 20)), as: UTF8.self)
        for (name, made) in [("keys", schema.usualDocumentation), ("rare keys", schema.rareDocumentation)] {
            let begin = try #require(
                text.firstRange(of: "<!-- \(name): made from the code, see ConfigurationSchemaTests -->\n"))
            let end = try #require(text.firstRange(of: "\n<!-- end of \(name) -->\n"))
            let tables = begin.upperBound..<max(begin.upperBound, end.lowerBound)
            if getenv("BATON_WRITE_DOCS") != nil {
                text.replaceSubrange(tables, with: made)
            } else {
                #expect(text[tables] == made, "run BATON_WRITE_DOCS=1 swift test --filter ConfigurationSchemaTests")
            }
        }
        guard getenv("BATON_WRITE_DOCS") != nil else { return }
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }
}
