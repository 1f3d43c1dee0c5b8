// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import BatonArtwork

/// Pictures that a player in a real sandbox names, looked for by its own rights.
@Suite("MPRIS50: a player in a sandbox has no file shown that it may not read") @MainActor
final class SandboxedPictureTests {
    private let stage: BusStage
    /// A folder that the sandbox has at the same place, and one that it has elsewhere, as `/own`.
    private let shared: String
    private let own: String
    private let process: ChildProcess
    private let player: UInt32

    init() throws {
        stage = try BusStage()
        shared = "\(stage.folder.path)/seen"
        own = "\(stage.folder.path)/own"
        for folder in [shared, own] { mkdir(folder, 0o755) }
        let secret = "\(stage.folder.path)/secret.png"
        try Data(ArtCacheTests.png).write(to: URL(filePath: secret))
        try Data(ArtCacheTests.png).write(to: URL(filePath: "\(shared)/a.png"))
        try Data(ArtCacheTests.png + [4]).write(to: URL(filePath: "\(own)/b.png"))
        try Data([1, 2, 3]).write(to: URL(filePath: "\(shared)/text"))
        mkfifo("\(shared)/pipe", 0o644)
        symlink(secret, "\(shared)/link.png")
        symlink("a.png", "\(shared)/other.png")
        let sandbox = Sandbox(
            in: stage.folder, binds: ["--bind", shared, shared, "--bind", own, "/own", "--symlink", secret, "/etc.png"])
        process = try ChildProcess(
            sandbox.command(["sh", "-c", "echo $$; exec sleep 1000"]), environment: ["PATH": "/usr/bin:/bin"])
        let process = process
        try #require(stage.turn { process.printed.hasSuffix("\n") }, "bwrap does not run: \(process.printed)")
        player = try #require(UInt32(process.printed.dropLast()))
    }

    private func look(_ path: String, copy: Bool = false) -> SandboxedPicture.Finding {
        SandboxedPicture.look(from: player, at: path, copy: copy ? "\(stage.folder.path)/copy" : nil, home: nil)
    }

    @Test("a picture at the same place in the sandbox may be shown, also by a link inside of it")
    func same() {
        #expect(look("\(shared)/a.png") == .same)
        #expect(look("\(shared)/other.png") == .same)
        #expect(look("\(shared)/../seen/a.png") == .same)
    }

    @Test("one outside of the sandbox may not, whatever links lead to it")
    func outside() {
        #expect(look("\(stage.folder.path)/secret.png") == .none)
        #expect(look("\(shared)/link.png") == .none)
        #expect(look("\(shared)/../secret.png") == .none)
        #expect(look("/etc.png") == .none)
        #expect(look("/proc/1/root\(stage.folder.path)/secret.png") == .none)
        #expect(look("/proc/self/cwd/\(stage.folder.path)/secret.png") == .none)
    }

    @Test("one that only the sandbox has may not be shown at its place, but as a copy")
    func elsewhere() throws {
        #expect(look("/own/b.png") == .none)
        #expect(look("/own/b.png", copy: true) == .copied)
        let copy = try Data(contentsOf: URL(filePath: "\(stage.folder.path)/copy"))
        #expect(Array(copy) == ArtCacheTests.png + [4])
    }

    @Test("a pipe, a folder, a device and what is no picture are none, and no look waits")
    func noPicture() {
        for path in ["\(shared)/pipe", shared, "/dev/zero", "\(shared)/text", "/none", "", "/"] {
            #expect(look(path) == .none && look(path, copy: true) == .none, "\(path)")
        }
    }

    @Test("one that is too large for a copy may be shown at its place")
    func large() throws {
        let bytes = ArtCacheTests.png + [UInt8](repeating: 0, count: ArtData.mostBytes)
        try Data(bytes).write(to: URL(filePath: "\(shared)/large.png"))
        try Data(bytes).write(to: URL(filePath: "\(own)/large.png"))
        #expect(look("\(shared)/large.png", copy: true) == .same)
        #expect(look("/own/large.png", copy: true) == .none)
    }

    @Test("a process in no sandbox, and one that has ended, have no rights to look by")
    func number() {
        #expect(SandboxedPicture.look(from: UInt32(getpid()), at: "\(shared)/a.png", copy: nil, home: nil) == .none)
        process.kill()
        let process = process
        #expect(stage.turn { process.hasEnded })
        #expect(stage.turn { Glibc.kill(pid_t(self.player), 0) != 0 })
        #expect(look("\(shared)/a.png") == .none)
    }

    @Test("wrong arguments find nothing, and other arguments are no look")
    func arguments() {
        for arguments in [["--picture"], ["--picture", "1"], ["--picture", "x", "/a"], ["--picture", "-1", "/a"]] {
            #expect(SandboxedPicture.run(arguments, home: nil) == SandboxedPicture.Finding.none)
        }
        #expect(SandboxedPicture.run(["--picture", "\(player)", "\(shared)/a.png"], home: nil) == .same)
        #expect(SandboxedPicture.run(["--check"], home: nil) == nil && SandboxedPicture.run([], home: nil) == nil)
    }
}
