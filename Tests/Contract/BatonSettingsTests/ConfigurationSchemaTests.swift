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
        #expect(loaded.warnings.isEmpty)
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

    /// Key, accepted values, refused values.
    static let samples: [(String, [String], [String])] = [
        ("mpris.name", ["auto", "BATON", "playerctld", "both", "none"], ["yes", "auto baton", "'auto'"]),
        ("routing.policy", ["playing", "Recent"], ["random", "play"]),
        ("routing.ignore", ["spotify", "*", "vlc.instance7", "org.mpris.MediaPlayer2.x"], ["a b", "a,b", "ü", "/x"]),
        ("routing.priority", ["mpv", "chrom?um"], ["a;b", "\"mpv\""]),
        ("routing.remote-players-last", ["yes", "NO", "true", "off", "1", "0"], ["maybe", "2"]),
        ("routing.call-timeout", ["50ms", "1s", "1min", "0.5s"], ["49ms", "61s", "1", "0.5", "-1s", "1 parsec", "s"]),
        ("routing.app-timeout", ["50ms", "250ms", "10s"], ["49ms", "11s", "0"]),
        ("routing.start-wait", ["0s", "200ms", "10s"], ["0", "11s"]),
        ("routing.launch", ["mpv", "/usr/bin/mpv --idle 'a b'"], ["\"mpv", "'", "\"\" x"]),
        ("seek.hold-interval", ["50ms", "5s"], ["10ms", "6s"]),
        ("seek.hold-step", ["2s", "2s after 0s"], ["2s after", "after 2s", "2s 3s", "4s after 2s", "0s"]),
        ("seek.hold-limit", ["1s", "10min"], ["999ms", "1h"]),
        (
            "remote-control.disabled", RemoteControlSubtype.allCases.map(\.configurationName), ["next", "100", "shake"]
        ),
        ("media-keys.daemons", ["yes", "off"], ["mate"]),
        ("media-keys.portal", ["yes", "no"], ["ask"]),
        ("bluetooth.enabled", ["yes", "no"], ["maybe"]),
        ("bluetooth.play-on-connect", ["yes", "no"], ["first"]),
        ("mpris.art-cache", ["yes", "no"], ["https"]),
        ("notifications.now-playing", ["yes", "no"], ["sometimes"]),
        ("notifications.setup", ["yes", "no"], ["once"]),
        ("media-keys.serve", ["auto", "Yes", "no"], ["off"]),
        ("headset.enabled", ["yes", "off"], ["usb"]),
        ("headset.grab", ["never", "media-only"], ["usual", "yes"]),
        ("headset.shared", ["auto", "yes", "no"], ["usual"]),
        ("headset.one-button", ["auto", "yes", "no"], ["usual", "1"]),
        ("headset.phone-button", ["yes", "no"], ["auto"]),
        ("headset.click-window", ["50ms", "2s"], ["49ms", "3s", "300"]),
        ("headset.click-window-from", ["release", "press"], ["up"]),
        ("headset.hold-time", ["100ms", "5s"], ["99ms", "6s"]),
        ("headset.avrcp-toggle", ["no"], ["toggle"]),
        ("headset.click", ["nothing", "Play", "toggle-mute"], ["assistant", "end-seeking-forward"]),
        ("headset.double-click", ["next-track"], ["next"]),
        ("headset.triple-click", ["pin-next-player"], ["pin"]),
        ("headset.hold", ["nothing", "volume-down"], ["volume"]),
        ("headset.click-hold", ["begin-seeking-forward"], ["seek"]),
        ("headset.double-click-hold", ["volume-up"], ["103"]),
        ("device geany.use", ["auto", "yes", "no"], ["usual"]),
        ("device geany.grab", ["usual", "never", "media-only"], ["all"]),
        ("device geany.one-button", ["usual", "auto", "yes", "no"], ["2"]),
        (
            "device geany.key",
            ["BTN_0 play", "btn_0 nothing", "0x100 stop", "PHONE toggle-play-pause", "171 next-track"],
            ["BTN_0", "play", "BTN_0 play stop", "KEY_NOSUCH play", "768 play", "9999 play", "BTN_0 dance"]
        ),
        ("device geany.belief", ["sent", "toggle", "corrected"], ["yes"]),
        ("device geany.wear", ["auto", "yes", "no"], ["usual"]),
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
        ("shake.enabled", ["yes", "off"], ["perhaps"]),
        ("shake.sensitivity", ["auto", "low", "Medium", "high"], ["highest"]),
        ("shake.model", ["/home/user/shake.model"], ["shake.model", "~/x", "/" + String(repeating: "x", count: 1000)]),
        ("shake.longest-shake", ["500ms", "4s", "30s"], ["100ms", "31s", "4"]),
        ("shake.source", ["auto", "poll", "buffer"], ["iio"]),
        (
            "shake.sensor", ["accel_3d", "ip:[::1]:30431", "/sys/bus/iio/devices/iio:device1"],
            [String(repeating: "x", count: 256)]
        ),
        ("shake.background-motion", ["Scratch Pad"], [String(repeating: "x", count: 256)]),
        ("shake.with-lid-closed", ["yes", "off"], ["closed"]),
        ("shake.tablet-mode", ["any", "only", "never"], ["yes"]),
        ("undo.mode", ["confirm", "immediate", "off"], ["ask"]),
        ("undo.unknown-focus", ["ask", "refuse"], ["send"]),
        ("undo.timeout", ["2s", "1min"], ["1s", "61s"]),
        ("undo.route", UndoRouteName.allCases.map(\.rawValue), ["gtk", "xtest, portal", "wtype"]),
        ("undo.vibration-limit", ["0", "5", "100"], ["-1", "101", "few"]),
        ("undo.cool-down", ["0s", "2s"], ["2", "61s"]),
        ("app geany.undo", ["usual", "confirm", "immediate", "never"], ["yes"]),
        ("headset.while-locked", ["yes", "no"], ["sometimes"]),
        ("interruptions.wear-resume", ["0s", "5min"], ["2h"]),
        ("interruptions.ghosts", ["browsers", "all", "no"], ["yes"]),
        ("interruptions.ghost-after", ["0s", "1h"], ["5", "2h"]),
        ("interruptions.enabled", ["yes", "no"], ["maybe"]),
        ("interruptions.route-lost", ["nothing", "pause"], ["pause-resume", "stop"]),
        ("interruptions.route-ignore", ["hdmi", "alsa_output.*", "HD-Audio Generic"], []),
        ("interruptions.stop-unpausable", ["yes", "no"], ["never"]),
        ("interruptions.lock", ["nothing", "pause", "pause-resume"], ["yes"]),
        ("interruptions.suspend", ["nothing", "pause", "pause-resume"], ["resume"]),
        ("interruptions.exclusive", ["no", "pause", "pause-resume"], ["nothing"]),
        ("interruptions.exclusive-after", ["0s", "500ms"], ["61s"]),
        ("player geany.exclusive", ["usual", "no"], ["yes"]),
        ("interruptions.resume-limit", ["1s", "4h", "1d"], ["0s", "25h"]),
        ("interruptions.call", ["off", "phone", "microphone"], ["all"]),
        ("interruptions.call-begin", ["0s", "500ms", "1min"], ["500", "61s"]),
        ("interruptions.call-end", ["0s", "10min"], ["1500", "11min"]),
        ("interruptions.call-ignore", ["obs*", "com.obsproject.Studio"], []),
        ("hook geany.on", HookEvent.allCases.map(\.rawValue), ["always"]),
        ("hook geany.command", ["notify-send 'a b'"], ["'"]),
        ("hook geany.player", ["spotify", "chrom*"], ["a b"]),
        ("hook geany.when-locked", ["yes", "no"], ["maybe"]),
        ("hook geany.timeout", ["1s", "1h"], ["0s", "2h"]),
        ("player geany.interrupt", ["usual", "no"], ["yes"]),
        ("player geany.pause-once", ["yes", "no"], ["twice"]),
        ("player geany.stream", ["mpd", "Music Player Daemon"], []),
        ("app geany.redo", ["ctrl+y", "Ctrl+Shift+Z"], ["ctrl+q", "y"]),
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

    @Test("the table of values has every key")
    func complete() {
        #expect(
            Set(Self.samples.map(\.0))
                == Set(
                    Self.rows.map { row in
                        "\(row.section.name)\(row.section.argument.map { _ in " geany" } ?? "").\(row.key.name)"
                    }))
    }

    @Test("seek steps have to ascend")
    func steps() {
        let text = "[seek]\nhold-step = 1s\nhold-step = 2s after 5s\nhold-step = 3s after 4s\n"
        #expect(
            configurationProblems(text) == [
                "baton.conf:4:13: error: 'hold-step' wants its steps in the order of their 'after'"
            ])
    }

    @Test("docs/configuration.md has exactly the tables made from the code")
    func documentation() throws {
        let path = "\(Checkout.root)/docs/configuration.md"
        let bytes = try #require(try SmallFile.read(path, most: 1 << 20))
        let text = String(decoding: bytes, as: UTF8.self)
        let begin = "<!-- keys: made from the code, see ConfigurationSchemaTests -->\n"
        let end = "\n<!-- end of keys -->\n"
        let parts = text.split(separator: begin, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let rest = parts[1].split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(rest.count == 2)
        let made = Configuration.schema(.kernel).documentation
        if getenv("BATON_WRITE_DOCS") != nil {
            let file = try #require(fopen(path, "w"))
            fputs("\(parts[0])\(begin)\(made)\(end)\(rest[1])", file)
            fclose(file)
        } else {
            #expect(rest[0] == made, "run BATON_WRITE_DOCS=1 swift test --filter ConfigurationSchemaTests")
        }
    }
}
