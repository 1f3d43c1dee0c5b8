// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A repository with `.ci/verify`, a small table of suites and a stand-in for `swift`, which describes a small package.
struct VerifyRoom {
    let folder: URL

    /// The targets: batonctl needs Base, and with BATON_RELEASE also Absent.
    static let package = """
        {"toolsVersion": {"_version": "6.2.0"}, "targets": [
         {"name": "batonctl", "type": "executable", "dependencies": [{"byName": ["Base", null]}MORE]},
         {"name": "Base", "type": "regular", "dependencies": [{"product": ["System", "swift-system", null, null]}]},
         {"name": "Absent", "type": "regular", "dependencies": []}, {"name": "Other", "type": "regular", "dependencies": []}],
         "dependencies": [{"sourceControl": [{"identity": "swift-system", "requirement": "VERSION"}]}]}
        """

    init(_ table: String, files: [String: String] = [:]) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "baton-verify-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: ".ci"), withIntermediateDirectories: true)
        for path in [".ci/verify", ".ci/suites"] {
            try FileManager.default.copyItem(at: root.appending(path: path), to: folder.appending(path: path))
        }
        let swift = """
            #!/bin/sh
            more= version=$(sed -n 's/^version //p' Package.swift)
            [ -z "$BATON_RELEASE" ] || more=', {"byName": ["Absent", null]}'
            sed "s/MORE/$more/; s/VERSION/$version/" .build/package.json
            """
        let always = [
            ".build/swift": swift, ".build/package.json": Self.package, ".gitignore": ".build\n__pycache__\n",
            "Package.swift": "version 1\nenvironment[\"BATON_RELEASE\"]\n", ".ci/versions": "1\n", "in/a": "1\n",
            "Makefile": "skip:\n\t@echo no wheels; exit 77\n", ".ci/suites.toml": table,
        ]
        for (path, text) in always.merging(files, uniquingKeysWith: { $1 }) { try write(text, to: path) }
        _ = try run("chmod +x .build/swift; git init -q")
        try commit()
    }

    /// A row of the table.
    static func row(_ name: String, _ run: String, _ more: String = "reads = [\"in\"]") -> String {
        "[\(name)]\nshows = \"x\"\nrun = '''\(run)'''\nminutes = 1\n\(more)\n"
    }

    func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The text of a file, or nothing if there is none.
    func text(_ path: String) -> String {
        (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// Runs a shell's command in the folder; `SWIFT` is the stand-in.
    @discardableResult
    func run(_ command: String, in place: URL? = nil) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "exec 2>&1; \(command)"]
        process.currentDirectoryURL = place ?? folder
        process.environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "SWIFT": ".build/swift",
        ]
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    func commit() throws {
        let (status, output) = try run(
            "git add -A && git -c user.name=x -c user.email=x@x commit -q --allow-empty -m x")
        #expect(status == 0, "\(output)")
    }

    /// What `--status` says of a suite: nothing if it is fresh.
    func staleness(_ name: String) throws -> String {
        let (status, output) = try run(".ci/verify --status")
        #expect(status == 0, "\(output)")
        return output.split(separator: "\n").first { $0.hasPrefix("stale     \(name):") }.map(String.init) ?? ""
    }

    /// The files that `--inputs` names.
    func inputs(_ name: String) throws -> Set<String> {
        let (status, output) = try run(".ci/verify --inputs \(name)")
        #expect(status == 0, "\(output)")
        return Set(output.split(separator: "\n").map(String.init))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
