// SPDX-License-Identifier: Apache-2.0

import Testing

/// `.ci/house`: a target lies on its floor, and needs none of a higher one or of another wing.
@Suite struct HouseTests {
    private static let floors = ["System", "Base", "Kits", "Contract"]
    private static let wings = ["Agent", "Helpers", "Command"]

    /// What `.ci/house` says of a house with one target on each floor, named after it, that need what is given.
    private func breaches(
        _ needs: [String: [String]], folders: [String: String] = [:], scripts: [String: String] = [:],
        walks: String = ""
    ) throws -> String {
        let names = Self.floors + Self.wings
        let targets = names.map { name in
            let needed = needs[name, default: []].map { "\"C\($0)\"" }.joined(separator: ", ")
            let folder = folders[name] ?? "Sources/\(name)/C\(name)"
            return ".target(name: \"C\(name)\", dependencies: [\(needed)], path: \"\(folder)\")"
        }
        var files = [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "House", targets: [\(targets.joined(separator: ", "))])
            """, "docs/architecture.md": "",
        ]
        files.merge(scripts) { $1 }
        for name in names {
            files["Sources/\(name)/README.md"] = name
            files[(folders[name] ?? "Sources/\(name)/C\(name)") + "/File.swift"] = "struct Of\(name) {}\n"
        }
        let room = try ScriptRoom(scripts: [".ci/house"], files: files)
        defer { room.remove() }
        let arrows = try room.run(".ci/house --arrows").output
        try room.write(
            """
            <!-- arrows: made by .ci/house --arrows -->
            ```
            \(arrows)```
            <!-- end of arrows -->
            \(walks)
            """, to: "docs/architecture.md")
        return try room.run(".ci/house").output
    }

    @Test("a target needs those of its floor and below")
    func down() throws {
        let below = ["Kits": ["Base", "System"], "Contract": ["Kits"]]
        #expect(try breaches(below.merging(Self.wings.map { ($0, Self.floors) }) { $1 }) == "")
    }

    @Test("a target that needs one of a higher floor is refused, on each floor")
    func up() throws {
        for (lower, higher) in zip(Self.floors, Self.floors.dropFirst() + ["Agent"]) {
            let text = try breaches([lower: [higher]])
            #expect(text.contains("C\(lower) of \(lower) needs C\(higher) of \(higher)"), "\(text)")
        }
    }

    @Test("a wing that needs another wing is refused", arguments: wings)
    func sideways(_ wing: String) throws {
        let others = Self.wings.filter { $0 != wing }
        let text = try breaches([wing: others])
        for other in others { #expect(text.contains("C\(wing) of \(wing) needs C\(other) of \(other)"), "\(text)") }
    }

    @Test("a target that lies on no floor, or below another folder, is refused")
    func folders() throws {
        let text = try breaches([:], folders: ["Kits": "Sources/CKits", "Base": "Sources/Base/More/CBase"])
        #expect(text.contains("CKits lies in Sources/CKits") && text.contains("CBase lies in Sources/Base/More/CBase"))
    }

    @Test(
        "a script that names a target's folder without its floor is refused, also by a way up",
        arguments: floors + wings)
    func paths(_ floor: String) throws {
        let wrong = "cat $here/../../C\(floor)/File.swift\ncat Sources/C\(floor)/File.swift\n"
        let text = try breaches([:], scripts: ["Tests/kernel/run.sh": wrong])
        #expect(text.contains("Tests/kernel/run.sh:1: ../C\(floor) is in \(floor)"), "\(text)")
        #expect(text.contains("Tests/kernel/run.sh:2: Sources/C\(floor) is in \(floor)"), "\(text)")
        let right = "cat $here/../../Sources/\(floor)/C\(floor)/File.swift $bin/C\(floor)/x\n"
        #expect(try breaches([:], scripts: ["Tests/kernel/run.sh": right]) == "")
    }

    @Test("a walk names the types that it passes, each with the target that declares it")
    func walks() throws {
        func said(_ passes: String) throws -> String {
            try breaches([:], walks: "## Two walks\n\n**A walk.** It goes.\n\n\(passes)## Decisions\n")
        }
        let all = (Self.floors + Self.wings).map { "C\($0): `Of\($0)`" }.joined(separator: "; ")
        #expect(try said("*Passes* \(all).\n\n") == "")
        #expect(try said("").contains("the walk \"A walk.\" does not say what it passes"))
        for floor in Self.floors + Self.wings {
            let text = try said("*Passes* C\(floor): `Of\(floor)`, `Gone`.\n\n")
            #expect(text.contains("passes Gone, which C\(floor) does not declare"), "\(text)")
        }
    }
}
