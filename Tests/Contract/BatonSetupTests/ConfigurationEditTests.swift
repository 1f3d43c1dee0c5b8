// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BatonSetup

/// Keys of baton.conf that a person chooses in a window.
@Suite struct ConfigurationEditTests {
    private static let file = ".config/baton/baton.conf"
    private let home: HomeFolder

    init() throws { home = try HomeFolder() }

    private var path: String { "\(home.path)/\(Self.file)" }

    private func edit(
        _ section: String, _ key: String, _ values: [String], used: String? = nil
    ) throws -> ConfigurationEdit {
        try ConfigurationEdit(section, key, values, usedFile: used, home.environment([:]))
    }

    private struct Case: CustomTestStringConvertible {
        var before: String
        var key = "policy"
        var values = ["recent"]
        var after: String
        var testDescription: String { before }
    }

    private static let cases = [
        Case(before: "", after: "[routing]\npolicy = recent\n"),
        Case(
            before: "[log]\nlevel = debug\n[strange]\nx = 1",
            after: "[log]\nlevel = debug\n[strange]\nx = 1\n[routing]\npolicy = recent\n"),
        Case(before: "# mine\n[routing]\n# why\n", after: "# mine\n[routing]\npolicy = recent\n# why\n"),
        Case(
            before: "[routing]\r\npolicy = playing\r\n[log]\r\n",
            after: "[routing]\r\npolicy = recent\r\n[log]\r\n"),
        Case(
            before: "[routing]\npolicy = playing\n# a\n[log]\n[routing]\npolicy = playing\n", values: [],
            after: "[routing]\n# a\n[log]\n[routing]\n"),
        Case(
            before: "[routing]\nignore = a\n# b is loud\nignore = b\nlaunch = x\nignore = c\n", key: "ignore",
            values: ["a", "d"], after: "[routing]\nignore = a\n# b is loud\nignore = d\nlaunch = x\n"),
        Case(
            before: "[routing]\nignore = a\nlaunch = x\n", key: "ignore", values: ["a", "b", "c"],
            after: "[routing]\nignore = a\nignore = b\nignore = c\nlaunch = x\n"),
        Case(before: "[routing]\nignore = a\n", key: "ignore", values: [""], after: "[routing]\nignore = \n"),
        // What is written around a value stays; a semicolon begins a comment behind a blank only.
        Case(
            before: "[routing]\n  Policy:  playing\t; my note\r\n",
            after: "[routing]\n  Policy:  recent\t; my note\r\n"),
        Case(before: "[routing]\npolicy = ; not yet\n", after: "[routing]\npolicy = recent ; not yet\n"),
        Case(
            before: "[routing]\nignore = a ; one\n# second\nignore = c\n# third\nignore = d ; three\n", key: "ignore",
            values: ["a", "d"],
            after: "[routing]\nignore = a ; one\n# second\n# third\nignore = d ; three\n"),
        Case(
            before: "[routing]\nignore = a\nignore = b\n", key: "ignore", values: ["b", "c"],
            after: "[routing]\nignore = b\nignore = c\n"),
    ]

    @Test("only the lines of the key change, and can be put back to the same bytes", arguments: cases.indices)
    func andBack(_ index: Int) throws {
        let item = Self.cases[index]
        try home.write(Self.file, item.before)
        let back = try edit("routing", item.key, item.values, used: path).make()
        #expect(home.read(Self.file) == item.after)
        try back()
        #expect(home.read(Self.file) == item.before)
    }

    @Test("a choice that holds already writes nothing")
    func same() throws {
        try home.write(Self.file, "[routing]\npolicy = recent\n")
        let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        try edit("routing", "policy", ["recent"], used: path).make()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == before)
    }

    @Test(
        "a line is read and compared by its bytes, as batond does: an accent over the sign before it, and another spelling",
        arguments: [(" =\u{301}x ; one", " =e\u{301} ; one"), (" = \u{e9}", " = e\u{301}")])
    func bytes(_ before: String, _ after: String) throws {
        try home.write(Self.file, "[interruptions]\ncall-ignore\(before)\n")
        let back = try edit("interruptions", "call-ignore", ["e\u{301}"], used: path).make()
        let written = try #require(home.read(Self.file))
        #expect(Array(written.utf8) == Array("[interruptions]\ncall-ignore\(after)\n".utf8))
        // Somebody has written the other spelling since.
        try home.write(Self.file, written.replacing("e\u{301}", with: "\u{e9}"))
        #expect(throws: SetupError.self) { try back() }
    }

    @Test("without a file one is made with its folder, which only its owner can read; put back, it is gone")
    func newFile() throws {
        let back = try edit("shake", "sensitivity", ["high"]).make()
        #expect(home.read(Self.file) == "[shake]\nsensitivity = high\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try back()
        #expect(home.read(Self.file) == nil)
    }

    @Test("a link stays a link, and its file is written")
    func link() throws {
        let real = try home.write("dotfiles/baton.conf", "[log]\n")
        try FileManager.default.createDirectory(atPath: "\(home.path)/.config/baton", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        try edit("routing", "policy", ["recent"], used: path).make()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == real)
        #expect(home.read("dotfiles/baton.conf") == "[log]\n[routing]\npolicy = recent\n")
    }

    @Test("a file that somebody has changed since is not put back")
    func changedSince() throws {
        try home.write(Self.file, "[routing]\n")
        let back = try edit("routing", "policy", ["recent"], used: path).make()
        try home.write(Self.file, "[routing]\npolicy = playing\n")
        #expect(throws: SetupError.self) { try back() }
        #expect(home.read(Self.file) == "[routing]\npolicy = playing\n")
    }

    @Test(
        "a file with an error, a read-only one, a folder and a value that batond refuses are told of, and nothing is written",
        arguments: ["error", "read-only", "folder", "value", "not ours"])
    func refused(_ kind: String) throws {
        let text = kind == "error" ? "[routing]\npolicy = no\n" : "[routing]\npolicy = playing\n"
        if kind == "folder" {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } else {
            try home.write(Self.file, text)
        }
        if kind == "read-only" {
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        }
        let used = kind == "not ours" ? "/etc/xdg/baton/baton.conf" : path
        #expect(throws: SetupError.self) {
            try edit("routing", "policy", [kind == "value" ? "sometimes" : "recent"], used: used).make()
        }
        if kind != "folder" { #expect(home.read(Self.file) == text) }
        let isKnown = ConfigurationEdit.obstacle(usedFile: used, home.environment([:])) != nil
        #expect(isKnown == ["read-only", "folder", "not ours"].contains(kind), "what can be known before is")
    }

    @Test("a section is that of its argument to the letter; blanks, and the case of its name, make no other")
    func sections() throws {
        try home.write(Self.file, "[app zoom]\nundo = never\n[APP   Zoom]\nundo = never\n")
        _ = try edit("app Zoom", "undo", [], used: path).make()
        #expect(home.read(Self.file) == "[app zoom]\nundo = never\n[APP   Zoom]\n")
        _ = try edit("app ZOOM", "undo", ["never"], used: path).make()
        #expect(home.read(Self.file) == "[app zoom]\nundo = never\n[APP   Zoom]\n[app ZOOM]\nundo = never\n")
    }
}
