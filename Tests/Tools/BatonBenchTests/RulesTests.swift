// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `.ci/rules`: each rule is named by a test, or says why not.
@Suite struct RulesTests {
    private static let reason = "No test: it is a fact of others."

    /// What `.ci/rules` says of a repository with these rules and tests.
    private func run(
        _ rules: [String], tests: [String], comment: String = "", _ arguments: String = ""
    ) throws -> (Int32, String) {
        let tests = tests.map { "@Test(\"\($0)\") func test() {}\n" }.joined()
        // It reads a prefix of one letter, too.
        let prefixes = "| [planted.md](planted.md) | `PLANTED` `Z` | what is planted |\n"
        let room = try ScriptRoom(
            scripts: [".ci/rules"],
            files: [
                "docs/rules/README.md": prefixes,
                "docs/rules/planted.md": rules.joined(separator: "\n") + "\n",
                "Tests/PlantedTests.swift": tests + "// \(comment)\n",
            ])
        defer { room.remove() }
        let (status, output) = try room.run(".ci/rules \(arguments)")
        return (status, output)
    }

    @Test("a rule that a test names, and one that says why none does, are no breaches")
    func kept() throws {
        let rules = [
            "- **PLANTED1** It is so.", "- **PLANTED2** It is so, and goes on in a", "  second line. \(Self.reason)",
            "| **PLANTED3** | in a table. \(Self.reason) |",
        ]
        let (status, output) = try run(rules, tests: ["PLANTED1: it is so"])
        #expect(status == 0, "\(output)")
        #expect(output.hasPrefix("rules: 3 rules, 1 of them named by tests, 2 say why by none;"), "\(output)")
        #expect(try run(rules, tests: ["PLANTED1: it is so"], "--untested").1 == "")
    }

    @Test("a rule that no test names and that does not say why is a breach, and is listed")
    func untested() throws {
        // The reason is that of the rule after it.
        let rules = ["- **PLANTED1** It is so.", "- **PLANTED2** It is so. \(Self.reason)", "", "  \(Self.reason)"]
        let (status, output) = try run(rules, tests: ["PLANTED: it is so"])
        #expect(status == 1)
        #expect(output.contains("planted.md:1: no test names PLANTED1, and it does not say why"), "\(output)")
        #expect(output.hasSuffix("rules: 1 breaches\n"), "\(output)")
        let listed = try run(rules, tests: [], "--untested")
        #expect(listed == (0, "docs/rules/planted.md:1: PLANTED1\n"))
    }

    @Test("a rule that says that there is no test, and that a test names, is a breach")
    func both() throws {
        let rules = ["- **PLANTED1** It is so. \(Self.reason)"]
        let (status, output) = try run(rules, tests: ["PLANTED1: it is so"])
        #expect(status == 1)
        #expect(output.contains("PLANTED1 says that there is no test, and a test names it"), "\(output)")
    }

    @Test("a rule that only a comment of a test cites is not tested")
    func cited() throws {
        let (status, output) = try run(["- **PLANTED1** It is so."], tests: ["it is so"], comment: "Rule PLANTED1.")
        #expect(status == 1)
        #expect(output.contains("no test names PLANTED1"), "\(output)")
    }
}
