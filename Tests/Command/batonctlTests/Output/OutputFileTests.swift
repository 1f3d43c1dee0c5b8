// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import batonctl

/// Files of batonctl are readable by the user only, and links are not followed.
@Suite struct OutputFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "baton-output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }
    private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    private func refusal(_ path: String, force: Bool) -> String? {
        do throws(CommandError) { try OutputFile.write("new", to: path, force: force) } catch {
            return error.description
        }
        return nil
    }

    @Test("only its owner can read a new file, with every kind of output", arguments: [false, true])
    func mode(force: Bool) throws {
        try OutputFile.write("a", to: path("a.csv"), force: force)
        #expect(text(path("a.csv")) == "a")
        #expect(mode(path("a.csv")) == 0o600)
    }

    @Test("an existing file is not changed; --force overwrites it and keeps its mode")
    func existing() throws {
        try "old".write(toFile: path("a"), atomically: true, encoding: .utf8)
        chmod(path("a"), 0o640)
        #expect(refusal(path("a"), force: false) == "\(path("a")) exists already; --force overwrites it.")
        #expect(text(path("a")) == "old")
        #expect(refusal(path("a"), force: true) == nil)
        #expect(text(path("a")) == "new" && mode(path("a")) == 0o640)
    }

    @Test("a link is never followed, not even with --force", arguments: [false, true])
    func links(force: Bool) throws {
        try "old".write(toFile: path("target"), atomically: true, encoding: .utf8)
        for (name, target) in [("link", "target"), ("dangling", "nowhere")] {
            symlink(path(target), path(name))
            #expect(refusal(path(name), force: force) == "\(path(name)) is a symbolic link, which is not followed.")
        }
        #expect(text(path("target")) == "old")
        #expect(text(path("nowhere")) == nil)
    }

    @Test("a folder is refused, and a device is written to")
    func others() {
        #expect(refusal(folder.path, force: true)?.hasPrefix("Could not write \(folder.path): ") == true)
        #expect(refusal("/dev/null", force: false) == nil)
        #expect(refusal("/dev/full", force: false)?.hasPrefix("Could not write /dev/full: No space") == true)
        #expect(refusal("/nowhere/a", force: false) == "Could not write /nowhere/a: No such file or directory")
    }
}
