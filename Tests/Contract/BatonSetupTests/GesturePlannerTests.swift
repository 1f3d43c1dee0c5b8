// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import Foundation
import Glibc
import Testing

@testable import BatonSetup

@Suite("Gestures of desktops") struct GesturePlannerTests {
    private static let sway18 = #"{ "human_readable": "1.8.1", "variant": "sway", "major": 1, "minor": 8, "patch": 1 }"#
    private let home: HomeFolder

    init() throws { home = try HomeFolder() }

    private func answer(
        _ variables: [String: String], media: Bool = false, sway: String? = sway18, oneColumn: Bool = true
    ) throws -> GestureAnswer {
        try GesturePlanner(
            home.environment(variables), hasMedia: media, swayVersion: { sway }, hasOneColumn: { oneColumn }
        ).answer()
    }

    private func plan(
        _ variables: [String: String], media: Bool = false, oneColumn: Bool = true
    ) throws -> GesturePlan {
        guard case .plan(let plan) = try answer(variables, media: media, oneColumn: oneColumn) else {
            throw SetupError("no plan for \(variables)")
        }
        return plan
    }

    private func obstacle(_ variables: [String: String], sway: String? = sway18) throws -> GestureObstacle? {
        guard case .none(let obstacle) = try answer(variables, sway: sway) else { return nil }
        return obstacle
    }

    private func record(_ plan: GesturePlan) -> ChangeRecord { ChangeRecord(plan.kind, in: home.state) }

    /// The desktops whose configuration is a file: variables, the file, and its text before.
    static let filed: [(variables: [String: String], file: String, before: String, line: String)] = [
        (
            ["SWAYSOCK": "/s"], ".config/sway/config", "set $mod Mod4\n",
            "bindgesture --exact swipe:3:left exec /usr/bin/batonctl undo"
        ),
        (
            ["SWAYSOCK": "/s"], ".sway/config", "no line end",
            "bindgesture --exact swipe:3:right exec /usr/bin/batonctl redo"
        ),
        (
            ["HYPRLAND_INSTANCE_SIGNATURE": "h"], ".config/hypr/hyprland.conf", "",
            "gesture = 4, left, dispatcher, exec, /usr/bin/batonctl undo"
        ),
        (
            ["HYPRLAND_INSTANCE_SIGNATURE": "h"], ".config/hypr/hyprland.lua", "-- mine",
            "hl.gesture({ fingers = 4, direction = \"right\", action = function() hl.exec_cmd(\"/usr/bin/batonctl redo\") end })"
        ),
    ]

    @Test(
        "SETUP12, SETUP14: gestures get the line ends of the file, and their own lines are no conflict the next time",
        arguments: ["set $mod Mod4\r\n", "a\r\nb", "a \\\r\n", "a \\"])
    func windowsEnds(_ before: String) throws {
        try home.write(".config/sway/config", before)
        let plan = try plan(["SWAYSOCK": "/s"])
        try record(plan).make(plan.changes)
        let after = try #require(home.read(".config/sway/config"))
        #expect(after.contains("bindgesture"))
        #expect(after.contains("\r\n# Baton's gestures: begin") == before.contains("\r\n"))
        #expect(try self.plan(["SWAYSOCK": "/s"]).conflicts == [])
        #expect(try record(plan).takeBack() == [])
        #expect(home.read(".config/sway/config").map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test("DG1, DG3: lines at the end of the configuration, and back to the same bytes", arguments: filed.indices)
    func blocks(_ index: Int) throws {
        let desktop = Self.filed[index]
        try home.write(desktop.file, desktop.before)
        let before = home.files
        let plan = try plan(desktop.variables)
        try record(plan).make(plan.changes)
        let text = try #require(home.read(desktop.file))
        #expect(text.hasPrefix(desktop.before))
        #expect(text.contains("\n\(desktop.line)\n"), "\(text)")
        try record(plan).make(plan.changes)
        #expect(home.read(desktop.file) == text, "a second time changes nothing")
        #expect(try record(plan).takeBack() == [])
        #expect(home.files == before)
        #expect(try record(plan).takeBack() == nil, "there is no record left")
    }

    @Test("DG3: lines that end as on Windows stay as they are", arguments: ["a\r\nb\r\n", "a\r\nb", "a\rb\r"])
    func carriageReturns(_ before: String) throws {
        try home.write(".config/sway/config", before)
        let plan = try plan(["SWAYSOCK": "/s"])
        try record(plan).make(plan.changes)
        let text = try #require(home.read(".config/sway/config"))
        #expect(Array(text.utf8).starts(with: Array(before.utf8)))
        #expect(!text.contains("\r\n\n#"), "an empty line was added")
        #expect(try record(plan).takeBack() == [])
        #expect(home.read(".config/sway/config").map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test("DG1: media gestures have the other count of fingers")
    func media() throws {
        try home.write(".config/sway/config", "")
        let sway = try plan(["SWAYSOCK": "/s"], media: true)
        try record(sway).make(sway.changes)
        let text = try #require(home.read(".config/sway/config"))
        #expect(text.contains("bindgesture --exact swipe:4:left exec /usr/bin/batonctl next\n"))
        #expect(text.contains("bindgesture --exact hold:4 exec /usr/bin/batonctl play-pause\n"))
    }

    @Test(
        "DG2: a gesture that the user has bound is refused, and shown",
        arguments: [
            (".config/sway/config", "bindgesture swipe:left workspace next", true),
            (".config/sway/config", "  bindgesture --exact swipe:3:left+down exec x", true),
            (".config/sway/config", "bindgesture swipe:3 exec x", true),
            (".config/sway/config", "bindgesture swipe:4:left exec x", false),
            (".config/sway/config", "bindgesture pinch:3:left exec x", false),
            (".config/sway/config", "# bindgesture swipe:3:left exec x", false),
            (".config/sway/config", "bindgesture\t--exact\tswipe:3:left\texec x", true),
            (".config/sway/config", "bindgesture \\\n  swipe:3:left exec x", true),
            (".config/sway/config", "bindgesture --exact {\n\n  swipe:3:left workspace next\n}", true),
            (".config/sway/config", "bindgesture {\n  swipe:4:left exec x\n}\nswipe:3:left exec x", false),
            (".config/sway/config", "mode \"a\" {\n bindgesture swipe:3:left exec x\n}", true),
            (".config/sway/config", "a\r\nbindgesture swipe:3:left exec x\r", true),
            (".config/sway/config", "bindsym {\n  swipe:3:left exec x\n}", false),
            (".config/hypr/hyprland.conf", "gesture = 4, horizontal, workspace", true),
            (".config/hypr/hyprland.conf", "gesture=4,left,close", true),
            (".config/hypr/hyprland.conf", "gesture = 3, horizontal, workspace", false),
            (".config/hypr/hyprland.conf", "gestures {", false),
            (".config/hypr/hyprland.lua", "hl.gesture({ fingers = 4, direction = 'left', action = \"close\" })", true),
            (".config/hypr/hyprland.lua", "hl.gesture({ direction = \"horizontal\", fingers=4 })", true),
            (".config/hypr/hyprland.lua", "-- hl.gesture({ fingers = 4, direction = \"left\" })", false),
        ])
    func conflicts(_ file: String, _ line: String, _ isConflict: Bool) throws {
        try home.write(file, "first\n\(line)\n")
        let variables = file.contains("sway") ? ["SWAYSOCK": "/s"] : ["HYPRLAND_INSTANCE_SIGNATURE": "h"]
        #expect(try plan(variables).conflicts.isEmpty == !isConflict)
    }

    @Test("DG2: Baton's own lines are no conflict")
    func own() throws {
        try home.write(".config/sway/config", "mine\n")
        let first = try plan(["SWAYSOCK": "/s"])
        try record(first).make(first.changes)
        #expect(try plan(["SWAYSOCK": "/s"]).conflicts == [])
    }

    @Test("DG4: desktops without gestures for programs are named, and nothing is written")
    func obstacles() throws {
        #expect(try obstacle(["XDG_CURRENT_DESKTOP": "GNOME"]) == .gnome)
        #expect(try obstacle(["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"]) == .gnome)
        #expect(try obstacle(["XDG_CURRENT_DESKTOP": "niri", "DISPLAY": ":0"]) == .niri)
        #expect(try obstacle(["XDG_CURRENT_DESKTOP": "Enlightenment", "DISPLAY": ":0"]) == .unknownDesktop)
        #expect(try obstacle([:]) == .noDesktop)
        // A shell without a display may have kept the name.
        #expect(try obstacle(["XDG_CURRENT_DESKTOP": "sway"]) == .noDesktop)
        let old = #"{ "major": 1, "minor": 7 }"#
        #expect(try obstacle(["SWAYSOCK": "/s"], sway: old) == .swayTooOld("1.7"))
        #expect(try obstacle(["SWAYSOCK": "/s"], sway: nil) == .swayTooOld(nil))
        #expect(try obstacle(["SWAYSOCK": "/s"], sway: "\"major\": 99999999999999999999") == .swayTooOld(nil))
        #expect(
            try obstacle(["SWAYSOCK": "/s"])
                == .noFile(["\(home.path)/.sway/config", "\(home.path)/.config/sway/config"]))
        #expect(home.files.isEmpty)
    }

    // MARK: KWin

    private static let kde = ["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "6"]
    private static let script = ".local/share/kwin/scripts/baton-gestures"

    @Test(
        "DG5: KWin gets a script, and its configuration and folders are as before afterwards",
        arguments: [
            nil, "", "[Compositing]\nEnabled=true\n", "[Plugins]\nother=true\n", "no end",
            "[Plugins]\nbaton-gesturesEnabled=false\n\n[X]\na=1\n",
        ])
    func kwin(_ configuration: String?) throws {
        if let configuration { try home.write(".config/kwinrc", configuration) }
        let before = home.files
        let plan = try plan(Self.kde)
        try record(plan).make(plan.changes)
        #expect(
            home.read("\(Self.script)/contents/ui/main.qml")?.contains("direction: SwipeGestureHandler.Left") == true)
        #expect(home.read("\(Self.script)/metadata.json")?.contains("declarativescript") == true)
        let text = try #require(home.read(".config/kwinrc"))
        #expect(text.contains("[Plugins]\nbaton-gesturesEnabled=true\n"))
        #expect(try record(plan).takeBack() == [])
        #expect(home.files == before)
    }

    @Test("SETUP4: a link of kwinrc to a file that is not there stays a link")
    func kwinLink() throws {
        try home.write(".config/other", "")
        let link = "\(home.path)/.config/kwinrc"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../dotfiles/kwinrc")
        let before = home.files
        let plan = try plan(Self.kde)
        try record(plan).make(plan.changes)
        #expect(home.read("dotfiles/kwinrc")?.contains("baton-gesturesEnabled=true") == true)
        #expect(try record(plan).takeBack() == [])
        #expect(home.files == before)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../dotfiles/kwinrc")
    }

    @Test("DG5: KWin 5.27, and a grid of desktops, get the edge of the screen")
    func edge() throws {
        for plan in [
            try plan(["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5"]), try plan(Self.kde, oneColumn: false),
        ] {
            try record(plan).make(plan.changes)
            let code = try #require(home.read("\(Self.script)/contents/code/main.js"))
            #expect(code.contains("registerTouchScreenEdge(KWin.ElectricRight"))
            #expect(home.read("\(Self.script)/contents/ui/main.qml") == nil)
            #expect(try record(plan).takeBack() == [])
        }
    }

    @Test("DG5: a script of the same name that is not Baton's is left alone")
    func foreignScript() throws {
        try home.write("\(Self.script)/metadata.json", "{}")
        #expect(try obstacle(Self.kde) == .foreignScript("\(home.path)/\(Self.script)"))
    }

    @Test("DG5: a script that is recorded stays Baton's, with other gestures and when the user has changed it")
    func recordedScript() throws {
        let media = try plan(Self.kde, media: true)
        try record(media).make(media.changes)
        #expect(try plan(Self.kde).kind == media.kind)
        try home.write("\(Self.script)/contents/ui/main.qml", "mine\n")
        #expect(try plan(Self.kde, media: true).kind == media.kind)
        #expect(try record(media).takeBack()?.count == 1, "the changed file is kept, and told")
        #expect(try obstacle(Self.kde) == .foreignScript("\(home.path)/\(Self.script)"))
    }

    @Test("DG3: after a kill between any two changes everything can be taken back", arguments: 0..<9)
    func killed(_ done: Int) throws {
        try home.write(".config/kwinrc", "[A]\nb=1")
        let before = home.files
        let plan = try plan(Self.kde)
        let cut = plan.changes.prefix(done)
        // The record is complete before the first change.
        try SavedRecord(kind: plan.kind, lines: plan.changes.map(\.fields)).save(in: home.state)
        for change in cut { try change.make() }
        // What is left of a file that the process was about to write.
        for file in plan.changes.compactMap({ ($0 as? ChangedKey)?.path ?? ($0 as? AddedFile)?.path }) {
            try? "half".write(toFile: file + ".baton-new", atomically: false, encoding: .utf8)
        }
        #expect(try record(plan).takeBack() == [])
        #expect(home.files == before)
    }

    @Test("SETUP4, SETUP10: after a kill the next run finishes what is missing", arguments: 0..<9)
    func finished(_ done: Int) throws {
        let plan = try plan(Self.kde)
        try SavedRecord(kind: plan.kind, lines: plan.changes.map(\.fields)).save(in: home.state)
        for change in plan.changes.prefix(done) { try change.make() }
        #expect(try record(plan).state == (done < plan.changes.count ? .unfinished : .present))
        try record(plan).make([])
        #expect(try record(plan).state == .present)
        #expect(home.read(".config/kwinrc") == "[Plugins]\nbaton-gesturesEnabled=true\n")
    }

    @Test("SETUP5, SETUP10: KWin's script that the user has switched off stays off, and is told")
    func switchedOff() throws {
        let plan = try plan(Self.kde)
        try record(plan).make(plan.changes)
        #expect(try record(plan).state == .present)
        try home.write(".config/kwinrc", "[Plugins]\nbaton-gesturesEnabled=false\n")
        #expect(try record(plan).state == .takenOut)
        try record(plan).make(plan.changes)
        #expect(home.read(".config/kwinrc") == "[Plugins]\nbaton-gesturesEnabled=false\n")
    }

    @Test("DG5: with media KWin changes tracks by the face's methods, which have no argument", arguments: ["5", "6"])
    func kwinMedia(_ version: String) throws {
        let plan = try plan(["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": version], media: true)
        #expect(plan.gestures.count == (version == "6" ? 4 : 3))
        try record(plan).make(plan.changes)
        let name = version == "6" ? "ui/main.qml" : "code/main.js"
        let code = try #require(home.read("\(Self.script)/contents/\(name)"))
        for part in ["org.mpris.MediaPlayer2.playerctld", "Next", "Previous", "org.baton.Baton1.Application"] {
            #expect(code.contains("\"\(part)\""), "\(part): \(code)")
        }
        #expect(
            code.contains(version == "6" ? "Touchscreen; direction: SwipeGestureHandler.Left; fingerCount: 3" : "Top"))
        #expect(!code.contains("Touchscreen; direction: SwipeGestureHandler.Left; fingerCount: 4"))
        #expect(try record(plan).takeBack() == [])
        #expect(home.files.keys.filter { $0.contains("baton") } == [])
    }

    // MARK: The user's changes

    @Test("DG3: what the user has changed since is kept, and told")
    func foreignEdits() throws {
        let file = try home.write(".config/sway/config", "mine\n")
        let sway = try plan(["SWAYSOCK": "/s"])
        try record(sway).make(sway.changes)
        let text = try #require(home.read(".config/sway/config"))
        try ("before\n" + text + "after\n").write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try record(sway).takeBack() == [])
        #expect(home.read(".config/sway/config") == "before\nmine\nafter\n", "lines around Baton's stay")

        try record(sway).make(sway.changes)
        let edited = try #require(home.read(".config/sway/config")).replacing("swipe:3:left", with: "swipe:5:left")
        try edited.write(toFile: file, atomically: false, encoding: .utf8)
        let kept = try #require(try record(sway).takeBack())
        #expect(kept.count == 1 && kept[0].contains("you have changed the lines"), "\(kept)")
        #expect(home.read(".config/sway/config") == edited)

        let kwin = try plan(Self.kde)
        try record(kwin).make(kwin.changes)
        try home.write("\(Self.script)/metadata.json", "{ \"mine\": 1 }")
        try home.write(".config/kwinrc", "[Plugins]\nbaton-gesturesEnabled=false\n")
        let keptFiles = try #require(try record(kwin).takeBack())
        #expect(keptFiles.count == 2, "\(keptFiles)")
        #expect(home.read("\(Self.script)/metadata.json") == "{ \"mine\": 1 }")
        #expect(home.read(".config/kwinrc") == "[Plugins]\nbaton-gesturesEnabled=false\n")
    }

    @Test("DG3: without a folder for the record nothing is changed")
    func unwritable() throws {
        try home.write(".config/sway/config", "mine\n")
        // A file is in the place of the folder: root may write to a folder that is read-only.
        try home.write(".local/state", "")
        let plan = try plan(["SWAYSOCK": "/s"])
        #expect(throws: SetupError.self) { try self.record(plan).make(plan.changes) }
        #expect(home.read(".config/sway/config") == "mine\n")
    }

    @Test("DG3: a pipe or a folder in the place of the configuration is left alone, without waiting for it")
    func noFile() throws {
        let path = "\(home.path)/.config/sway/config"
        try home.write(".config/sway/other", "")
        try #require(mkfifo(path, 0o600) == 0)
        let sentence = "\(path) is no file; Baton does not change it."
        #expect { try plan(["SWAYSOCK": "/s"]) } throws: { "\($0)" == sentence }
        unlink(path)
        try #require(mkdir(path, 0o700) == 0)
        #expect { try plan(["SWAYSOCK": "/s"]) } throws: { "\($0)" == sentence }
    }

    @Test("DG6: the diff of a change is one that patch(1) takes")
    func differences() throws {
        try home.write(".config/sway/config", "a\nb")
        let plan = try plan(["SWAYSOCK": "/s"])
        let text = try #require(try plan.changes.first?.difference)
        let path = "\(home.path)/.config/sway/config"
        #expect(
            text.hasPrefix(
                "--- \(path)\n+++ \(path)\n@@ -2,1 +2,5 @@\n-b\n\\ No newline at end of file\n+b\n+# Baton's gestures: begin"
            ), "\(text)")
        #expect(UnifiedDifference.text("/f", nil, "x\n") == "--- /dev/null\n+++ /f\n@@ -0,0 +1,1 @@\n+x\n")
        #expect(UnifiedDifference.text("/f", "1\n2\n3\n", "1\n3\n") == "--- /f\n+++ /f\n@@ -2,1 +1,0 @@\n-2\n")
    }

    @Test("DG7: lines for engines beside the desktop name batonctl by its path")
    func engines() throws {
        try home.write("bin/touchegg", "")
        try home.write("bin/lisgd", "")
        let engines = GestureEngine.installed(home.environment(["PATH": "\(home.path)/bin:/nonexistent"]))
        #expect(engines.map(\.program) == ["touchegg", "lisgd"])
        #expect(
            engines.allSatisfy { $0.lines.allSatisfy { $0.contains("/usr/bin/batonctl undo") || $0.contains("redo") } })
        for hasMedia in [false, true] {
            for engine in GestureEngine.all(program: "/a b/batonctl", hasMedia: hasMedia) {
                let text = engine.lines.joined(separator: "\n")
                for command in ["undo", "redo", "next", "previous"] {
                    let isThere = hasMedia || ["undo", "redo"].contains(command)
                    #expect(text.contains("'/a b/batonctl' \(command)") == isThere, "\(engine.name): \(text)")
                }
            }
        }
    }
}
