// SPDX-License-Identifier: Apache-2.0

import Testing

/// `.ci/checks`: a breach of each check is seen on each floor, and a target that is exempt is exempt alone.
@Suite struct ChecksTests {
    private static let floors = ["System", "Base", "Kits", "Contract", "Agent", "Helpers", "Command"]

    /// A check, and what breaks it.
    struct Plant: Sendable, CustomTestStringConvertible {
        let check: String
        let line: String
        var head = "// SPDX-License-Identifier: Apache-2.0\n\n"
        var file = "File.swift"
        var testDescription: String { "\(check): \(line.prefix(60))" }

        var text: String { head + line + "\n" }
    }

    static let plants = [
        Plant(check: "licence_lines", line: "struct Planted {}", head: ""),
        Plant(check: "licence_lines", line: "import Planted", head: "// SPDX-License-Identifier: Apache-2.0\n"),
        Plant(check: "lengths", line: String(repeating: "\n", count: 400)),
        Plant(check: "imports", line: "import Foundation"),
        Plant(check: "imports", line: "func planted() async {}"),
        Plant(check: "imports", line: "import BatonReactorHost"),
        Plant(check: "testable", line: "@testable import BatonEvents"),
        Plant(check: "doors", line: "func planted() { print(1) }"),
        Plant(check: "doors", line: "let planted = \"\\u{1b}[1m\""),
        Plant(check: "pins", line: "pip" + " install planted", file: "planted.sh"),
        Plant(check: "conversions", line: "let planted = Int(seconds)"),
        Plant(check: "sentences", line: "let planted = reason.hasPrefix(text)"),
        Plant(check: "version", line: "let planted = \"1.2.3\""),
    ]

    /// What a check says of a repository that has these files only, and what the check itself reads.
    private func run(_ check: String, _ files: [String: String]) throws -> String {
        var files = files
        files["Sources/Contract/BatonAPI/Names/BatonBus.swift"] =
            "// SPDX-License-Identifier: Apache-2.0\n\nstatic let version = \"0.1.0\"\n"
        files["debian/changelog"] = "baton (0.1.0)\n"
        files["docs/page.md"] = "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
        files["dbus/one.xml"] = "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
        // The scripts that the check of packages calls as well look at Package.swift alone.
        let script = "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n"
        files[".ci/pins"] = script
        files[".ci/embed"] = script
        let room = try ScriptRoom(scripts: [".ci/checks"], files: files)
        defer { room.remove() }
        try room.run("chmod +x .ci/pins .ci/embed")
        return try room.run(".ci/checks \(check)").output
    }

    // The targets' names begin with the letters of the floors, as the C modules' and batonctl's folders do: an exemption by a
    // pattern such as `Sources/C*/*` would let them through.
    @Test("a breach is seen on each floor", arguments: plants)
    func seen(_ plant: Plant) throws {
        let places = Self.floors.map { "Sources/\($0)/C\($0)/\(plant.file)" }
        let text = try run(plant.check, Dictionary(uniqueKeysWithValues: places.map { ($0, plant.text) }))
        for place in places { #expect(text.contains(place), "\(text)") }
        #expect(try run(plant.check, [:]).hasPrefix("checks: \(plant.check) are as they should be"))
    }

    @Test("a target that may import Foundation or Dispatch is exempt by its name, and its neighbours are not")
    func exempt() throws {
        let text = Plant(check: "imports", line: "import Foundation").text
        let said = try run(
            "imports",
            [
                "Sources/Command/batonctl/Deep/File.swift": text, "Sources/Base/BatonReactorHost/File.swift": text,
                "Sources/Command/batonctlx/File.swift": text, "Sources/Base/Deep/batonctl/File.swift": text,
            ])
        #expect(!said.contains("Command/batonctl/") && !said.contains("Base/BatonReactorHost/"), "\(said)")
        #expect(said.contains("Command/batonctlx/") && said.contains("Base/Deep/batonctl/"), "\(said)")
    }

    @Test("only tests and fuzzers test the inside of a module")
    func testable() throws {
        let text = Plant(check: "testable", line: "@testable import BatonEvents").text
        let refused = ["Tests/Support/BatonTestSupport/File.swift", "Benchmarks/SomeTests/a/File.swift"]
        let allowed = ["Tests/Kits/BatonEventsTests/Deep/File.swift", "Tests/Fuzz/fuzz-text/File.swift"]
        let said = try run("testable", Dictionary(uniqueKeysWithValues: (refused + allowed).map { ($0, text) }))
        for place in refused { #expect(said.contains(place), "\(said)") }
        for place in allowed { #expect(!said.contains(place), "\(said)") }
    }

    @Test("a check that does not exist is a breach")
    func unknown() throws {
        #expect(try run("planted", [:]).contains("there is no check planted"))
    }
}
