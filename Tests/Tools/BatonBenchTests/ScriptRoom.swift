// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// A git repository of its own, with copies of some scripts of this one.
struct ScriptRoom {
    let folder: URL

    /// - Parameter scripts: paths of files and folders, which are copied.
    init(scripts: [String], files: [String: String]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "baton-scripts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: ".ci"), withIntermediateDirectories: true)
        for path in scripts {
            try FileManager.default.copyItem(
                at: URL(filePath: "\(Checkout.root)/\(path)"), to: folder.appending(path: path))
        }
        for (path, text) in files { try write(text, to: path) }
        #expect(try run("git init -q").status == 0)
        try commit()
    }

    func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The text of a file; empty if the file is not there.
    func text(_ path: String) -> String {
        (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// Runs a shell's command in the folder; `SWIFT` is the stand-in.
    @discardableResult
    func run(_ command: String, in place: URL? = nil) throws -> (status: Int32, output: String) {
        // Foundation's Process has not told of ends, in a process that had many children.
        let process = try ChildProcess(
            ["/bin/bash", "-c", "cd \"$0\" && exec 2>&1; \(command)", (place ?? folder).path],
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
                "SWIFT": ".build/swift",
            ])
        var output = ""
        let hasEnded = process.waitUntil(watching: process.outputDescriptor.map { [$0] } ?? []) {
            output = process.printed
            return process.hasEnded
        }
        #expect(hasEnded, "\(command) hangs; it printed \(output)")
        return (process.exitStatus ?? -1, process.printed)
    }

    func commit() throws {
        let (status, output) = try run(
            "git add -A && git -c user.name=x -c user.email=x@x commit -q --allow-empty -m x")
        #expect(status == 0, "\(output)")
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
