// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTestSupport
import Foundation
import Testing

@testable import BatonSetup

/// The media keys in a file that another program has written anew since (rule SETUP17).
@Suite("Media keys in files that were written anew") struct WrittenAnewTests {
    private static let niri = ".config/niri/config.kdl"
    private static let cosmic = ".config/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom"
    private static let terminal =
        "    (\n        modifiers: [\n            Super,\n        ],\n        key: \"t\",\n    ): Spawn(\"foot\"),\n"
    /// What a user may have whose signs are those of a map.
    private static let strange =
        "    (modifiers: [Ctrl], key: \"XF86Tools\"): Spawn(r#\"a \"} ) // , /* \"#),\n"

    private let home: HomeFolder

    init() throws { home = try HomeFolder() }

    private func bindings(_ compositor: Compositor) -> CompositorBindings {
        CompositorBindings(compositor, home.environment([:]))
    }

    private func made(_ compositor: Compositor, _ file: String, _ before: String) throws -> (ChangeRecord, String) {
        try home.write(file, before)
        let record = ChangeRecord(compositor.kind, in: home.state)
        try record.make(bindings(compositor).changes)
        return (record, try #require(home.read(file)))
    }

    private static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !AddedLines.trimmed(String($0)).isEmpty && !AddedLines.trimmed(String($0)).hasPrefix("//") }
            .joined(separator: "\n")
    }

    /// The entries for the keys, in another order and form.
    private func entry(_ key: BoundKey, _ form: Int) -> String {
        let command = "Spawn(\"/usr/bin/batonctl send \(key.single)\")"
        return switch form {
        case 0: "    (\n        modifiers: [],\n        key: \"\(key.keysym)\",\n    ): \(command),\n"
        case 1: "    (modifiers: [], key: \"\(key.keysym)\"): \(command),\n"
        case 2: "(key:\"\(key.keysym)\",modifiers:[],):\(command),"
        default: "\t( description: Some(\"a, b\"), modifiers: [ ], key: \"\(key.keysym)\" ) : \(command) ,\r\n"
        }
    }

    @Test("SETUP17: COSMIC's settings write the file anew; --revert takes out what is Baton's, and nothing else")
    func withoutComments() throws {
        for before in ["{\n\(Self.terminal)}", "{\n\(Self.strange)\(Self.terminal)}\n", "{\n\(Self.terminal)}"] {
            let (record, text) = try made(.cosmic, Self.cosmic, before)
            try home.write(Self.cosmic, Self.withoutComments(text))
            #expect(try record.state == .present)
            #expect(try record.takeBack() == [])
            #expect(home.read(Self.cosmic) == Self.withoutComments(before))
        }
    }

    @Test("SETUP17: the blank line alone goes too, and the last entry may have no comma")
    func commentsOnly() throws {
        let before = "{\n    (modifiers: [Super], key: \"t\"): Close\n}\n"
        let (record, text) = try made(.cosmic, Self.cosmic, before)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("//") }
        try home.write(Self.cosmic, lines.joined(separator: "\n"))
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.cosmic) == before)
    }

    @Test("SETUP17: in any order and form", arguments: 0..<4)
    func anyForm(_ form: Int) throws {
        let (record, _) = try made(.cosmic, Self.cosmic, "{\n\(Self.strange)\(Self.terminal)}")
        let keys = [0, 3, 6, 2, 5].map { BoundKey.all[$0] }
        let later = [1, 4].map { BoundKey.all[$0] }
        let end = form == 2 ? "\n" : ""
        let text = [
            "{\n", keys.map { entry($0, form) }.joined(), end, Self.strange, later.map { entry($0, form) }.joined(),
            end, Self.terminal, "}",
        ]
        try home.write(Self.cosmic, text.joined())
        #expect(try record.state == .present)
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.cosmic) == "{\n\(Self.strange)\(Self.terminal)}")
    }

    @Test("SETUP17: a new file that was written anew goes with its folders when nothing else is in it")
    func newFile() throws {
        try home.write(".config/other", "")
        for addition in ["", Self.terminal] {
            let record = ChangeRecord(.cosmic, in: home.state)
            try record.make(bindings(.cosmic).changes)
            let text = Self.withoutComments(try #require(home.read(Self.cosmic)))
            try home.write(Self.cosmic, "{\n" + addition + text.dropFirst(2))
            #expect(try record.takeBack() == [])
            #expect(home.read(Self.cosmic) == (addition.isEmpty ? nil : "{\n\(addition)}"))
            if addition.isEmpty { #expect(!UserFile.exists("\(home.path)/.config/cosmic")) }
        }
    }

    @Test("SETUP5, SETUP17: a binding with another key or command is the user's, and told if it still runs Baton")
    func changed() throws {
        for (old, new, count) in [
            ("key: \"XF86AudioNext\"", "key: \"F9\"", 1), ("modifiers: [],", "modifiers: [Super],", 1),
            ("batonctl send next", "playerctl next", 0),
        ] {
            let (record, text) = try made(.cosmic, Self.cosmic, "{\n\(Self.terminal)}")
            let anew = Self.withoutComments(text)
            let place = try #require(anew.firstRange(of: old))
            try home.write(Self.cosmic, anew[..<place.lowerBound] + new + anew[place.upperBound...])
            let kept = try #require(try record.takeBack())
            #expect(kept.count == count, "\(new): \(kept)")
            let after = try #require(home.read(Self.cosmic))
            #expect(after.contains(new) && after.hasSuffix("\(Self.terminal)}"), "\(after)")
            #expect(after.components(separatedBy: "XF86Audio").count <= 2, "the other ones go: \(after)")
        }
        let (record, _) = try made(.cosmic, Self.cosmic, "{\n\(Self.terminal)}")
        try home.write(Self.cosmic, "{\n\(Self.terminal)}")
        #expect(try record.state == .takenOut, "braces and other entries are not Baton's lines")
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.cosmic) == "{\n\(Self.terminal)}")
    }

    @Test(
        "SETUP17: what is no map any more, or broken, stays as it is",
        arguments: ["", "{", "}", "{(", "{\"", "/*", "{(modifiers:", "[(,)]", "\\", "r#\"", "'\"'", "{,,}", "{)}}"])
    func broken(_ text: String) throws {
        for (compositor, file) in [(Compositor.cosmic, Self.cosmic), (.niri, Self.niri)] {
            let (record, _) = try made(compositor, file, compositor == .cosmic ? "{}" : "binds {}")
            try home.write(file, text)
            #expect(try record.takeBack() == [])
            #expect(home.read(file) == text)
        }
    }

    @Test(
        "SETUP17: niri's file without the comments, or in the form of a formatter",
        arguments: ["binds {\n    Mod+T { spawn \"foot\"; }\n}\n", "input {\n}\n", "// mine\nbinds {\n}\n"])
    func nodes(_ before: String) throws {
        for isFormatted in [false, true] {
            let (record, text) = try made(.niri, Self.niri, before)
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if isFormatted {
                lines = lines.flatMap { line in
                    guard line.contains(" send ") else { return [line.contains("Baton's") ? "  \(line)" : line] }
                    let name = line.split(separator: " ")[0]
                    let command = line[(line.firstIndex(of: "{") ?? line.startIndex)...].dropFirst().dropLast(3)
                    return ["  \(name) repeat=false allow-when-locked=true {", "   \(command)", "  }"]
                }
            } else {
                lines.removeAll { $0.contains("Baton's") }
            }
            try home.write(Self.niri, lines.joined(separator: "\n"))
            #expect(try record.state == .present)
            #expect(try record.takeBack() == [])
            #expect(home.read(Self.niri) == before)
        }
    }

    @Test("SETUP17: nodes that are switched off, of other keys, and in other sections are the user's")
    func otherNodes() throws {
        let (record, text) = try made(.niri, Self.niri, "binds {\n}\n")
        let line = try #require(text.split(separator: "\n").map(String.init).first { $0.contains("send toggle") })
        let mine = [
            "other {", line, "}", "window-rule { match app-id=r#\"a\\\"#; }", "binds {", "    /-" + line.dropFirst(4),
            "    Mod+" + line.dropFirst(4), "}", "",
        ]
        try home.write(Self.niri, mine.joined(separator: "\n") + "binds {\n\(line)\n}\n")
        #expect(try record.takeBack()?.count == 1)
        #expect(home.read(Self.niri) == mine.joined(separator: "\n") + "binds {\n}\n")
    }

    @Test("SETUP5: lines for sway, i3 and Hyprland without their comments go one by one; changed ones stay")
    func lines() throws {
        for compositor in [Compositor.sway, .i3, .hyprland] {
            let file =
                ".config/" + ([Compositor.sway: "sway/config", .i3: "i3/config"][compositor] ?? "hypr/hyprland.conf")
            for before in ["a = b\n", "a = b", ""] {
                let (record, text) = try made(compositor, file, before)
                let bare = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n") + "\n"
                try home.write(file, bare)
                #expect(try record.takeBack() == [])
                #expect(home.read(file) == before, "\(compositor)")
            }
            let (record, text) = try made(compositor, file, "a = b\n")
            // The comments stand, and the user has written between them.
            try home.write(file, text.replacing("send next", with: "send stop"))
            #expect(try record.takeBack()?.count == 1)
            #expect(home.read(file) == text.replacing("send next", with: "send stop"))
        }
    }

    @Test("SETUP17: another key of the user with the same command does not stand for Baton's binding")
    func sameCommand() throws {
        let mine =
            "    (\n        modifiers: [\n            Super,\n        ],\n        key: \"p\",\n"
            + "    ): Spawn(\"/usr/bin/batonctl send toggle\"),\n"
        let (record, text) = try made(.cosmic, Self.cosmic, "{\n\(mine)}")
        #expect(text.contains("XF86AudioPlay"))
        try home.write(Self.cosmic, Self.withoutComments(text))
        #expect(try record.takeBack()?.count == 1, "it runs Baton, and is told")
        #expect(home.read(Self.cosmic) == "{\n\(mine)}")
    }

    // MARK: A second time

    @Test("SETUP15: a second set-up changes nothing and fails in nothing, written anew or not")
    func again() throws {
        for compositor in [Compositor.cosmic, .niri] {
            let file = compositor == .cosmic ? Self.cosmic : Self.niri
            let (record, text) = try made(compositor, file, compositor == .cosmic ? "{\n}" : "binds {\n}\n")
            for present in [text, Self.withoutComments(text)] {
                try home.write(file, present)
                #expect(try bindings(compositor).others.isEmpty, "\(compositor)")
                try record.make(bindings(compositor).changes)
                #expect(home.read(file) == present)
            }
            #expect(try record.takeBack() == [])
        }
    }

    @Test("SETUP17: keys that the user has sent to Baton get no second binding, which niri would refuse")
    func ownSends() throws {
        let (record, text) = try made(.niri, Self.niri, "binds {\n}\n")
        #expect(try !bindings(.cosmic).isBoundByUser)
        try home.write(Self.niri, text.replacing("/usr/bin/batonctl", with: "batonctl"))
        #expect(try record.takeBack()?.count == 1)
        let mine = Self.withoutComments(text).replacing("/usr/bin/batonctl", with: "batonctl")
        try home.write(Self.niri, mine)
        #expect(try bindings(.niri).isBoundByUser)
        #expect(throws: SetupError.self) { try bindings(.niri).changes }
        let fewer = mine.split(separator: "\n").filter { !$0.contains("XF86AudioStop") }.joined(separator: "\n")
        try home.write(Self.niri, fewer)
        #expect(try !bindings(.niri).isBoundByUser)
        #expect(try bindings(.niri).freeKeys.map(\.keysym) == ["XF86AudioStop"])
        // A record that was lost: the comment tells that the lines are Baton's.
        try home.write(Self.niri, text)
        #expect(try bindings(.niri).freeKeys == BoundKey.all)
        try record.make(bindings(.niri).changes)
        #expect(home.read(Self.niri) == text)
    }
}
