// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// How a run of `.ci/verify` ends, and what it says.
@Suite struct VerifyEndTests {
    /// Starts what a suite leaves behind: in the background, in a session of its own, and without an ear for SIGTERM.
    private static let leaves = """
        sleep 300 & echo $! >>.build/left; setsid sleep 300 & echo $! >>.build/left
        (trap '' TERM; exec sleep 300) & echo $! >>.build/left; kill -STOP $!

        """

    private func isNothingLeft(in room: ScriptRoom) -> Bool {
        let left = room.text(".build/left").split(separator: "\n").compactMap { Int32($0) }
        return left.count == 3 && left.allSatisfy { kill($0, 0) != 0 }
    }

    @Test("what a suite leaves behind ends with it")
    func leftBehind() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", Self.leaves))
        defer { room.remove() }
        #expect(try room.run(".ci/verify one").status == 0)
        #expect(isNothingLeft(in: room))
    }

    @Test("what has left a suite's session and ends meanwhile is gone for the suite, which may look for that")
    func goneMeanwhile() throws {
        let orphan = "(setsid sh -c 'echo $$ >.build/orphan; exec sleep 0.2' &); sleep 0.7; "
        let room = try ScriptRoom(ScriptRoom.row("one", orphan + "! kill -0 $(cat .build/orphan)"))
        defer { room.remove() }
        let (status, output) = try room.run(".ci/verify one")
        #expect(status == 0, "\(output)")
    }

    @Test("a signal ends a run with all that it has started", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signalled(_ signal: Int32) throws {
        let room = try ScriptRoom(ScriptRoom.row("one", Self.leaves + "kill -\(signal) $PPID; sleep 300"))
        defer { room.remove() }
        let (status, output) = try room.run(".ci/verify one")
        #expect(status == 128 + signal && output.contains("verify: ended by SIG"), "\(output)")
        #expect(isNothingLeft(in: room))
        #expect(room.text("verified.txt") == "")
    }

    @Test("exit 77, also through make, is not here with the reason")
    func notHere() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "make skip") + ScriptRoom.row("two", "echo no sun; exit 77"))
        defer { room.remove() }
        let (status, output) = try room.run(".ci/verify")
        #expect(status == 0 && output.contains("not here  one: no wheels"), "\(output)")
        #expect(output.contains("not here  two: no sun"), "\(output)")
        #expect(room.text("verified.txt") == "")
    }

    @Test("a suite that needs the network and fails without one is not here")
    func network() throws {
        let room = try ScriptRoom(
            ScriptRoom.row("one", "false", "needs = [\"network\"]") + ScriptRoom.row("two", "false"))
        defer { room.remove() }
        // Nothing listens at port 1.
        let (status, output) = try room.run(
            "export DEBIAN_MIRROR=http://127.0.0.1:1/ no_proxy=127.0.0.1; .ci/verify")
        #expect(status == 1 && output.contains("not here  one: it needs the network, and there is none"), "\(output)")
        #expect(output.contains("BROKEN    two: exit 1"), "\(output)")
    }

    @Test("names are those of suites, families and patterns, and what is not understood is refused with one line")
    func arguments() throws {
        let room = try ScriptRoom(
            ScriptRoom.row("one", "true", "each = \"in/*\"") + ScriptRoom.row("two", "true"),
            files: ["in/b": "1\n", "Makefile": "verify:\n\t@set -f; .ci/verify $(SUITES)\n", "two": "x\n"])
        defer { room.remove() }
        #expect(try room.run(".ci/verify one").output.contains("verify: 2 kept"))
        #expect(try room.run(".ci/verify 'o*b'").output.contains("verify: 1 kept"))
        #expect(try room.run("make verify SUITES='*'").output.contains("verify: 3 kept"))
        #expect(try room.run(".ci/verify --help").output.hasPrefix("Runs the suites of .ci/suites.toml"))
        for words in ["three", "--short one", "--shrot", "--all --short", "--status one"] {
            let (status, output) = try room.run(".ci/verify \(words)")
            #expect(status == 2 && output.split(separator: "\n").count == 1, "\(output)")
        }
        let (_, output) = try room.run("for i in $(seq 9); do .ci/verify --table; .ci/verify --all; done | head -1")
        #expect(output.split(separator: "\n").count == 1, "\(output)")
    }

    @Test("a folder that is no checkout, or lies in another one, is refused with one line")
    func noCheckout() throws {
        let room = try ScriptRoom(ScriptRoom.row("one", "true"))
        defer { room.remove() }
        // One in the ignored folder of the checkout, and one outside of any.
        let inside = ".build/copy"
        let outside = "\(room.folder.path)-copy"
        defer { try? FileManager.default.removeItem(atPath: outside) }
        for place in [inside, outside] {
            let (status, output) = try room.run(
                "mkdir -p \(place) && cp -r .ci Package.swift Makefile in \(place) && cd \(place) && .ci/verify")
            #expect(status == 2 && output.split(separator: "\n").count == 1, "\(output)")
        }
    }
}
