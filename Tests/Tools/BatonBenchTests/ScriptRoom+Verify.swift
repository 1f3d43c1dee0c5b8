// SPDX-License-Identifier: Apache-2.0

import Testing

/// One with `.ci/verify`, a small table of suites and a stand-in for `swift`, which describes a small package.
extension ScriptRoom {
    /// The targets: batonctl needs Base, and with BATON_RELEASE also Absent.
    static let package = """
        {"toolsVersion": {"_version": "6.2.0"}, "targets": [
         {"name": "batonctl", "type": "executable", "dependencies": [{"byName": ["Base", null]}MORE]},
         {"name": "Base", "type": "regular", "dependencies": [{"product": ["System", "swift-system", null, null]}]},
         {"name": "Absent", "type": "regular", "dependencies": []}, {"name": "Other", "type": "regular", "dependencies": []}],
         "dependencies": [{"sourceControl": [{"identity": "swift-system", "requirement": "VERSION"}]}]}
        """

    init(_ table: String, files: [String: String] = [:]) throws {
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
        try self.init(
            scripts: [".ci/verify", ".ci/suites"], files: always.merging(files, uniquingKeysWith: { $1 }))
        try run("chmod +x .build/swift")
    }

    /// A row of the table.
    static func row(_ name: String, _ run: String, _ more: String = "reads = [\"in\"]") -> String {
        "[\(name)]\nshows = \"x\"\nrun = '''\(run)'''\nminutes = 1\n\(more)\n"
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
}
