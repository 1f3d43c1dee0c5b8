// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What `.ci/verify` finds a suite to depend on, and which tables it refuses.
@Suite struct VerifyInputsTests {
    private static let makefile = """
        SWIFT ?= swift
        build:
        \t$(SWIFT) build -j $(shell nproc) --scratch "$(CURDIR)/x" --product batonctl
        one: build
        \t@Tests/desk/run.sh $(ONLY)
        release:
        \tBATON_RELEASE=yes $(SWIFT) build --product batonctl
        loop:
        \tfor product in batonctl; do $(SWIFT) build --product "$$product"; done

        """
    private static let files = [
        "Makefile": makefile,
        "Tests/desk/run.sh":
            "#!/bin/sh\n# Tests/comment.c\nhere=$(dirname \"$0\")\ncp \"$here/../words.sh\" x\nsh \"$here\"/scenes/\"$1\".sh\n.ci/helper\n",
        "Tests/words.sh": "gcc \"$root/Tests/virtual.c\"\n", "Tests/virtual.c": "", "Tests/comment.c": "",
        "Tests/desk/scenes/x.sh": "true\n", "Tests/desk/scenes/y.sh": "true\n", "Tests/desk/README.md": "prose\n",
        ".ci/helper": "#!/bin/bash\ncat udev/$name.rules\n", "udev/60.rules": "", "README.md": "prose\n",
        "Sources/batonctl/Main.swift": "", "Sources/Base/Base.swift": "", "Sources/Base/Base.docc/Base.md": "prose\n",
        "Sources/Absent/Absent.c": "", "Sources/Other/Other.swift": "",
    ]
    private static let table =
        ScriptRoom.row("one", "make one ONLY={}", "each = \"Tests/desk/scenes/*.sh\"")
        + ScriptRoom.row("release", "make release", "") + ScriptRoom.row("loop", "make loop", "")

    private func room() throws -> ScriptRoom { try ScriptRoom(Self.table, files: Self.files) }

    @Test(
        "scripts, files and sources are found from the recipe on, and prose and the other suites of the family are not")
    func found() throws {
        let room = try room()
        defer { room.remove() }
        #expect(
            try room.inputs("one-x") == [
                ".ci/helper", ".ci/versions", "Sources/Base/Base.swift", "Sources/batonctl/Main.swift",
                "Tests/desk/run.sh", "Tests/desk/scenes/x.sh", "Tests/virtual.c", "Tests/words.sh", "udev/60.rules",
            ])
        #expect(try room.inputs("loop").contains("Sources/Base/Base.swift"))
    }

    @Test("a target that is there only with a variable of a recipe is found with that recipe")
    func variable() throws {
        let room = try room()
        defer { room.remove() }
        #expect(try room.inputs("release").contains("Sources/Absent/Absent.c"))
        #expect(try !room.inputs("loop").contains("Sources/Absent/Absent.c"))
    }

    @Test(
        "a change makes those suites stale that it concerns",
        arguments: [
            ("echo >>README.md; echo >>Sources/Base/Base.docc/Base.md; echo >>Sources/Other/Other.swift", []),
            ("echo >>Tests/desk/scenes/x.sh", ["one-x"]), ("echo >>Tests/virtual.c", ["one-x", "one-y"]),
            ("sed -i 's|Tests/desk/run.sh|true|' Makefile", ["one-x", "one-y"]),
            ("sed -i 's|--product batonctl|-v &|' Makefile", ["one-x", "one-y", "release"]),
            ("sed -i 's|^version 1|version 2|' Package.swift", ["one-x", "one-y", "release", "loop"]),
            ("echo >>Sources/Absent/Absent.c", ["release"]),
        ])
    func stale(_ change: String, _ expected: [String]) throws {
        let room = try room()
        defer { room.remove() }
        // The suites themselves are not run here: what is recorded of them is made.
        let names = ["one-x", "one-y", "release", "loop"]
        let record = try room.run(
            """
            python3 -B - <<'END'
            import sys; sys.path.insert(0, ".ci")
            from suites import record, table, inputs
            suites = table.load(); all = inputs.Inputs(suites)
            for name in suites: record.add(name, all.hash(name, suites[name]), 1, "0123456789", suites)
            END
            """)
        #expect(record.status == 0, "\(record.output)")
        for name in names { #expect(try room.staleness(name) == "") }
        #expect(try room.run(change).status == 0)
        try room.commit()
        let found = try names.filter { try room.staleness($0).contains("its inputs have changed") }
        #expect(found == expected)
    }

    @Test("the inputs have the same hash in another folder")
    func elsewhere() throws {
        let room = try ScriptRoom(
            ScriptRoom.row("one", "make one"),
            files: ["Makefile": "one:\n\t@true \"$(CURDIR)/in/a\" $(JOBS) $(SWIFT)\n"])
        defer { room.remove() }
        #expect(try room.run(".ci/verify").status == 0)
        try room.commit()
        let (status, output) = try room.run(
            "git clone -q . .build/clone && cp -r .build/swift .build/package.json .build/clone && cd .build/clone && mkdir .build && mv swift package.json .build && JOBS=7 .ci/verify --status"
        )
        #expect(status == 0 && output.contains("1 of 1 suites"), "\(output)")
    }

    @Test(
        "a wrong row of the table is an error that names its suite",
        arguments: [
            (ScriptRoom.row("one", "true", "targets = [\"batondd\"]"), "no target batondd for suite one"),
            (
                ScriptRoom.row("one", "true", "paths = [\"in/none\"]"),
                "suite one has a path that no committed file has: in/none"
            ),
            (ScriptRoom.row("one", "true", "each = \"none/*\""), "nothing matches 'none/*' of suite one"),
            (
                ScriptRoom.row("one", "true", "each = \"in/*\"") + ScriptRoom.row("one-a", "true"),
                "two suites are called one-a"
            ),
            (ScriptRoom.row("one", "make none"), "suite one runs make none, which make refuses"),
            ("[one]\nrun = \"true\"\nshows = \"x\"\n", "suite one has no minutes"),
            (ScriptRoom.row("one", "true", "needs = [\"net\"]"), "suite one needs an unknown thing: net"),
        ])
    func wrong(_ table: String, _ sentence: String) throws {
        let room = try ScriptRoom(table)
        defer { room.remove() }
        for words in [".ci/verify --status", ".ci/verify"] {
            let (status, output) = try room.run(words)
            #expect(status == 2 && output.contains(sentence), "\(output)")
        }
    }
}
