// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonTestSupport
import Testing

@testable import BatonSetup

/// What holds of every edit of a list, for files that a seed determines.
@Suite struct ListEditPropertyTests {
    private struct World {
        var random: SeededRandom
        let section: String
        let key: String
        /// Names, of which some are one value to batond.
        let names: [String]
        let isParted: Bool

        init(_ seed: Int) {
            random = SeededRandom(seed: UInt64(seed))
            isParted = seed.isMultiple(of: 2)
            section = isParted ? "mqtt" : "interruptions"
            key = isParted ? "follow" : "call-ignore"
            names = isParted ? ["a", "b", "c", "d-1", "e.f"] : ["a", "\u{e9}x", "e\u{301}x", "b, a", "\"a\"", "x;y"]
        }

        mutating func pick<Element>(_ choices: [Element]) -> Element {
            choices[Int.random(in: choices.indices, using: &random)]
        }

        mutating func some(_ count: ClosedRange<Int>) -> [String] {
            (0..<Int.random(in: count, using: &random)).map { _ in pick(names) }
        }

        mutating func assignment() -> String {
            let value =
                isParted ? some(0...4).joined(separator: pick([",", ", ", " , ", ",,", "\t,"])) : pick(names + [""])
            let folded = pick([key, key, key.uppercased()])
            return pick(["", "  ", "\t"]) + folded + pick([" = ", "=", ": "]) + value
                + pick(["", "", " ; mine", "\t; a, b"])
        }

        mutating func file() -> String {
            var lines = pick([[], ["# first", "[log]", "level = info"]]) + ["[\(section)]"]
            for _ in 0..<Int.random(in: 0...9, using: &random) {
                switch Int.random(in: 0...11, using: &random) {
                case 0: lines.append(pick(["# \(key) = a", ";\(key) = b", ""]))
                case 1: lines.append(isParted ? "titles = yes ; \(key) = a" : "lock = pause ; \(key) = a")
                case 2: lines += ["[routing]", "ignore = a", "ignore = b", "[\(section.uppercased())]"]
                default: lines.append(assignment())
                }
            }
            let end = pick(["\n", "\r\n"])
            return lines.joined(separator: end) + pick(["", end])
        }
    }

    private static func values(_ text: String, _ world: World) throws -> [String] {
        let read = try Configuration.read(Array(text.utf8), source: "").configuration
        return try #require(read.line(world.section, world.key)).values
    }

    /// The lines of the key and all others, without their ends, and without what is empty at the end of the file.
    private static func lines(_ text: String, _ world: World) -> (own: [String], others: [[UInt8]]) {
        let keys = KeyLines(text, .baton)
        let places = Set(keys.indices(of: world.key, in: world.section))
        let bare = keys.lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
        var others = bare.indices.filter { !places.contains($0) }.map { Array(bare[$0].utf8) }
        while others.last == [] { others.removeLast() }
        return (places.sorted().map { bare[$0] }, others)
    }

    /// The lines that an edit may not touch: those above an empty value, and those of which all values stay.
    private static func untouched(_ own: [String], _ wanted: [String], _ world: World) -> [[UInt8]] {
        let texts = own.map { AssignmentLine($0).value }
        let reset = texts.lastIndex(of: "") ?? -1
        return own.indices.filter { index in
            let parts =
                world.isParted ? texts[index].split(separator: ",").map(ConfigurationText.trimmed) : [texts[index]]
            return index <= reset || parts.allSatisfy { $0.isEmpty || wanted.contains($0) }
        }.map { Array(own[$0].utf8) }
    }

    private static func isPart(_ few: [[UInt8]], of many: [[UInt8]]) -> Bool {
        var rest = few[...]
        for line in many where line == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    @Test("what is wanted is read, other lines stay, and lines of values that stay do too", arguments: 0..<100)
    func holds(_ seed: Int) throws {
        var world = World(seed)
        let before = world.file()
        let old = try Self.values(before, world)
        let environment = SetupEnvironment(variables: ["HOME": "/nowhere"], program: "/usr/bin/batonctl")
        for round in 0..<8 {
            var wanted = old.filter { _ in round > 1 && Bool.random(using: &world.random) || round == 1 }
            if round.isMultiple(of: 3) { wanted += ["new", "newer"].prefix(round / 3) }
            let isTurned = round == 7
            if isTurned { wanted = (old + ["new"]).shuffled(using: &world.random) }
            let edit = try ConfigurationEdit(
                world.section, world.key, wanted.isEmpty ? [""] : wanted, usedFile: nil, environment)
            let after = edit.text(after: before)
            let shown: Comment = "\(before.debugDescription) → \(wanted) → \(after.debugDescription)"
            #expect(try Self.values(after, world).map { Array($0.utf8) } == wanted.map { Array($0.utf8) }, shown)
            let (own, others) = Self.lines(before, world)
            let (ownAfter, othersAfter) = Self.lines(after, world)
            #expect(others == othersAfter, shown)
            let feeds = after.utf8.count { $0 == 0x0A }
            let returns = after.utf8.count { $0 == 0x0D }
            #expect(returns == (before.utf8.contains(0x0D) ? feeds : 0), "line ends are as they were: \(shown)")
            // The only line of a key takes the only value.
            guard !isTurned, own.count != 1 || wanted.count != 1 else { continue }
            let untouched = Self.untouched(own, wanted, world)
            #expect(Self.isPart(untouched, of: ownAfter.map { Array($0.utf8) }), shown)
            if round == 1, !own.isEmpty { #expect(after.utf8.elementsEqual(before.utf8), shown) }
        }
    }
}
