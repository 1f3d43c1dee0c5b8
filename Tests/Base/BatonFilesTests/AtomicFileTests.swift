// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonTestSupport
import Glibc
import SystemPackage
import Testing

@Suite("A file that is replaced whole")
struct AtomicFileTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/file" }

    private func text(_ path: String) -> String? {
        ((try? SmallFile.read(path, most: 1 << 20)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test(
        "the file has the bytes and the mode, whatever the mask is, and nothing is left beside it",
        arguments: [true, false])
    func replaced(isSynced: Bool) throws {
        let old = umask(0o077)
        defer { umask(old) }
        try AtomicFile(path).write(Array("one".utf8), isSynced: isSynced)
        #expect(text(path) == "one")
        #expect(mode(path) == 0o600)
        try AtomicFile(path).write(Array("two".utf8), mode: 0o644, isSynced: isSynced)
        #expect(text(path) == "two")
        #expect(mode(path) == 0o644)
        try AtomicFile(path).write([], isSynced: isSynced)
        #expect(text(path) == "")
        #expect(folder.names == ["file"])
    }

    @Test("who has the old file open reads the old one to its end")
    func oldReader() throws {
        try AtomicFile(path).write(Array("old".utf8))
        let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
        defer { try? descriptor.close() }
        try AtomicFile(path).write(Array("new".utf8))
        #expect(try SmallFile.bytes(of: descriptor.rawValue, most: 100) == Array("old".utf8))
    }

    @Test("what a killed process has left is taken away; what is no file of this user's stays, and nothing is written")
    func leftover() throws {
        folder.write("half", to: "file.new")
        try AtomicFile(path).write(Array("whole".utf8))
        #expect(folder.names == ["file"])
        folder.write("half", to: "file.part")
        AtomicFile(path, suffix: ".part").removeLeftover()
        #expect(folder.names == ["file"])

        let victim = folder.write("precious", to: "victim")
        symlink(victim, path + ".new")
        #expect(throws: Errno.fileExists) { try AtomicFile(path).write(Array("other".utf8)) }
        #expect(text(victim) == "precious")
        #expect(text(path) == "whole")
        unlink(path + ".new")
        mkfifo(path + ".new", 0o600)
        #expect(throws: Errno.fileExists) { try AtomicFile(path).write(Array("other".utf8)) }
        #expect(text(path) == "whole")
    }

    @Test("a file that cannot be replaced says why, stays as it was, and nothing is left beside it")
    func refused() throws {
        mkdir(path, 0o700)
        folder.write("x", to: "file/inside")
        #expect(throws: (any Error).self) { try AtomicFile(path).write([1]) }
        #expect(folder.names == ["file"])
        #expect(text("\(path)/inside") == "x")
        #expect(throws: Errno.noSuchFileOrDirectory) { try AtomicFile("\(folder.path)/nowhere/file").write([1]) }
    }
}

@Suite("A folder that only its owner enters")
struct PrivateFolderTests {
    private let folder = TemporaryFolder()

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("it is made with those above it, each with mode 0700, and one that is open to others is closed")
    func made() throws {
        let path = "\(folder.path)/a/b/c"
        try PrivateFolder.make(path)
        for made in ["a", "a/b", "a/b/c"] { #expect(mode("\(folder.path)/\(made)") == 0o700, "\(made)") }
        chmod("\(folder.path)/a", 0o755)
        chmod(path, 0o755)
        try PrivateFolder.make(path)
        #expect(mode(path) == 0o700)
        #expect(mode("\(folder.path)/a") == 0o755, "what is above it is the user's")
    }

    @Test("what has its name and is no folder is said")
    func other() throws {
        let file = folder.write("", to: "file")
        #expect(throws: Errno.fileExists) { try PrivateFolder.make(file) }
        #expect(throws: Errno.notDirectory) { try PrivateFolder.make("\(file)/x") }
    }
}
