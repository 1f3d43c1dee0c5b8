// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// What the scripts for packages say to a packager whose machine, archive or addresses are not as they should be.
@Suite struct PackagingTests {
    /// A room with these scripts of the repository and these files.
    private func inRoom(
        _ scripts: [String], _ files: [String: String] = [:], _ body: (ScriptRoom) throws -> Void
    ) throws {
        let room = try ScriptRoom(scripts: [], files: files)
        defer { room.remove() }
        for path in scripts {
            let place = room.folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: URL(filePath: "\(Checkout.root)/\(path)"), to: place)
        }
        try room.commit()
        try body(room)
    }

    @Test(
        "the sums of a source archive that are missing, empty or no sums are one sentence",
        arguments: ["rm packages/SHA256SUMS": "missing", ": >packages/SHA256SUMS": "empty", "true": "not what"])
    func sums(_ damage: String, _ word: String) throws {
        let names = (0..<100).map { ("packages/file\($0)", "text\n") }
        let files = Dictionary(uniqueKeysWithValues: names + [("packages/SHA256SUMS", "no sum\n")])
        try inRoom([".ci/pins", ".ci/versions", "Package.swift"], files) { room in
            let (status, output) = try room.run("\(damage); .ci/pins")
            #expect(status == 1 && output.split(separator: "\n").count == 1, "\(output)")
            #expect(output.hasPrefix("pins: packages/SHA256SUMS is \(word)") && output.contains("unpack"), "\(output)")
        }
    }

    @Test("of many files of a source archive that have changed the first are named")
    func changedFiles() throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<100).map { ("packages/file\($0)", "text\n") })
        try inRoom([".ci/pins", ".ci/versions", "Package.swift"], files) { room in
            let sum = "(cd packages && sha256sum file* >SHA256SUMS)"
            #expect(try room.run("\(sum) && .ci/pins").status == 0)
            let (status, output) = try room.run("for file in packages/file*; do echo >>$file; done; .ci/pins")
            #expect(status == 1 && output.split(separator: "\n").count == 4, "\(output)")
            #expect(output.contains("packages/file0 is not the file") && output.contains("97 files more"), "\(output)")
        }
    }

    @Test("an unpacked source archive, and a folder that is no checkout, say so when an archive is wanted")
    func distOfArchive() throws {
        try inRoom([".ci/dist"]) { room in
            #expect(try room.run(".ci/dist --possible").status == 0)
            try room.run("mkdir -p inner/.ci && cp .ci/dist inner/.ci")
            let inner = try room.run("inner/.ci/dist --possible")
            #expect(inner.status == 1 && inner.output.contains("is no checkout of git"), "\(inner.output)")
            try room.run("mkdir packages")
            let archive = try room.run(".ci/dist out")
            #expect(archive.status == 1 && archive.output.split(separator: "\n").count == 1, "\(archive.output)")
            #expect(archive.output.contains("an unpacked source archive already"), "\(archive.output)")
        }
    }

    /// Stands in for the toolchain, and for what knows the packages that are installed.
    private static let tools = [
        "stub/swift": "#!/bin/sh\necho Swift version 6.3.1\n", "stub/dpkg-query": "#!/bin/sh\nprintf installed\n",
        "stub/clang": "#!/bin/sh\n[ \"$1\" != -v ] || echo 'Selected GCC installation: /x/13' >&2\ncat library\n",
        "library": "libstdc++.a\n", ".ci/pins": "#!/bin/sh\n",
    ]

    @Test("a static C++ library that is missing is named before the build")
    func staticLibrary() throws {
        try inRoom([".ci/setup"], Self.tools) { room in
            let setup = "chmod +x stub/* .ci/pins; PATH=$PWD/stub:$PATH .ci/setup --missing build"
            let (status, output) = try room.run(setup)
            #expect(status == 1 && output.contains("libstdc++.a of GCC 13 is missing"), "\(output)")
            #expect(output.contains("libstdc++-13-dev"), "\(output)")
            try room.run("echo $PWD/.ci/setup >library")
            let (found, said) = try room.run(setup)
            #expect(found == 0 && said.isEmpty, "\(said)")
        }
    }

    @Test("where packages have other names, the programs of a group are named")
    func otherSystems() throws {
        try inRoom([".ci/setup"]) { room in
            let (status, output) = try room.run(
                """
                mkdir stub
                for tool in bash dirname; do ln -s "$(command -v $tool)" stub; done
                PATH=$PWD/stub .ci/setup --missing install
                """)
            #expect(status == 1 && output.hasSuffix("\n  msgfmt python3\n"), "\(output)")
        }
    }

    @Test("a test target that does not exist, and tests that are not built, are told as such")
    func testTargets() throws {
        let files = ["Tests/Base/SomeTests/file": "x\n", "swift": "#!/bin/sh\necho $PWD/build\n"]
        try inRoom([".ci/test"], files) { room in
            try room.run("chmod +x swift")
            let unknown = try room.run(".ci/test ./swift OtherTests")
            #expect(unknown.status == 2 && unknown.output.contains("no test target 'OtherTests'"), "\(unknown.output)")
            #expect(unknown.output.contains("\n  SomeTests\n"), "\(unknown.output)")
            let early = try room.run(".ci/test ./swift SomeTests")
            #expect(early.status == 1 && early.output.hasPrefix("test: the tests are not built"), "\(early.output)")
        }
    }

    @Test("the maintainer's address is that of packaging/address, and no file of the packages has another")
    func addresses() throws {
        try inRoom([".ci/address", "packaging/address", "debian/control", "debian/changelog"]) { room in
            #expect(try room.run(".ci/address --check").status == 0)
            try room.run("sed -i 's/^maintainer=/&them@example.org/' packaging/address")
            let (status, output) = try room.run(".ci/address --check")
            #expect(status == 1, "\(output)")
            for file in ["debian/control", "debian/changelog"] { #expect(output.contains(file), "\(output)") }
            try room.run(".ci/address --write")
            #expect(try room.run(".ci/address --check; grep Maintainer debian/control").output.contains("<them@"))
            try room.write("<other@example.org>\n", to: "packaging/other")
            #expect(try room.run(".ci/address --check").output.contains("packaging/other names other@example.org"))
        }
    }

    @Test(
        "a package that docs/licences.md does not name, and a text or a licence that another file has not, are refused",
        arguments: [
            "echo 'swift-new 1.0.0 0' >>.ci/versions": "does not name swift-new",
            "sed -i '/^swift-system/d' .ci/versions": "names swift-system",
            "sed -i 's/GRANTED/GIVEN/I' debian/copyright": "has not the same text of Unicode-3.0",
            "sed -i 's/ AND FSFAP//' packaging/baton.spec": "License of packaging/baton.spec",
            "sed -i 's/ FSFAP//' packaging/arch/PKGBUILD": "license of packaging/arch/PKGBUILD",
            "sed -i '/^## Unicode-3.0/,/^## LLVM/{/^## LLVM/!d}' docs/licences.md": "lacks the text of Unicode-3.0",
        ])
    func licences(_ change: String, _ words: String) throws {
        let read = [
            ".ci/licences", ".ci/sizes", ".ci/versions", "docs/licences.md", "debian/copyright",
            "packaging/baton.spec", "packaging/arch/PKGBUILD", "LICENSES",
        ]
        try inRoom(read) { room in
            #expect(try room.run(".ci/licences").output.isEmpty)
            let (status, output) = try room.run("\(change); .ci/licences")
            #expect(status == 1 && output.contains(words), "\(output)")
        }
    }
}
