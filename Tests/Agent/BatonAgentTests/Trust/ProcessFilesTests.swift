// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import BatonProcesses

/// What is read from procfs about a process, also if its files are not as expected.
@Suite struct ProcessFilesTests {
    private func parent(_ line: String, file: String = "7/stat") -> UInt32? {
        let root = TemporaryFolder()
        root.write(line, to: file)
        return ProcessFiles(of: 7, root: root.path)?.parent
    }

    @Test("the parent is the third word, whatever the name is")
    func names() {
        let lines: [(String, UInt32)] = [
            ("7 (init) S 0 1 1", 0), ("7 (a b) S 41 2 2", 41), ("7 (a) b) S 9 (c) R 42 3 3", 42), ("7 ()) S 43 4", 43),
            ("7 (a\nb) S 44 1", 44), ("7 (a) S 45", 45),
        ]
        for (line, expected) in lines { #expect(parent(line + "\n") == expected, "\(line)") }
    }

    @Test("what is no parent is none", arguments: ["", "7", "7 (a", "7 (a) S", "7 (a) S x", "7 (a) S -1", ") S"])
    func nonsense(_ line: String) {
        #expect(parent(line + "\n") == nil)
    }

    @Test("it is right about this very process, and knows nothing of one that is not there")
    func own() throws {
        let files = try #require(ProcessFiles(of: UInt32(getpid())))
        #expect(files.parent == UInt32(getppid()))
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(files.executable == Array(executable.utf8))
        #expect(files.command?.isEmpty == false)
        #expect(ProcessFiles(of: 4_000_000_000) == nil)
    }

    @Test("no more is read than the bound")
    func bound() throws {
        let root = TemporaryFolder()
        root.write(String(repeating: "x", count: 10_000), to: "7/file")
        root.write("", to: "7/empty")
        let files = try #require(ProcessFiles(of: 7, root: root.path))
        for most in [1, 4096, 5000, 10_000, 20_000] {
            #expect(files.bytes(of: "file", most: most)?.count == min(most, 10_000))
        }
        #expect(files.bytes(of: "empty", most: 10) == [])
        #expect(files.bytes(of: "none", most: 10) == nil)
        #expect(files.has("file") && !files.has("none"))
    }

    @Test("a process that has ended tells nothing, whichever process has its number now")
    func reused() throws {
        let root = TemporaryFolder()
        root.write("first\n", to: "7/comm")
        let files = try #require(ProcessFiles(of: 7, root: root.path))
        #expect(files.command == "first")
        try FileManager.default.removeItem(atPath: "\(root.path)/7")
        root.write("second\n", to: "7/comm")
        #expect(files.command == nil)
        #expect(ProcessFiles(of: 7, root: root.path)?.command == "second")
    }

    @Test("only numbers are visited, until the visitor has seen enough")
    func numbers() throws {
        let root = TemporaryFolder()
        for name in ["7/fd/0", "7/fd/12", "7/fd/x", "7/fd/-1", "8/stat", "self/stat"] { root.write("", to: name) }
        let files = try #require(ProcessFiles(of: 7, root: root.path))
        var seen: [UInt32] = []
        #expect(
            files.forEachNumber(in: "fd") { number, _ in
                seen.append(number)
                return true
            })
        #expect(seen.sorted() == [0, 12])
        seen = []
        files.forEachNumber(in: "fd") { number, _ in
            seen.append(number)
            return false
        }
        #expect(seen.count == 1)
        #expect(!files.forEachNumber(in: "none") { _, _ in true })
        seen = []
        #expect(
            ProcessFiles.forEachProcess(root: root.path) { number, _ in
                seen.append(number)
                return true
            })
        #expect(seen.sorted() == [7, 8])
    }
}
