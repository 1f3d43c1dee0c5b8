// SPDX-License-Identifier: Apache-2.0

import Testing

/// `.ci/places`: what names a place of the repository leads there.
@Suite struct PlacesTests {
    private static let floors = ["System", "Base", "Kits", "Contract", "Agent", "Helpers", "Command"]

    private func run(_ files: [String: String], _ before: String = "true") throws -> String {
        let room = try ScriptRoom(scripts: [".ci/places"], files: files)
        defer { room.remove() }
        try room.run(before)
        return try room.run(".ci/places").output
    }

    @Test(
        "a path of a document, a script or the Makefile that leads nowhere is a breach, on each floor",
        arguments: floors)
    func paths(_ floor: String) throws {
        let files = [
            "Sources/\(floor)/Room/File.swift": "",
            "docs/page.md": "`Sources/\(floor)/Room/File.swift` and `Sources/\(floor)/Gone/File.swift`\n",
            ".ci/script": "cat Sources/\(floor)/Room/*.swift\ncat Sources/\(floor)/Gone/*.swift\n",
            "Makefile": "all:\n\tcat Sources/\(floor)/Room Sources/\(floor)/Gone\n",
            "Tests/kernel/run.sh":
                "here=$(dirname \"$0\")\ncat \"$here/../../Sources/\(floor)/Room\"\ncat \"$here/../../Sources/\(floor)/Gone\"\n",
        ]
        let text = try run(files)
        for said in [
            "docs/page.md:1: there is no Sources/\(floor)/Gone/File.swift",
            ".ci/script:2: Sources/\(floor)/Gone/*.swift leads to nothing",
            "Makefile:2: Sources/\(floor)/Gone leads to nothing",
            "Tests/kernel/run.sh:3: ../../Sources/\(floor)/Gone leads to nothing from Tests/kernel",
        ] { #expect(text.contains(said), "\(text)") }
        #expect(text.split(separator: "\n").count == 4, "\(text)")
    }

    @Test("a link that leads nowhere is a breach, on each floor", arguments: floors)
    func links(_ floor: String) throws {
        let text = try run(
            ["Sources/\(floor)/Room/File.swift": ""],
            "mkdir -p Linked && ln -s ../Sources/\(floor)/Room/File.swift Linked && ln -s ../Sources/\(floor)/Gone Linked"
        )
        #expect(text.contains("Linked/Gone:1: the link leads to ../Sources/\(floor)/Gone"), "\(text)")
        #expect(text.split(separator: "\n").count == 1, "\(text)")
    }

    @Test("a root of a test that is not the checkout's, and a folder that is not beside it, are breaches")
    func roots() throws {
        // Not in one piece, so that this file has no root.
        let word = "#" + "filePath"
        let step = ".deletingLastPathComponent()"
        let source = "let root = URL(filePath: \(word))"
        let text = try run([
            "Tests/Kits/RoomTests/Right.swift": "\(source)\(step)\(step)\n        \(step)\(step)\n",
            "Tests/Kits/RoomTests/Wrong.swift": "\(source)\(step)\(step)\n",
            "Tests/Kits/RoomTests/Beside.swift": "\(source)\(step).appending(path: \"Recordings\")\n",
            "Tests/Kits/RoomTests/Text.swift": "\(word).split(separator: \"/\").dropLast(3)\n",
            "Tests/Kits/RoomTests/Other.swift": "let path = \(word)\n",
        ])
        #expect(text.contains("RoomTests/Wrong.swift:1: the root is Tests/Kits, not that of the checkout"), "\(text)")
        #expect(text.contains("RoomTests/Beside.swift:1: there is no Recordings in Tests/Kits/RoomTests"), "\(text)")
        #expect(text.contains("RoomTests/Text.swift:1: the root is Tests, not that of the checkout"), "\(text)")
        #expect(text.contains("RoomTests/Other.swift:1: a root that .ci/places cannot follow"), "\(text)")
        #expect(!text.contains("Right.swift"), "\(text)")
    }

    @Test("a file that CONTRIBUTING.md names without its folder is one of the repository")
    func names() throws {
        let text = try run([
            "CONTRIBUTING.md": "`Here.swift`, `Gone.swift`, `SECTION.swift`\n", "Sources/Here.swift": "",
        ])
        #expect(text == "places: CONTRIBUTING.md:1: there is no Gone.swift\n", "\(text)")
    }
}
