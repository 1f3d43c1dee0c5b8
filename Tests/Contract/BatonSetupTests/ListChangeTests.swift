// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSetup

/// What comes into a list of baton.conf and what goes, whatever the list has by then.
@Suite struct ListChangeTests {
    private static let file = ".config/baton/baton.conf"

    @Test("new values come to the end, in their order and once; values go wherever they are; others stay")
    func values() {
        let change = ListChange(adding: ["c", "a", "d", "c"], removing: ["b"])
        #expect(change.values(after: ["b", "a", "x", "b"]) == ["a", "x", "c", "d"])
        #expect(change.values(after: ["b"]) == ["c", "a", "d"])
        #expect(change.values(after: ["c", "a", "d"]) == nil, "it holds already")
        #expect(ListChange(adding: [], removing: ["a"]).values(after: ["a"]) == [])
    }

    private func change(_ home: HomeFolder, adding added: [String], removing removed: [String]) throws
        -> ConfigurationEdit
    {
        try ConfigurationEdit(
            "mqtt", "follow", ListChange(adding: added, removing: removed), usedFile: nil, home.environment([:]))
    }

    @Test("a change finds what was written since it was planned, and goes back to exactly that")
    func writtenSince() throws {
        let home = try HomeFolder()
        try home.write(Self.file, "[mqtt]\r\nfollow = living ; mine\r\n")
        let first = try change(home, adding: ["tv"], removing: [])
        let second = try change(home, adding: ["den"], removing: ["living"])
        try first.make()
        let between = home.read(Self.file)
        let back = try second.make()
        #expect(home.read(Self.file) == "[mqtt]\r\nfollow = tv\r\nfollow = den\r\n")
        try back()
        #expect(home.read(Self.file) == between)
        #expect(between == "[mqtt]\r\nfollow = living ; mine\r\nfollow = tv\r\n")
    }

    @Test("the last value leaves an empty list, and a value that is not there leaves the file alone")
    func last() throws {
        let home = try HomeFolder()
        #expect(try change(home, adding: [], removing: ["tv"]).text(after: "[log]\n") == "[log]\n")
        let one = "[mqtt]\nfollow = tv\n"
        #expect(try change(home, adding: ["tv"], removing: []).text(after: one) == one)
        #expect(try change(home, adding: [], removing: ["tv"]).text(after: one) == "[mqtt]\nfollow = \n")
    }
}
