// SPDX-License-Identifier: Apache-2.0

import Testing

/// `.ci/house`: a target lies on its floor, and needs none of a higher one or of another wing.
@Suite struct HouseTests {
    private static let floors = ["System", "Base", "Kits", "Contract"]
    private static let wings = ["Agent", "Helpers", "Command", "Machines", "Window"]

    /// What `.ci/house` says of a house with one target on each floor, named after it, that need what is given.
    private func breaches(
        _ needs: [String: [String]], folders: [String: String] = [:], more: [String: String] = [:],
        walks: String = "", removes: String? = nil, declares: [String: String] = [:]
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
        files.merge(more) { $1 }
        for name in names {
            files["Sources/\(name)/README.md"] = name
            files[(folders[name] ?? "Sources/\(name)/C\(name)") + "/File.swift"] =
                "struct Of\(name) {}\n" + declares[name, default: ""]
        }
        let room = try ScriptRoom(scripts: [".ci/house"], files: files)
        defer { room.remove() }
        if let removes { try room.run("rm \(removes)") }
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

    @Test("two types of one name are refused, on each floor and between two; a nested type is not one")
    func names() throws {
        for name in Self.floors + Self.wings {
            let text = try breaches([:], declares: [name: "/// A second one.\npackage enum OfBase {}\n"])
            #expect(text.contains("declares OfBase; a name is of one type"), "\(name): \(text)")
        }
        let nested = "extension OfKits {\n    struct OfBase {}\n}\n// struct OfBase {}\nenum Main {}\n"
        #expect(try breaches([:], declares: ["Kits": nested, "Agent": "enum Main {}\n"]) == "")
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

    @Test("a function of more than 40 lines is refused, on each floor; the sentences of codes are not")
    func functions() throws {
        let long = "func planted() {\n\(String(repeating: "    planted()\n", count: 40))}\n"
        let files = (Self.floors + Self.wings).flatMap { floor in
            ["Long", "Code+Sentence"].map { ("Sources/\(floor)/C\(floor)/\($0).swift", long) }
        }
        let text = try breaches([:], more: Dictionary(uniqueKeysWithValues: files))
        for floor in Self.floors + Self.wings {
            #expect(text.contains("Sources/\(floor)/C\(floor)/Long.swift:1: a function of 42 lines"), "\(text)")
        }
        #expect(!text.contains("Sentence"), "\(text)")
    }

    @Test("a target of more than 6000 lines is refused, on each floor")
    func sizes() throws {
        let lines = String(repeating: "\n", count: 6000)
        let files = (Self.floors + Self.wings).map { ("Sources/\($0)/C\($0)/Long.swift", lines) }
        let text = try breaches([:], more: Dictionary(uniqueKeysWithValues: files))
        for floor in Self.floors + Self.wings { #expect(text.contains("C\(floor) has 6001 lines"), "\(text)") }
    }

    @Test("an import that Package.swift does not give is refused, on each floor")
    func imports() throws {
        let all = Self.floors + Self.wings
        let files = zip(all, all.dropFirst() + [all[0]]).map {
            ("Sources/\($0)/C\($0)/Import.swift", "import C\($1)\n")
        }
        let text = try breaches([:], more: Dictionary(uniqueKeysWithValues: files))
        for (floor, other) in zip(all, all.dropFirst() + [all[0]]) {
            #expect(text.contains("Sources/\(floor)/C\(floor)/Import.swift: imports C\(other)"), "\(text)")
        }
    }

    @Test("folders of a target that need each other are refused, on each floor")
    func cycles() throws {
        let files = (Self.floors + Self.wings).flatMap { floor in
            [("One", "Two"), ("Two", "One")].map {
                ("Sources/\(floor)/C\(floor)/\($0)/\($0).swift", "struct \($0) { var other: [\($1)] }\n")
            }
        }
        let text = try breaches([:], more: Dictionary(uniqueKeysWithValues: files))
        for floor in Self.floors + Self.wings {
            #expect(text.contains("C\(floor): the folders One and Two need each other"), "\(text)")
        }
    }

    @Test("a floor without its page is refused, on each floor")
    func pages() throws {
        let text = try breaches([:], removes: "Sources/*/README.md")
        for floor in Self.floors + Self.wings {
            #expect(text.contains("Sources/\(floor) has no README.md that says what lives there"), "\(text)")
        }
    }

    @Test("a target that lies on no floor, or below another folder, is refused")
    func folders() throws {
        let text = try breaches([:], folders: ["Kits": "Sources/CKits", "Base": "Sources/Base/More/CBase"])
        #expect(text.contains("CKits lies in Sources/CKits") && text.contains("CBase lies in Sources/Base/More/CBase"))
    }

    @Test("a script that names a target's folder without its floor is refused, also by a way up, on each floor")
    func paths() throws {
        let all = Self.floors + Self.wings
        func script(_ floor: String) -> String { "Tests/kernel/\(floor).sh" }
        let wrong = all.map { ($0, "cat $here/../../C\($0)/File.swift\ncat Sources/C\($0)/File.swift\n") }
        let text = try breaches([:], more: Dictionary(uniqueKeysWithValues: wrong.map { (script($0), $1) }))
        for floor in all {
            #expect(text.contains("\(script(floor)):1: ../C\(floor) is in \(floor)"), "\(text)")
            #expect(text.contains("\(script(floor)):2: Sources/C\(floor) is in \(floor)"), "\(text)")
        }
        let right = all.map { ($0, "cat $here/../../Sources/\($0)/C\($0)/File.swift $bin/C\($0)/x\n") }
        #expect(try breaches([:], more: Dictionary(uniqueKeysWithValues: right.map { (script($0), $1) })) == "")
    }

    @Test("a walk names the types that it passes, each with the target that declares it")
    func walks() throws {
        func said(_ passes: String) throws -> String {
            try breaches([:], walks: "## Two walks\n\n**A walk.** It goes.\n\n\(passes)## Decisions\n")
        }
        let all = (Self.floors + Self.wings).map { "C\($0): `Of\($0)`" }.joined(separator: "; ")
        #expect(try said("*Passes* \(all).\n\n") == "")
        #expect(try said("").contains("the walk \"A walk.\" does not say what it passes"))
        let gone = (Self.floors + Self.wings).map { "C\($0): `Of\($0)`, `Gone`" }.joined(separator: "; ")
        let text = try said("*Passes* \(gone).\n\n")
        for floor in Self.floors + Self.wings {
            #expect(text.contains("passes Gone, which C\(floor) does not declare"), "\(text)")
        }
    }
}
