// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// `batonctl setup --gestures` and `--revert`, killed before each of the system calls that change something. strace
/// counts the calls, so it does not matter how fast the machine is.
@Suite struct SetupKillTests {
    /// A desktop, the file in which the user has set something, and what is there.
    static let desktops: [(variables: [String: String], file: String, before: String)] = [
        (["SWAYSOCK": "/none"], SetupHome.configuration, "set $mod Mod4\n# no line end"),
        (["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5"], ".config/kwinrc", "[Windows]\nFocusPolicy=x"),
    ]
    /// What makes, fills, names and removes files and folders.
    static let calls = ["mkdir", "write", "fchmod", "fsync", "rename", "unlink", "rmdir"]
    /// No command here makes so many calls of one kind.
    static let most = 60
    /// Of these every command makes some.
    static let certain: Set = ["write", "fsync", "rename"]

    private let stage: Stage

    init() throws { stage = try Stage() }

    /// The tracer that kills batonctl before the call of this number.
    private static func killer(_ call: String, _ number: Int) -> [String] {
        [
            "strace", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=KILL:when=\(number)",
        ]
    }

    /// Runs `body` with a tracer for the first call, the second one and so on, until batonctl does not come to the call.
    private func atEach(_ call: String, _ body: (_ tracer: [String]) throws -> Int32?) throws {
        for number in 1...Self.most {
            let status = try body(Self.killer(call, number))
            if status == 0 {
                #expect(number > 1 || !Self.certain.contains(call), "strace has killed nothing at \(call)")
                return
            }
            try #require(status == -SIGKILL, "\(call) \(number): \(String(describing: status))")
        }
        Issue.record("batonctl makes more than \(Self.most) calls of \(call)")
    }

    @Test(
        "SETUP4, DG3: a set-up that was killed before any of its changes is taken back byte for byte",
        arguments: desktops.indices, calls)
    func setup(_ index: Int, _ call: String) throws {
        let (variables, file, text) = Self.desktops[index]
        try atEach(call) { tracer in
            let home = try SetupHome(stage, sway: "")
            try home.write(file, text)
            let before = home.files
            let killed = try home.run("setup", "--gestures=media", "--yes", desktop: variables, under: tracer)
            let revert = try home.run("setup", "--revert", desktop: variables)
            #expect(revert.status == 0, "\(tracer): \(revert.errors)")
            #expect(home.files == before, "\(tracer)")
            return killed.status
        }
    }

    @Test(
        "SETUP4, DG3: a --revert that was killed before any of its changes is finished by the next one",
        arguments: desktops.indices, calls)
    func revert(_ index: Int, _ call: String) throws {
        let (variables, file, text) = Self.desktops[index]
        try atEach(call) { tracer in
            let home = try SetupHome(stage, sway: "")
            try home.write(file, text)
            let before = home.files
            #expect(try home.run("setup", "--gestures=media", "--yes", desktop: variables).status == 0)
            let killed = try home.run("setup", "--revert", desktop: variables, under: tracer)
            let second = try home.run("setup", "--revert", desktop: variables)
            #expect(second.status == 0, "\(tracer): \(second.errors)")
            #expect(home.files == before, "\(tracer)")
            return killed.status
        }
    }
}
