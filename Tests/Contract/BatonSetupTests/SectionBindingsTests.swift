// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTestSupport
import Foundation
import Testing

@testable import BatonSetup

/// The media keys in files that have sections only: niri's and COSMIC's (rule SETUP17).
@Suite("The media keys in niri and COSMIC") struct SectionBindingsTests {
    private static let niri = ".config/niri/config.kdl"
    private static let cosmic = ".config/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom"

    private let home: HomeFolder

    init() throws { home = try HomeFolder() }

    private func bindings(_ compositor: Compositor) -> CompositorBindings {
        CompositorBindings(compositor, home.environment([:]))
    }

    @Test(
        "SETUP17: in niri the lines stand in its section, work on the lock screen, and go to the same bytes",
        arguments: [
            "binds {\n    Mod+T { spawn \"foot\"; }\n}\n", "input {}\n\nbinds { // keys\n}", "  binds{}\n",
            "/* binds {\n} */\n// binds {\n/-binds {\n}\nbinds {\n}\n", "binds {\r\n    A { quit; }\r\n}\r\n",
            "input {\n}\n", "", "input {\n}",
        ])
    func niri(_ before: String) throws {
        try home.write(Self.niri, before)
        let record = ChangeRecord(.niri, in: home.state)
        try record.make(bindings(.niri).changes)
        let after = try #require(home.read(Self.niri))
        let lines = after.split(whereSeparator: \.isNewline).map(String.init)
        let key = try #require(lines.firstIndex { $0.contains("XF86AudioPlay ") })
        #expect(lines[key].hasPrefix("    XF86AudioPlay allow-when-locked=true repeat=false { spawn \"sh\" \"-c\" \""))
        #expect(lines[key].hasSuffix(" send toggle\"; }"))
        let opening = try #require(lines[..<key].lastIndex { AddedLines.trimmed($0).hasPrefix("binds") })
        #expect(!lines[opening..<key].contains("}"), "the lines are in no section: \(after)")
        #expect(lines.count { $0.contains("allow-when-locked") } == BoundKey.all.count)
        #expect(try record.state == .present)
        try record.make(bindings(.niri).changes)
        #expect(home.read(Self.niri) == after, "a second time changes nothing")
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.niri).map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test("SETUP17: a key that niri's file binds already gets no second binding; niri would refuse the file")
    func bound() throws {
        let before = """
            binds {
                // XF86AudioStop { quit; }
                xf86audioplay allow-when-locked=true { spawn "playerctl" "play-pause"; }
                Mod+XF86AudioNext { focus-column-right; }
            }

            """
        try home.write(Self.niri, before)
        let bindings = bindings(.niri)
        #expect(try bindings.others.count == 1)
        #expect(try bindings.freeKeys.map(\.single) == ["pause", "stop", "previous", "next", "rewind", "fast-forward"])
        let record = ChangeRecord(.niri, in: home.state)
        try record.make(bindings.changes)
        let after = try #require(home.read(Self.niri))
        #expect(!after.contains("send toggle") && after.contains("send stop"))
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.niri) == before)
        let all = "binds {\n" + BoundKey.all.map { "    \($0.keysym) { quit; }\n" }.joined() + "}\n"
        try home.write(Self.niri, all)
        #expect(throws: SetupError.self) { try bindings.changes }
        #expect(home.read(Self.niri) == all)
    }

    @Test(
        "SETUP17: in COSMIC the lines are entries of the shortcuts, and go to the same bytes",
        arguments: [
            "{\n    (\n        modifiers: [\n            Super,\n        ],\n        key: \"t\",\n    ): Spawn(\"cosmic-term\"),\n}",
            "{}", "// mine\n{\n}\n",
        ])
    func cosmic(_ before: String) throws {
        try home.write(Self.cosmic, before)
        let record = ChangeRecord(.cosmic, in: home.state)
        try record.make(bindings(.cosmic).changes)
        let after = try #require(home.read(Self.cosmic))
        let entry = "    (\n        modifiers: [],\n        key: \"XF86AudioPlay\",\n    ): Spawn(\""
        #expect(after.contains(entry) && after.contains(" send toggle\"),\n"))
        #expect(try record.state == .present)
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.cosmic) == before)
    }

    @Test("SETUP17: COSMIC without shortcuts of the user gets a file, and --revert leaves neither it nor its folders")
    func newFile() throws {
        try home.write(".config/other", "")
        let record = ChangeRecord(.cosmic, in: home.state)
        #expect(try record.difference(of: bindings(.cosmic).changes).contains("+    ): Spawn("))
        try record.make(bindings(.cosmic).changes)
        let text = try #require(home.read(Self.cosmic))
        #expect(text.hasPrefix("{\n//") && text.hasSuffix("\n}\n"))
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.cosmic) == nil)
        #expect(!UserFile.exists("\(home.path)/.config/cosmic"))
        // What the user has added since stays.
        try record.make(bindings(.cosmic).changes)
        try home.write(Self.cosmic, String(text.dropLast(2)) + "    (modifiers: [Super], key: \"t\"): Close,\n}\n")
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.cosmic) == "{    (modifiers: [Super], key: \"t\"): Close,\n}\n")
    }

    @Test("SETUP17: a file of another form is left as it is", arguments: ["[]", "(\n)", "Some({})"])
    func otherForm(_ before: String) throws {
        try home.write(Self.cosmic, before)
        #expect(throws: SetupError.self) { try bindings(.cosmic).changes }
        #expect(home.read(Self.cosmic) == before)
    }

    @Test("SETUP17: niri and COSMIC are known by their variables")
    func running() {
        func running(_ variables: [String: String]) -> Compositor? { Compositor.running { variables[$0] } }
        #expect(running(["XDG_CURRENT_DESKTOP": "niri"]) == .niri)
        #expect(running(["NIRI_SOCKET": "/run/user/1000/niri.sock"]) == .niri)
        #expect(running(["XDG_CURRENT_DESKTOP": "COSMIC"]) == .cosmic)
        #expect(running(["XDG_CURRENT_DESKTOP": "GNOME"]) == nil)
    }
}
