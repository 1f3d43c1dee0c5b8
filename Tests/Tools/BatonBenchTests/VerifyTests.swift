// SPDX-License-Identifier: Apache-2.0

import Testing

/// What `.ci/verify` records, and when.
@Suite struct VerifyTests {
    @Test("a suite that is kept is recorded with the commit that it ran with, and is fresh until an input changes")
    func recorded() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "grep -q 1 in/a"))
        defer { room.remove() }
        let commit = try room.run("git rev-parse --short=10 HEAD").output
        #expect(try room.run(".ci/verify").status == 0)
        #expect(room.text("verified.txt").contains(commit))
        try room.commit()
        #expect(try room.staleness("one") == "")
        try room.write("11\n", to: "in/a")
        #expect(try room.staleness("one").contains("in/a is not committed"))
        try room.commit()
        #expect(try room.staleness("one").contains("its inputs have changed"))
        #expect(try room.run(".ci/verify --status").output.contains("stale is no failure"))
    }

    @Test(
        "a run during which an input changes is kept, and not recorded",
        arguments: [
            "echo fixed >>in/a", "echo fixed >>in/a; git -c user.name=x -c user.email=x@x commit -qam x",
            "cp in/a .build/a; echo fixed >in/a; cat .build/a >in/a",
        ])
    func changed(_ change: String) throws {
        let room = try ScriptRoom(ScriptRoom.row("one", change))
        defer { room.remove() }
        let (status, output) = try room.run(".ci/verify")
        #expect(status == 0 && output.contains("(not recorded: "), "\(output)")
        #expect(!room.text("verified.txt").contains("one"))
    }

    @Test("a recipe that changes and is committed during the run is not recorded")
    func recipe() throws {
        let makefile =
            "one:\n\techo >>Makefile; echo '\t@true' >>Makefile; git -c user.name=x -c user.email=x@x commit -qam x\n"
        let room = try ScriptRoom(ScriptRoom.row("one", "make one"), files: ["Makefile": makefile])
        defer { room.remove() }
        let output = try room.run(".ci/verify one").output
        #expect(output.contains("(not recorded: its inputs changed while it ran)"), "\(output)")
    }

    @Test("a suite that is broken loses what was recorded of the same inputs")
    func broken() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "test ! -e .build/broken") + ScriptRoom.row("two", "true"))
        defer { room.remove() }
        try room.run(".ci/verify")
        #expect(room.text("verified.txt").contains("one "))
        try room.commit()
        let (status, output) = try room.run("touch .build/broken; .ci/verify --short; .ci/verify one")
        #expect(status == 1 && output.contains("BROKEN    one: exit 1"), "\(output)")
        #expect(!room.text("verified.txt").contains("one ") && room.text("verified.txt").contains("two "))
    }

    @Test(
        "inputs that are not committed are not recorded, whatever their name and the configuration are",
        arguments: [
            "echo >>.ci/suites.toml", "echo >>.ci/versions", "echo >>.ci/suites/table.py", "echo >>Makefile",
            "mkdir docs; git mv in/a docs/z", "touch 'in/a b'", "touch in/ü", "touch $'in/n\\nl'",
            "echo 2 >in/ä", "git config status.showUntrackedFiles no; touch in/new",
        ])
    func uncommitted(_ change: String) throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "true"), files: ["in/ä": "1\n"])
        defer { room.remove() }
        let (status, output) = try room.run("\(change); .ci/verify one")
        #expect(status == 0 && output.contains(" is not committed)"), "\(output)")
        #expect(room.text("verified.txt") == "")
    }

    @Test("a committed file with a name that is not ASCII is an input")
    func notASCII() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "true"), files: ["in/ä": "1\n"])
        defer { room.remove() }
        try room.run(".ci/verify")
        try room.write("2\n", to: "in/ä")
        try room.commit()
        #expect(try room.staleness("one").contains("its inputs have changed"))
    }

    @Test("a suite does not get the variables of make and of the caller")
    func environment() throws {
        let command = "test -z \"${FAULT:-}${MAKEFLAGS:-}${SUITE:-}${BATON_RELEASE:-}\" && test -n \"$SWIFT$PATH\""
        let room = try ScriptRoom(
            ScriptRoom.row("one", command), files: ["Makefile": "verify:\n\t@.ci/verify one\n"])
        defer { room.remove() }
        for words in ["make verify FAULT=some", "SUITE=trixie BATON_RELEASE=yes .ci/verify one", "make -i verify"] {
            let (status, output) = try room.run(words)
            #expect(status == 0 && output.contains("kept      one"), "\(output)")
        }
        try room.commit()
        #expect(try room.staleness("one") == "")
        #expect(try room.run("BATON_RELEASE=yes .ci/verify --status").output.contains("1 of 1 suites"))
    }

    @Test(
        "a line of verified.txt that is not understood, or stands twice, is named, counts as no record, and is dropped")
    func lines() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "true") + ScriptRoom.row("two", "true"))
        defer { room.remove() }
        try room.run(".ci/verify")
        let kept = room.text("verified.txt")
        let line = kept.split(separator: "\n").first { $0.hasPrefix("one") } ?? ""
        try room.write(kept + "<<<<<<< HEAD\none 12\n\u{1}\u{FFFD}\n\(line)\n", to: "verified.txt")
        try room.run("printf 'two \\xff\\n' >>verified.txt")
        try room.commit()
        let output = try room.run(".ci/verify --status").output
        for number in 5...9 { #expect(output.contains("verified.txt:\(number) is "), "\(output)") }
        #expect(output.contains("stale     one: never recorded") && output.contains("1 of 2 suites"), "\(output)")
        #expect(try room.run(".ci/verify one").status == 0)
        #expect(room.text("verified.txt").split(separator: "\n").count == 4)
    }

    @Test("verified.txt may be a link")
    func link() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "true"))
        defer { room.remove() }
        try room.run("touch .build/record; ln -s .build/record verified.txt; .ci/verify")
        #expect(room.text(".build/record").contains("one "))
        #expect(try room.run("test -L verified.txt").status == 0)
    }

    @Test("a second run in a checkout at the same time is refused")
    func twice() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", ".ci/verify one; test $? = 2"))
        defer { room.remove() }
        #expect(try room.run(".ci/verify one").status == 0)
        #expect(room.text(".build/verify/one.log").contains("another run of .ci/verify is at work in this checkout"))
    }
}
