// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonPages
import Testing

@testable import batonctl

/// `batonctl inputs`: codes on the bus, sentences for people.
@Suite("Inputs: rows")
struct InputTableTests {
    private static func row(_ state: String, _ code: String, _ details: [(String, Value)] = []) throws -> InputReport {
        try #require(
            InputReport(
                wire: .structure([
                    .string("evdev"), .string("Headset"), .string(state), .string(code), .vardict(details),
                    .string("play"), .uint64(3_000_000),
                ])))
    }

    @Test("people read the state with the sentence of its code, and a newer code as its word")
    func table() throws {
        let path: [(String, Value)] = [("path", .string("/dev/input/event7"))]
        let rows = [
            try Self.row("listening", ""), try Self.row("waiting", "session-locked"),
            try Self.row("off", "node-grabbed", path), try Self.row("off", "eaten-by-a-dog"),
        ]
        let last = "\(ClockText(sinceBoot: 3_000_000).second()) play"
        let blanks = String(repeating: " ", count: max(0, last.count - "LAST PRESS".count) + 2)
        #expect(
            InputTable(rows: rows).lines(columns: nil) == [
                "KIND   NAME     LAST PRESS\(blanks)STATE",
                "evdev  Headset  \(last)  listening",
                "evdev  Headset  \(last)  waiting: the session is locked",
                "evdev  Headset  \(last)  off: another program has grabbed /dev/input/event7",
                "evdev  Headset  \(last)  off: eaten-by-a-dog",
            ])
    }

    @Test("programs read the code and its details beside the text")
    func json() throws {
        let row = try Self.row("waiting", "media-keys-asked", [("service", .string("kglobalaccel"))])
        #expect(
            row.json(now: 5_000_000)
                == .object([
                    ("kind", .string("evdev")), ("name", .string("Headset")),
                    ("state", .string("waiting: asked kglobalaccel for the media keys")),
                    ("code", .string("media-keys-asked")),
                    ("details", .object([("service", .string("kglobalaccel"))])), ("command", .string("play")),
                    ("seconds-ago", .integer(2)),
                ]))
        #expect(try Self.row("listening", "").reason == nil)
    }

    @Test("a row of another shape is no row")
    func shape() {
        #expect(InputReport(wire: .structure([.string("evdev"), .string("Headset"), .string("listening")])) == nil)
        #expect(InputReport(wire: .string("evdev")) == nil)
    }
}
