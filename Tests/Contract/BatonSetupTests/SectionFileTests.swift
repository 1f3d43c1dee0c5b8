// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import Foundation
import Testing

@testable import BatonSetup

/// What may already be in a file of niri or COSMIC, and in its place (rule SETUP17).
@Suite("Files of niri and COSMIC as the user has them") struct SectionFileTests {
    private static let niri = ".config/niri/config.kdl"
    private static let cosmic = ".config/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom"
    private static let terminal =
        "    (\n        modifiers: [\n            Super,\n        ],\n        key: \"t\",\n    ): Spawn(\"foot\"),\n"

    private let home: HomeFolder

    init() throws { home = try HomeFolder() }

    private func bindings(_ compositor: Compositor) -> CompositorBindings {
        CompositorBindings(compositor, home.environment([:]))
    }

    // MARK: The form

    @Test(
        "SETUP17: a file of COSMIC that is cut off, or no single map, is left as it is, and the line is named",
        arguments: [
            ("{", 1), ("{\n\(terminal)", 1), ("{\n    (\n        modifiers: [", 3),
            ("{\n    (\n        modifiers: [],\n        key: \"XF86AudioPl", 4), ("{\n    (\n        key: \"t\",\n", 2),
            ("{\n(key: \"t\"): Spawn(\n}", 3), ("{\n}\n{\n}", 3), ("{\n\(terminal)}{\n\(terminal)}", 8), ("{}}", 1),
            ("{\n(key: \"t\")\n}", 3), ("{\n(key: \"t\"): Close (key: \"u\"): Close\n}", 2), ("{\n,}", 2),
            ("{\n(key \"t\"): Close\n}", 2), ("{}\n/* open", 2), ("{\n(key: \"t\"):\n}", 3), ("{\u{0}}", 1),
            ("#![enable(implicit_some)]\n{}", 1), ("\u{FEFF}{}", 1), ("\u{FEFF}", 1), ("{(key: r#\"t\"): Close}", 1),
            ("{(key: \"t\"): Close]", 1), ("// mine\n", 1),
        ])
    func broken(_ before: String, _ line: Int) throws {
        try home.write(Self.cosmic, before)
        let error = try #require(throws: SetupError.self) { try bindings(.cosmic).changes }
        #expect(error.description.contains("another form than Baton knows"), "\(error)")
        #expect(error.description.contains("line \(line):"), "\(error)")
        #expect(throws: SetupError.self) { try bindings(.cosmic).freeKeys }
        #expect(throws: SetupError.self) { try bindings(.cosmic).keysBoundOtherwise }
        #expect(home.read(Self.cosmic) == before)
    }

    @Test(
        "SETUP17: a file of niri with a brace that is not closed is left as it is",
        arguments: ["binds {", "input {\n", "binds {\n    Mod+T { spawn \"foot; }\n}\n", "binds {\n}\n}\n"])
    func brokenNodes(_ before: String) throws {
        try home.write(Self.niri, before)
        #expect(throws: SetupError.self) { try bindings(.niri).changes }
        #expect(home.read(Self.niri) == before)
    }

    @Test(
        "SETUP17: every way to write a map is one, and goes to the same bytes",
        arguments: [
            "{(modifiers:[Super],key:\"t\"):Spawn(\"foot\")}", "/* a /* b */ */ {\n}", "{ // { ( \n}\n// }\n",
            "{\n(keycode: Some(172), key: Some(\"a\"),): System(PlayPause),}",
            "{\nBinding(key: r#\"\" ] \"#, modifiers: []): Focus(Left),\n}",
            "{\n(key: \"'\\\"\"): Spawn(\"a }\"), (key: \"b\"): Resizing((Out, [1, -2.5])),\n}",
            "{(key: \"c\"): A({'}': ()})}",
            "{\r\n\(terminal.replacing("\n", with: "\r\n"))}\r\n",
        ])
    func forms(_ before: String) throws {
        try home.write(Self.cosmic, before)
        let record = ChangeRecord(.cosmic, in: home.state)
        try record.make(bindings(.cosmic).changes)
        #expect(home.read(Self.cosmic)?.contains(" send toggle\"),") == true)
        #expect(try bindings(.cosmic).keysBoundOtherwise == [])
        #expect(try record.takeBack() == [])
        #expect(home.read(Self.cosmic).map { Array($0.utf8) } == Array(before.utf8))
    }

    @Test(
        "SETUP4, SETUP17: an empty file of COSMIC is filled, and is the same again",
        arguments: ["", "\n  \n", "\r\n"])
    func blank(_ before: String) throws {
        try home.write(Self.cosmic, before)
        let record = ChangeRecord(.cosmic, in: home.state)
        #expect(try record.difference(of: bindings(.cosmic).changes).contains("+    ): Spawn("))
        for addition in ["", Self.terminal] {
            for isAnew in [false, true] {
                try home.write(Self.cosmic, before)
                try record.make(bindings(.cosmic).changes)
                let text = try #require(home.read(Self.cosmic))
                #expect(text.hasPrefix("{\n//") && text.hasSuffix("\n}\n"), "\(text)")
                #expect(try record.state == .present)
                let lines = text.split(separator: "\n").filter { !isAnew || !$0.hasPrefix("//") }
                let body = lines.dropFirst().dropLast().map { $0 + "\n" }.joined()
                if isAnew || !addition.isEmpty { try home.write(Self.cosmic, "{\n\(body)\(addition)}") }
                #expect(try record.takeBack() == [])
                let after = try #require(home.read(Self.cosmic))
                #expect(addition.isEmpty ? after == before : after.hasSuffix("\(addition)}"), "\(after)")
            }
        }
    }

    // MARK: Keys of the user

    @Test(
        "SETUP17: a binding with other modifiers is another key: the plain one is bound",
        arguments: [
            (Compositor.cosmic, cosmic, "{\n(modifiers: [Super], key: \"XF86AudioPlay\"): Spawn(\"mpc\"),\n}"),
            (.cosmic, cosmic, "{(key:\"XF86AudioPlay\",modifiers:[Ctrl,Alt,],):Disable,}"),
            (.cosmic, cosmic, "{\n// (modifiers: [], key: \"XF86AudioPlay\"): Disable,\n}"),
            (.cosmic, cosmic, "{(modifiers: [], key: \"F9\"): Spawn(\"xdotool key XF86AudioPlay\")}"),
            (.niri, niri, "binds {\n    Mod+XF86AudioPlay { quit; }\n    /-XF86AudioPlay { quit; }\n}\n"),
            (.niri, niri, "binds {\n    F9 { spawn \"wtype\" \"XF86AudioPlay\"; }\n}\n"),
        ])
    func otherModifiers(_ compositor: Compositor, _ file: String, _ before: String) throws {
        try home.write(file, before)
        let bindings = bindings(compositor)
        #expect(try bindings.freeKeys == BoundKey.all)
        #expect(try bindings.others == [] && bindings.keysBoundOtherwise == [])
        let record = ChangeRecord(compositor.kind, in: home.state)
        try record.make(bindings.changes)
        #expect(home.read(file)?.contains(" send toggle\"") == true)
        #expect(try record.takeBack() == [])
        #expect(home.read(file) == before)
    }

    @Test(
        "SETUP15, SETUP17: a plain key of another program, or one that is switched off, stays so and is named",
        arguments: [
            "(modifiers: [], key: \"XF86AudioPlay\"): Spawn(\"mpc toggle\")",
            "(key: \"XF86AudioPlay\"): Disable", "(\nmodifiers: [\n],\nkey: \"xf86audioplay\",\n): System(PlayPause)",
            "Binding(key: Some(r#\"XF86AudioPlay\"#), modifiers: []): Close",
        ])
    func boundOtherwise(_ entry: String) throws {
        try home.write(Self.cosmic, "{\n\(Self.terminal)    \(entry),\n}")
        let play = BoundKey.all[0]
        #expect(try bindings(.cosmic).keysBoundOtherwise == [play])
        #expect(try bindings(.cosmic).freeKeys == Array(BoundKey.all.dropFirst()))
        #expect(try bindings(.cosmic).others == ["\(entry),".split(separator: "\n").joined(separator: " ")])
        let record = ChangeRecord(.cosmic, in: home.state)
        try record.make(bindings(.cosmic).changes)
        #expect(try bindings(.cosmic).keysBoundOtherwise == [play], "the others reach Baton")
        #expect(home.read(Self.cosmic)?.contains("send toggle") == false)
        let all = BoundKey.all.map { "(key: \"\($0.keysym)\"): Disable" }.joined(separator: ",\n")
        #expect(try record.takeBack() == [])
        try home.write(Self.cosmic, "{\n\(all)\n}")
        let error = try #require(throws: SetupError.self) { try bindings(.cosmic).changes }
        #expect(error.description.contains("XF86AudioPlay, XF86AudioPause"), "\(error)")
    }

    // MARK: Links

    @Test("SETUP4: a link to a file that is not there gets that file, and leads nowhere again after --revert")
    func danglingLink() throws {
        try home.write(".config/other", "")
        let link = "\(home.path)/\(Self.cosmic)"
        let folder = URL(filePath: link).deletingLastPathComponent().path
        for (target, file) in [
            ("\(home.path)/dotfiles/cosmic/custom", "dotfiles/cosmic/custom"),
            ("mine", Self.cosmic.replacing("/custom", with: "/mine")), ("../../../other/new", ".config/other-1"),
        ] {
            let isBlocked = file == ".config/other-1"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let before = home.files
            let record = ChangeRecord(.cosmic, in: home.state)
            if isBlocked {
                // A file is where the folder would be.
                #expect(throws: SetupError.self) { try record.make(bindings(.cosmic).changes) }
            } else {
                try record.make(bindings(.cosmic).changes)
                #expect(home.read(file)?.contains(" send toggle\"),") == true, "\(target)")
                #expect(try record.state == .present)
                #expect(try record.takeBack() == [])
                #expect(home.read(file) == nil)
            }
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
            #expect(home.files == before, "\(target)")
        }
    }

    @Test("SETUP4: a link of baton.conf to a file that is not there stays a link")
    func danglingConfiguration() throws {
        let link = "\(home.path)/.config/baton/baton.conf"
        try home.write(".config/baton/other", "")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "\(home.path)/dotfiles/baton.conf")
        let before = home.files
        let change = try ConfigurationChange(
            "motion", [(key: "acceleration-sign", value: "kernel")], usedFile: nil, home.environment([:]))
        try change.make(in: home.state)
        #expect(home.read("dotfiles/baton.conf") == "[motion]\nacceleration-sign = kernel\n")
        #expect(try ConfigurationChange.takeBack(in: home.state) == [])
        #expect(home.files == before)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link) == "\(home.path)/dotfiles/baton.conf")
    }

    @Test("SETUP4: a link that leads to itself is no place for a file")
    func circle() throws {
        try home.write(Self.cosmic.replacing("/custom", with: "/mine"), "")
        let link = "\(home.path)/\(Self.cosmic)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "custom")
        let record = ChangeRecord(.cosmic, in: home.state)
        #expect(throws: SetupError.self) { try record.make(bindings(.cosmic).changes) }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "custom")
        #expect(try !record.exists)
    }
}
