// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSetup

/// Single values of a list that a person takes out of baton.conf, or puts in.
@Suite struct ListEditTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var section = "mqtt"
        var key = "follow"
        var before: String
        var wanted: [String]
        var after: String
        var testDescription: String { "\(before.debugDescription) → \(wanted)" }
    }

    private static func text(after item: Case) throws -> String {
        let home = try HomeFolder()
        return try ConfigurationEdit(item.section, item.key, item.wanted, usedFile: nil, home.environment([:]))
            .text(after: "[\(item.section)]\n\(item.before)")
    }

    private static func expect(_ item: Case) throws {
        let text = try text(after: item)
        // By bytes: to Swift two spellings of é are equal.
        #expect(Array(text.utf8) == Array("[\(item.section)]\n\(item.after)".utf8), "\(text.debugDescription)")
    }

    private static let parted = [
        Case(
            before: "follow = living, kitchen ; both of mum\nfollow = attic ; the old one\n",
            wanted: ["living", "attic"], after: "follow = living ; both of mum\nfollow = attic ; the old one\n"),
        Case(before: "  Follow:a ,b,  c\t; x\r\n", wanted: ["b", "c"], after: "  Follow:b,  c\t; x\r\n"),
        Case(before: "follow = a , b,  c ; x\n", wanted: ["a", "c"], after: "follow = a ,  c ; x\n"),
        Case(before: "follow = a, b,,\n", wanted: ["a"], after: "follow = a,,\n"),
        Case(
            before: "follow = a, b\n# mine\nfollow = c, d ; two\n", wanted: ["a", "b", "e"],
            after: "follow = a, b\n# mine\nfollow = e\n"),
        Case(
            before: "follow = a, b ; one\n# follow = x\n[log]\n[mqtt]\nfollow = b, c ; two\n", wanted: ["a", "c", "d"],
            after: "follow = a ; one\n# follow = x\n[log]\n[mqtt]\nfollow = c ; two\nfollow = d\n"),
    ]

    @Test(
        "a line of which some values go keeps its comment and its separators, and other lines stay", arguments: parted)
    func partOfALine(_ item: Case) throws { try Self.expect(item) }

    private static let composed = "\u{e9}x"
    private static let decomposed = "e\u{301}x"

    private static func ignored(_ before: [String], _ wanted: [String], _ after: [String]) -> Case {
        Case(
            section: "interruptions", key: "call-ignore", before: before.map { "call-ignore = \($0)\n" }.joined(),
            wanted: wanted, after: after.map { "call-ignore = \($0)\n" }.joined())
    }

    private static let repeated = [
        ignored(
            ["aa ; the one", "bb ; the other", "bb ; once more", "\(decomposed) ; first", "\(composed) ; second"],
            ["bb", decomposed], ["bb ; the other", "bb ; once more", "\(decomposed) ; first", "\(composed) ; second"]),
        ignored(["bb", "aa", "bb ; once more"], ["aa"], ["aa"]),
        // To batond both spellings are one value, of which the first counts.
        ignored([decomposed, "aa", composed], ["aa"], ["aa"]),
        // A comma and quotes are a part of a value here.
        ignored(["\"a, b\" ; one", "a", "\"a\""], ["\"a, b\"", "\"a\""], ["\"a, b\" ; one", "\"a\""]),
        // The mark is written over the sign before it, which batond does not mind.
        ignored(["\u{301}x ; one"], ["y"], ["y ; one"]),
        Case(
            section: "remote-control", key: "disabled", before: "disabled = Play ; one\ndisabled = stop\n",
            wanted: ["play"], after: "disabled = Play ; one\n"),
    ]

    @Test(
        "one value goes with all that say it, and the same value twice or in two spellings stays", arguments: repeated)
    func sameValue(_ item: Case) throws { try Self.expect(item) }

    private static let emptied = [
        // An empty value takes those above it out, so they are not touched.
        Case(
            before: "follow = a ; not now\nfollow = ; none\nfollow = b\nfollow = a\n", wanted: ["b"],
            after: "follow = a ; not now\nfollow = ; none\nfollow = b\n"),
        Case(before: "follow = a\nfollow =\nfollow = b ; one\n", wanted: [""], after: "follow = a\nfollow =\n"),
        Case(before: "follow = a\nfollow =\n", wanted: ["b"], after: "follow = a\nfollow =\nfollow = b\n"),
        Case(before: "follow = a ; one\nfollow = b\n", wanted: [""], after: "follow = \n"),
        Case(before: "follow = a ; one\n", wanted: [""], after: "follow =  ; one\n"),
        Case(before: "follow = ; none yet\n", wanted: ["a"], after: "follow = a ; none yet\n"),
        Case(before: "follow = a\nfollow = b ; two\n", wanted: [], after: ""),
        // A line with its comment would be too long to be read.
        Case(
            before: "follow = ; \(String(repeating: "x", count: 170))\n", wanted: [String(repeating: "a", count: 60)],
            after: "follow = ; \(String(repeating: "x", count: 170))\nfollow = \(String(repeating: "a", count: 60))\n"),
    ]

    @Test("an empty value counts as batond reads it", arguments: emptied)
    func emptyValue(_ item: Case) throws { try Self.expect(item) }

    private static let turned = [
        Case(
            before: "follow = a ; one\nfollow = b ; two\n", wanted: ["b", "a"],
            after: "follow = b ; two\nfollow = a ; one\n"),
        Case(
            before: "follow = a, b ; one\nfollow = c ; three\nfollow = d\n", wanted: ["a", "b", "d", "c"],
            after: "follow = a, b ; one\nfollow = d\nfollow = c ; three\n"),
    ]

    @Test("in another order the values are written anew, and a line goes with its value", arguments: turned)
    func otherOrder(_ item: Case) throws { try Self.expect(item) }

    private static let ends = [
        Case(before: "\r\nfollow = a", wanted: ["a", "b"], after: "\r\nfollow = a\nfollow = b"),
        Case(before: "# x\nfollow = a\nfollow = b", wanted: ["a"], after: "# x\nfollow = a\n"),
        Case(
            before: "follow = a\r\nfollow = b\r\n", wanted: ["a", "b", "c"],
            after: "follow = a\r\nfollow = b\r\nfollow = c\r\n"),
    ]

    @Test("lines end as they did, also where the last one has no end", arguments: ends)
    func lineEnds(_ item: Case) throws { try Self.expect(item) }

    @Test("behind a last line without an end, a line ends as the first one does")
    func lastWithoutEnd() throws {
        let home = try HomeFolder()
        let edit = try ConfigurationEdit("mqtt", "follow", ["a", "b"], usedFile: nil, home.environment([:]))
        #expect(
            Array(edit.text(after: "[mqtt]\r\nfollow = a").utf8) == Array("[mqtt]\r\nfollow = a\r\nfollow = b".utf8))
        #expect(
            Array(edit.text(after: "[log]\r\n[mqtt]").utf8) == Array("[log]\r\n[mqtt]\r\nfollow = a\r\nfollow = b".utf8)
        )
    }

    @Test("of a key that is set twice, the line that counts is changed")
    func scalarTwice() throws {
        let item = Case(
            section: "interruptions", key: "enabled", before: "enabled = no ; first\nenabled = yes ; second\n",
            wanted: ["no"], after: "enabled = no ; first\nenabled = no ; second\n")
        try Self.expect(item)
    }
}
