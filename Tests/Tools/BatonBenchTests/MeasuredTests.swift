// SPDX-License-Identifier: Apache-2.0

import Testing

/// `.ci/measured`, which `make checks` runs, in a repository of its own.
@Suite struct MeasuredTests {
    private let room: ScriptRoom

    init() throws {
        room = try ScriptRoom(
            scripts: [".ci/measured"],
            files: [
                ".ci/suites.toml":
                    "[soak]\nrun = \"make soak MINUTES=5\"\n[score-shake]\nrun = \"make score-shake\"\n",
                "Makefile": "clean:\n\ttrue\n",
            ])
    }

    /// What the check says about a page.
    private func check(_ page: String) throws -> String {
        try room.write(page, to: "page.md")
        let (status, output) = try room.run(".ci/measured --check")
        #expect((status == 0) == output.isEmpty)
        return output
    }

    private static let table = "| seconds | KiB |\n|---|---:|\n| 1 | 12.5 |\n| 2 | 13 KiB |\n"

    @Test("the line that a suite writes is one that the check accepts, and says whether all was committed")
    func written() throws {
        defer { room.remove() }
        let commit = try room.run("git rev-parse --short=8 HEAD").output.prefix { $0 != "\n" }
        let (status, clean) = try room.run(".ci/measured soak")
        #expect(status == 0 && clean.contains("<!-- measured: soak \(commit) 2"))
        #expect(clean.contains("\nMeasured by `make soak MINUTES=5` of \(commit), 2"))
        #expect(try check("# Page\n\n\(clean)\(Self.table)") == "")
        let changed = try room.run(".ci/measured score-shake").output
        #expect(changed.contains("Measured by `make score-shake` of \(commit)+, "))
        #expect(
            try check("# Page\n\n\(clean)\(Self.table)\n\(changed)\(Self.table)").contains(
                "\(commit)+ has files that were not committed"))
        #expect(try room.run(".ci/measured sock").status != 0)
    }

    @Test("a measured table without a line, of an unknown suite, or with another sentence is refused with its line")
    func refused() throws {
        defer { room.remove() }
        let commit = try room.run("git rev-parse --short=8 HEAD").output.filter { $0 != "\n" }
        let line = "<!-- measured: soak \(commit) 2026-11-24 -->\nMeasured of \(commit), 2026-11-24.\n\n"
        let missing = "a measured table without '<!-- measured: SUITE COMMIT DATE -->' above it"
        #expect(try check("# Page\n\n\(Self.table)").contains("page.md:3: \(missing)"))
        #expect(try check("# Page\n\n\(line)\(Self.table)\n\(Self.table)").contains("page.md:11: \(missing)"))
        #expect(try check("# Page\n\n\(line)\n## Other\n\n\(Self.table)").contains(missing))
        #expect(try check("# Page\n\n| fault | measured |\n|---|---|\n| x | soon |\n").contains(missing))
        for name in ["sock", "clean"] {
            let unknown = line.replacing("soak", with: name)
            #expect(
                try check("# Page\n\n\(unknown)\(Self.table)").contains(".ci/suites.toml has no suite '\(name)'"))
        }
        let silent = line.replacing("of \(commit)", with: "of 4567abcd")
        #expect(try check("# Page\n\n\(silent)\(Self.table)").contains("does not tell readers of \(commit)"))
        let foreign = line.replacing(commit, with: "0123abcd")
        #expect(try check("# Page\n\n\(foreign)\(Self.table)").contains("0123abcd is no commit that HEAD has"))
        let future = line.replacing("2026", with: "9031")
        #expect(try check("# Page\n\n\(future)\(Self.table)").contains("9031-11-24 has not come yet"))
        let byHand = line.replacing("soak", with: "by-hand")
        #expect(try check("# Page\n\n\(byHand)\(Self.table)").contains("that it was measured by hand"))
        #expect(try check("# Page\n\n\(byHand.replacing("Measured", with: "Measured by hand"))\(Self.table)") == "")
        let undated = line.replacing(" 2026-11-24 -->", with: " -->")
        #expect(try check("# Page\n\n\(undated)\(Self.table)").contains("page.md:3: not '<!-- measured"))
    }

    @Test(
        "a measured table is known by its figures, in whatever form it is written",
        arguments: [
            "| x | Measured |\n|---|---|\n| a | soon |", "  | x | y |\n  |---|---|\n  | a | 1 |",
            "x | y\n---|---\na | 1", "| x | y |\n|---|---|\n| a | 1 GB |", "| x | y |\n|---|---|\n| a | 3 KB |",
            "| x | y |\n|---|---|\n| a | 2 min |", "| x | y |\n|---|---|\n| a | 5 MiB/s |",
            "| x | y |\n|---|---|\n| a | 1.5 ± 0.2 ms |", "| x | y |\n|---|---|\n| a | ‹1 |",
            "| x | y |\n|---|---|\n| a | 3 → 2 KiB |",
        ])
    func shapes(_ table: String) throws {
        defer { room.remove() }
        #expect(try check("# Page\n\n\(table)\n").contains("a measured table without"))
        try room.write("# Page\n\n\(table)\n", to: "ü.md")
        #expect(try room.run(".ci/measured --check").output.contains("ü.md:3: a measured table without"))
    }

    @Test("tables of words, and tables in code, need no line")
    func words() throws {
        defer { room.remove() }
        #expect(
            try check("# Page\n\n| what | limit |\n|---|---|\n| a hung player | after 1 s |\n| others | none |\n") == ""
        )
        #expect(try check("# Page\n\n```\n\(Self.table)```\n") == "")
    }
}
