// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonTestSupport
import Foundation
import Testing

/// What is saved before a desktop's settings are changed.
@Suite struct SavedRecordTests {
    @Test("any text comes back as it was")
    func roundTrip() throws {
        let folder = TemporaryFolder()
        let directory = "\(folder.path)/a/b"
        #expect(try SavedRecord.load(.kde, in: directory) == nil)
        var random = SeededRandom(seed: 7)
        let pieces = ["\\", "\n", "\t", "\r", "", "n", "Ä", "['a', 'b']", " ", "🎧", "\\n"]
        for _ in 0..<200 {
            let lines = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (0..<3).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
                }
            }
            let record = SavedRecord(kind: .kde, lines: lines)
            try record.save(in: directory)
            #expect(try SavedRecord.load(.kde, in: directory) == record)
        }
        try SavedRecord.remove(.kde, in: directory)
        try SavedRecord.remove(.kde, in: directory)
        #expect(try SavedRecord.load(.kde, in: directory) == nil)
    }

    @Test("only its owner can read it")
    func rights() throws {
        let folder = TemporaryFolder()
        try SavedRecord(kind: .gnome).save(in: folder.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: SavedRecord.path(.gnome, in: folder.path))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("the files keep the names that users have, so that a set-up of any version can be taken back")
    func names() {
        let names = [
            "media-keys-kde", "media-keys-gnome", "media-keys-sway", "media-keys-i3", "media-keys-hyprland",
            "media-keys-niri", "media-keys-cosmic",
            "gestures-sway", "gestures-hyprland", "gestures-kwin", "gestures-cinnamon", "motion-axes",
            "media-keys-call-microphone", "awake-players", "mqtt",
        ]
        #expect(SavedRecordKind.allCases.map(\.fileName) == names)
    }

    @Test("a record is written and read as the first version did", arguments: SavedRecordKind.allCases)
    func format(_ kind: SavedRecordKind) throws {
        let folder = TemporaryFolder()
        let text = "baton media keys 1\n\(kind.rawValue)\na\tb\nmade\n"
        let record = SavedRecord(kind: kind, lines: [["a", "b"], ["made"]])
        #expect(record.text == text)
        try text.write(toFile: "\(folder.path)/\(kind.fileName)", atomically: false, encoding: .utf8)
        #expect(try SavedRecord.load(kind, in: folder.path) == record)
    }

    @Test(
        "a file that was cut, or is none, is an error and no record",
        arguments: [
            "", "x", "baton media keys 1\n", "baton media keys 1\nkde\na\\", "baton media keys 1\nkde\na\\x\n",
            "other\nkde\n", "baton media keys 1\nother\n",
        ])
    func damaged(_ text: String) throws {
        let folder = TemporaryFolder()
        try text.write(toFile: SavedRecord.path(.kde, in: folder.path), atomically: false, encoding: .utf8)
        #expect(throws: (any Error).self) { try SavedRecord.load(.kde, in: folder.path) }
    }
}
