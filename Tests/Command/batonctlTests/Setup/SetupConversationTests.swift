// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import batonctl

/// `batonctl setup` as a conversation: what it asks, what it writes, and how it can be ended at each question.
@Suite struct SetupConversationTests {
    private static let before = "set $mod Mod4\n# no line end"
    private let stage: Stage
    private let agent: StubUndoAgent
    private let home: SetupHome

    init() throws {
        stage = try Stage()
        agent = try StubUndoAgent(on: stage)
        agent.rows = [
            DoctorFinding(
                section: "focus", name: "at-spi", state: "works", reason: .doctor(.appInFront, [.app: "gedit"])),
            DoctorFinding(section: "route", name: "gtk-actions", state: "works", reason: .doctor(.routeReady)),
            DoctorFinding(
                section: "sensor", name: "accelerometer", state: "works", reason: .sensor(.reading)),
        ]
        agent.point = .shake(.byFormFactor, [.sensitivity: "medium"])
        home = try SetupHome(stage, sway: Self.before)
    }

    /// What the terminal shows at each question, in order.
    private static let questions = [
        "At the end of", "Gestures in sway", "Calls: pause", "Screen: keep", "Do it now? [y/N]",
    ]

    @Test(
        "SETUP1, SETUP18: at a terminal it asks for media keys, gestures, calls, the screen and the sensitivity, and each can be refused"
    )
    func asks() throws {
        let terminal = try home.startAtTerminal()
        for (index, question) in Self.questions.enumerated() {
            try terminal.wait(for: question)
            try terminal.wait(for: index < 4 ? "Apply these changes? [y/N]" : question)
            #expect(home.sway == Self.before, "nothing before the answer")
            terminal.answer("no")
        }
        try #require(stage.turn { terminal.child.hasEnded })
        #expect(terminal.child.output.contains("the sensitivity is medium, the default."))
        #expect(home.sway == Self.before)
        #expect(terminal.child.status == 0, "everything works that can work here")
    }

    @Test("SETUP1: a calibration without a signal changes nothing, and the verdict follows")
    func calibration() throws {
        let terminal = try home.startAtTerminal()
        for question in Self.questions {
            try terminal.wait(for: question)
            terminal.answer(question == Self.questions.last ? "yes" : "no")
        }
        try #require(stage.turn { terminal.child.hasEnded })
        // The agent of this test has no sensor to read.
        #expect(terminal.child.output.contains("Nothing was changed: "), "\(terminal.child.output)")
        #expect(terminal.child.output.contains("All details: batonctl doctor --all"))
    }

    @Test("SETUP2: --yes agrees to every change, and afterwards no row of the doctor is left to ask about")
    func agreed() throws {
        let setup = try home.run("setup", "--yes")
        #expect(setup.status == 0, "\(setup.output) \(setup.errors)")
        #expect(home.sway.contains("XF86AudioPlay") && home.sway.contains("bindgesture"))
        #expect(setup.output.contains("To find your own: batonctl calibrate"), "hands are needed for it")
        let doctor = try home.run("doctor", "--all").output
        #expect(!doctor.contains("batonctl setup") && !doctor.contains("needs-consent"), "\(doctor)")
        #expect(try home.run("setup").output.contains("Media keys:") == false, "it asks once")
        #expect(try home.run("setup", "--revert").status == 0)
        #expect(home.sway == Self.before)
    }

    @Test("SETUP3: --dry-run shows what --yes writes as a diff, Baton's own files with --verbose, and writes nothing")
    func dry() throws {
        // With a line end: the first change of a file adds a missing one, and the second one of the same run then need not.
        let home = try SetupHome(stage, sway: "set $mod Mod4\n")
        let before = home.files
        let output = try home.run("setup", "--dry-run", "--verbose").output
        let short = try home.run("setup", "--dry-run").output
        #expect(home.files == before)
        #expect(try home.run("setup", "--yes").status == 0)
        for (name, text) in home.files where before[name] != text {
            #expect(output.contains("+++ \(home.path)/\(name)\n"), "\(name): \(output)")
            let isOwn = name.hasPrefix(".local/state/baton/")
            #expect(short.contains("+++ \(home.path)/\(name)\n") == !isOwn, "\(name): \(short)")
            for line in text.split(separator: "\n") where !Self.before.contains(line) {
                #expect(output.contains("+\(line)\n"), "\(name): \(line)")
            }
        }
    }

    @Test(
        "SETUP4: ended by Ctrl-C or a kill at each question, --revert restores every byte",
        arguments: [0, 1, 2, 3, 4], [SIGINT, SIGKILL])
    func ended(_ question: Int, _ signal: Int32) throws {
        let before = home.files
        let terminal = try home.startAtTerminal()
        for index in 0...question {
            try terminal.wait(for: Self.questions[index])
            if index < question { terminal.answer("yes") }
        }
        try terminal.end(signal)
        #expect((home.sway == Self.before) == (question == 0), "what was agreed to is done, and nothing else")
        let revert = try home.run("setup", "--revert")
        #expect(revert.status == 0, "\(revert.errors)")
        #expect(home.files == before)
    }

    @Test(
        "SETUP4: ended by Ctrl-C or a kill before a dialog and in it, nothing was changed",
        arguments: [SIGINT, SIGKILL])
    func endedInConsent(_ signal: Int32) throws {
        agent.rows.append(DoctorFinding(section: "route", name: "portal", state: "needs-consent", reason: nil))
        agent.consent = nil
        let before = home.files
        let first = try home.startAtTerminal()
        try first.wait(for: "Press Enter to open the dialog")
        try first.end(signal)
        #expect(agent.waiting == 0)
        let second = try home.startAtTerminal()
        try second.wait(for: "Press Enter to open the dialog")
        second.answer("")
        try #require(stage.turn { agent.waiting == 1 })
        if signal == SIGKILL {
            try second.end(signal)
        } else {
            // Ctrl-C ends the wait for the dialog; the next question comes.
            let process = try String(contentsOfFile: "\(home.path)/pid", encoding: .utf8)
            kill(try #require(Int32(process.trimmingCharacters(in: .whitespacesAndNewlines))), signal)
            try second.wait(for: "Nothing was changed: you cancelled")
            try second.wait(for: Self.questions[0])
            try second.end(SIGKILL)
        }
        let revert = try home.run("setup", "--revert")
        #expect(
            revert.status == 0 && revert.output == "There is nothing to undo: setup has changed nothing.\n",
            "\(revert.output)")
        #expect(home.files == before)
    }

    @Test("SETUP1, SETUP4: what a call is: one key of baton.conf, which is asked about once and taken back")
    func calls() throws {
        let file = ".config/baton/baton.conf"
        #expect(try home.run("setup", "--dry-run").output.contains("+call = microphone\n"))
        #expect(home.files[file] == nil)
        let asked = try home.run("setup").output
        #expect(asked.contains("Calls: '[interruptions] call = microphone'"), "without a terminal: \(asked)")
        let agreed = try home.run("setup", "--yes")
        #expect(agreed.output.contains("Calls: '[interruptions] call = microphone'"), "\(agreed.output)")
        #expect(home.files[file] == nil, "what is off for a reason is not switched on by --yes")
        try answer(["Calls: pause": "yes", "Screen: keep": "no", "Do it now? [y/N]": "no"])
        #expect(home.files[file] == "[interruptions]\ncall = microphone\n", "\(home.files)")
        #expect(try home.run("setup", "--dry-run").output.contains("microphone") == false, "it asks once")
        let revert = try home.run("setup", "--revert")
        #expect(revert.output.contains("[interruptions] call is as before"), "\(revert.output)")
        #expect(home.files[file] == nil)

        let own = "# mine\n[interruptions]\ncall = phone\n"
        try home.write(file, own)
        #expect(try home.run("setup", "--yes").output.contains("microphone") == false, "the user has decided")
        #expect(home.files[file] == own)
    }

    @Test("SETUP18: what keeps the screen on: one key of baton.conf, not switched on by --yes, and taken back")
    func screen() throws {
        let file = ".config/baton/baton.conf"
        #expect(try home.run("setup", "--dry-run").output.contains("+players = video\n"))
        let agreed = try home.run("setup", "--yes").output
        #expect(agreed.contains("Screen: '[awake] players = video'"), "\(agreed)")
        #expect(home.files[file] == nil, "what is off for a reason is not switched on by --yes")
        try answer(["Calls: pause": "yes", "Screen: keep": "yes", "Do it now? [y/N]": "no"])
        #expect(home.files[file] == "[interruptions]\ncall = microphone\n[awake]\nplayers = video\n", "\(home.files)")
        #expect(try home.run("setup", "--dry-run").output.contains("players = video") == false, "it asks once")
        let revert = try home.run("setup", "--revert")
        #expect(revert.output.contains("[awake] players is as before"), "\(revert.output)")
        #expect(home.files[file] == nil)

        let own = "[awake]\nplayers = no\n"
        try home.write(file, own)
        #expect(try home.run("setup", "--yes").output.contains("Screen:") == false, "the user has decided")
        #expect(home.files[file] == own)
    }

    /// Runs the conversation at a terminal, with these answers to these questions.
    private func answer(_ answers: KeyValuePairs<String, String>) throws {
        let terminal = try home.startAtTerminal()
        for (question, answer) in answers {
            try terminal.wait(for: question)
            terminal.answer(answer)
        }
        try #require(stage.turn { terminal.child.hasEnded })
    }

    @Test("SETUP6: without a configuration of sway the conversation tells that, and goes on to the verdict")
    func noConfiguration() throws {
        let bare = try SetupHome(stage, sway: nil)
        let setup = try bare.run("setup", "--yes")
        #expect(setup.status == 0, "\(setup.errors)")
        #expect(setup.output.contains("There is no configuration file of sway"), "\(setup.output)")
        #expect(setup.output.contains("All details: "), "\(setup.output)")
    }

    @Test("SETUP5: lines that the user has changed since are kept and told, and not written a second time")
    func foreignEdit() throws {
        #expect(try home.run("setup", "--yes").status == 0)
        let edited = home.sway.replacingOccurrences(of: "XF86AudioPlay exec", with: "XF86AudioPlay exec --mine")
        try home.write(SetupHome.configuration, edited)
        #expect(try home.run("setup", "--media-keys", "--yes").status == 0)
        #expect(home.sway == edited)
        let revert = try home.run("setup", "--revert")
        #expect(revert.status == 0)
        #expect(
            revert.output.contains("you have changed the lines after '# Baton's media keys: begin"), "\(revert.output)")
        #expect(home.sway.contains("--mine") && !home.sway.contains("bindgesture"))
        #expect(try home.run("setup", "--revert").output == "There is nothing to undo: setup has changed nothing.\n")
    }

    @Test("SETUP15, KEYS20: lines of the user's that act at the same press are named at each run, until they are gone")
    func rivals() throws {
        let line = "bindsym XF86AudioPlay exec playerctl play-pause"
        try home.write(SetupHome.configuration, "\(line)\nbindsym Mod4+XF86AudioNext exec x\n")
        for arguments in [["--media-keys", "--yes"], ["--media-keys", "--yes"], ["--yes"], ["--yes"]] {
            let setup = try home.run(["setup"] + arguments, desktop: ["SWAYSOCK": "/none"])
            #expect(setup.status == 1, "\(arguments) \(setup.errors)")
            let told = setup.output.components(separatedBy: "\n")
            let sentence = told.lastIndex { $0.hasPrefix("Until you remove these lines from ") } ?? 0
            #expect(told[sentence].contains(SetupHome.configuration) && told[sentence].contains("acts twice"))
            #expect(told[sentence + 1] == "  \(line)", "\(setup.output)")
            #expect(told[sentence + 2] != "  bindsym Mod4+XF86AudioNext exec x", "it is another press")
        }
        try home.write(SetupHome.configuration, home.sway.replacingOccurrences(of: "\(line)\n", with: ""))
        #expect(try home.run("setup", "--media-keys", "--yes").status == 0)
        #expect(try home.run("setup", "--yes").status == 0)
    }

    @Test("SETUP6: in a home without folders, and on an unknown desktop, nothing is changed, and setup ends in order")
    func bareHome() throws {
        let bare = try SetupHome(stage, sway: nil)
        // The name of a desktop stays in a shell that has lost its display.
        for desktop in [
            [:], ["XDG_CURRENT_DESKTOP": "sway"], ["XDG_CURRENT_DESKTOP": "Enlightenment"],
            ["XDG_CURRENT_DESKTOP": "\u{202E}x"],
        ] {
            let setup = try bare.run("setup", "--yes", desktop: desktop)
            #expect(setup.status == 0, "\(setup.errors)")
            #expect(!setup.output.contains("Media keys:") && !setup.output.contains("Gestures"))
        }
        #expect(try bare.run("setup", "--gestures", desktop: [:]).output.contains("There is no desktop"))
        let unknown = try bare.run("setup", "--gestures", desktop: ["DISPLAY": ":1"])
        #expect(unknown.output.contains("none of those whose gestures"), "\(unknown.output)")
        let keys = try bare.run("setup", "--media-keys", "--yes")
        #expect(keys.status == 1 && keys.errors.contains("There is no configuration file of sway"), "\(keys.errors)")
        #expect(Set(bare.files.keys) == [".local/state/baton/setup-asked"])
    }

    @Test(
        "SETUP15: where nothing is to be changed, --media-keys succeeds only if the agent gets the desktop's keys",
        arguments: [
            [], [("evdev", "listening")], [("media-keys", "waiting"), ("kde", "off")], [("media-keys", "listening")],
            [("evdev", "off"), ("portal", "listening")],
        ])
    func mediaKeysStatus(_ inputs: [(String, String)]) throws {
        let bare = try SetupHome(stage, sway: nil)
        agent.inputs = inputs
        let reaches = inputs.contains { $0.0 != "evdev" && $0.1 == "listening" }
        for arguments in [["--yes"], ["--dry-run"], []] {
            let keys = try bare.run(["setup", "--media-keys"] + arguments, desktop: [:])
            #expect(keys.status == (reaches ? 0 : 1), "\(inputs) \(arguments) \(keys.errors)")
            #expect(keys.output.contains("nothing to change in this desktop"), "\(keys.output)")
        }
    }

    @Test("SETUP15, SETUP17: COSMIC a second time, then with a file that its settings wrote anew, and taken back")
    func cosmic() throws {
        let bare = try SetupHome(stage, sway: nil)
        let file = ".config/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom"
        let entry = "    (modifiers: [Super], key: \"t\"): Spawn(\"foot\"),\n"
        try bare.write(file, "{\n\(entry)}")
        let set = { try bare.run($0, desktop: ["XDG_CURRENT_DESKTOP": "COSMIC", "WAYLAND_DISPLAY": "w"]) }
        for _ in 0..<2 {
            let keys = try set(["setup", "--media-keys", "--yes"])
            #expect(keys.status == 0 && keys.errors.isEmpty, "\(keys.errors)")
        }
        let lines = try #require(bare.files[file]).split(separator: "\n").filter { !$0.hasPrefix("//") }
        try bare.write(file, lines.joined(separator: "\n"))
        let keys = try set(["setup", "--media-keys", "--yes"])
        #expect(keys.status == 0 && keys.output.contains("COSMIC sends them to Baton"), "\(keys.output)\(keys.errors)")
        let revert = try set(["setup", "--revert"])
        #expect(revert.output.contains("COSMIC: the media keys are restored."), "\(revert.output)")
        #expect(bare.files[file] == "{\n\(entry)}")
        // The user's own bindings, as `--print` shows them.
        try bare.write(file, lines.joined(separator: "\n"))
        let own = try set(["setup", "--media-keys", "--yes"])
        #expect(own.status == 0 && own.output.contains("nothing to change in this desktop"), "\(own.output)")
        #expect(try set(["setup", "--revert"]).output == "There is nothing to undo: setup has changed nothing.\n")
    }

    @Test("SETUP15, SETUP17: a key that COSMIC's file binds otherwise is named, and is no success")
    func cosmicOtherwise() throws {
        let bare = try SetupHome(stage, sway: nil)
        let file = ".config/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom"
        let before = "{\n    (modifiers: [], key: \"XF86AudioPlay\"): Disable,\n}"
        try bare.write(file, before)
        let set = { try bare.run($0, desktop: ["XDG_CURRENT_DESKTOP": "COSMIC", "WAYLAND_DISPLAY": "w"]) }
        for arguments in [["--dry-run"], ["--yes"], []] {
            let keys = try set(["setup", "--media-keys"] + arguments)
            #expect(keys.status == 1, "\(arguments) \(keys.output)")
            #expect(keys.output.contains("custom does not send these keys to Baton: XF86AudioPlay."), "\(keys.output)")
            #expect(!keys.output.contains("COSMIC sends them to Baton"), "\(keys.output)")
        }
        #expect(bare.files[file]?.contains("send pause") == true)
        // Without the user's binding the key is still not Baton's: what was made once is not made again.
        let text = try #require(bare.files[file])
        try bare.write(file, text.replacing(before.split(separator: "\n")[1] + "\n", with: ""))
        #expect(try set(["setup", "--media-keys", "--yes"]).status == 1)
        _ = try set(["setup", "--revert"])
        #expect(bare.files[file] == "{\n}")
        try bare.write(file, before.replacing("[]", with: "[Super]"))
        #expect(try set(["setup", "--media-keys", "--yes"]).status == 0)
        #expect(bare.files[file]?.contains("send toggle") == true)
    }

    @Test(
        "SETUP17: a file of COSMIC that is cut off is refused before anything is announced, and later too",
        arguments: ["{\n    (\n        modifiers: [", "{\n}\n{\n}", "\u{FEFF}{}", "#![enable(implicit_some)]\n{}"])
    func cosmicCutOff(_ text: String) throws {
        let bare = try SetupHome(stage, sway: nil)
        let file = ".config/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom"
        try bare.write(file, text)
        let set = { try bare.run($0, desktop: ["XDG_CURRENT_DESKTOP": "COSMIC", "WAYLAND_DISPLAY": "w"]) }
        let before = bare.files
        for arguments in [["--yes"], ["--dry-run"]] {
            let keys = try set(["setup", "--media-keys"] + arguments)
            #expect(keys.status == 1 && keys.output.isEmpty, "\(keys.output)")
            #expect(keys.errors.contains("has another form than Baton knows, line "), "\(keys.errors)")
            if text.hasPrefix("\u{FEFF}") { #expect(keys.errors.contains("'U+FEFF' is not"), "\(keys.errors)") }
            #expect(bare.files == before)
        }
        // Cut off after it was set up.
        try bare.write(file, "{\n}")
        #expect(try set(["setup", "--media-keys", "--yes"]).status == 0)
        try bare.write(file, String(try #require(bare.files[file]).dropLast()))
        let again = try set(["setup", "--media-keys", "--yes"])
        #expect(again.status == 1 && again.output.contains("'{' is not closed"), "\(again.output)")
    }

    @Test("SETUP7: in a home that cannot be written nothing is changed, and the reason is told")
    func readOnly() throws {
        // Root writes everywhere: as root the configuration and the record are in folders that are none.
        try home.write(".local/state", "a file")
        let before = home.files
        for arguments in ["--media-keys", "--gestures"] {
            let setup = try home.run("setup", arguments, "--yes")
            #expect(setup.status == 1 && setup.errors.contains("cannot be saved in"), "\(setup.errors)")
        }
        #expect(home.files == before)
    }

    @Test("SETUP7: a configuration that cannot be written leaves no record behind")
    func unwritableConfiguration() throws {
        // Something else is in the place of the new file, which Baton does not remove.
        let place = "\(home.path)/\(SetupHome.configuration).baton-new"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for arguments in ["--media-keys", "--gestures"] {
            let setup = try home.run("setup", arguments, "--yes")
            #expect(setup.status == 1 && setup.errors.contains("cannot be changed"), "\(setup.errors)")
        }
        #expect(home.sway == Self.before)
        #expect(try home.run("setup", "--revert").output == "There is nothing to undo: setup has changed nothing.\n")
    }
}
