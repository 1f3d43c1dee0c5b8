// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonTestSupport
import Testing

@testable import BatonKeysLink

@Suite("Keys link")
struct KeysLinkTests {
    static let commands: [KeysCommand] =
        [
            .look(id: 3, process: 77), .probe(id: 1, display: .x11), .probe(id: .max, display: .wayland), .focus(id: 7),
            .release(id: 3, keys: [HeldKey(.pressed, 37, on: .x11), HeldKey(.lent, 248, on: .x11)]),
            .release(id: 4, keys: []), .probe(id: 2, display: .uinput), .press(id: 3, KeyPress(.controlY, on: .uinput)),
            .keep(id: 5, isOn: true), .keep(id: 6, isOn: false),
            .prepare(id: 10, display: nil, patience: .seconds(1)), .prepare(id: 11, display: .uinput, patience: .zero),
            .press(
                id: 9, KeyPress(.controlZ, on: .x11, expectedWindow: "0x1400007", patience: .milliseconds(250))),
        ] + KeyChord.allCases.map { .press(id: 8, KeyPress($0, on: .wayland)) }
    static let reports: [KeysReport] = [
        .available(id: 1), .unavailable(id: 2, .uinputMissing, reason: "Größe"), .noFocus(id: 4, .untold),
        .focus(
            id: 3,
            window: FocusedWindow(
                window: "0x1400007", process: 4242, claimedProcess: 7, instanceName: "gedit", className: "Gedit",
                gtkBusName: ":1.9",
                gtkApplicationPath: "/org/gnome/gedit", gtkWindowPath: "/org/gnome/gedit/window/1")),
        .willPress(id: 5, HeldKey(.pressed, 29, on: .wayland)), .released(id: 6, HeldKey(.lent, 255, on: .x11)),
        .process(id: 6, ProcessMakeup(arguments: ["--password"], libraries: ["libgvnc"])),
        .pressed(id: 7, isCertain: false), .pressed(id: 7), .refused(id: 8, .modifierHeld),
        .failed(id: 9, reason: "gone"), .done(id: 10),
    ]

    private static func encode(_ message: some LinkMessage) -> [UInt8] {
        var writer = LinkWriter()
        writer.write(KeysReport.version)
        message.encode(into: &writer)
        return writer.bytes
    }

    @Test("a command is read as it was written, and knows its id", arguments: commands)
    func command(_ command: KeysCommand) throws {
        let read = try MessageLink<KeysReport, KeysCommand>.decode(Self.encode(command)[...])
        #expect(read == command)
        #expect(read.id == command.id)
    }

    @Test(
        "UNDO63: what a variable adds to the arguments of a dialog is found, whatever is quoted",
        arguments: [
            ("YAD_OPTIONS=--entry --hide-text", ["--entry", "--hide-text"]),
            ("YAD_OPTIONS=--form\t--field=\"Pass word:H\" ", ["--form", "--field=Pass", "word:H"]),
            ("YAD_OPTIONS=--hide'-text'\\\n", ["--hide-text"]), ("BEMENU_OPTS=-x  hide", ["-x", "hide"]),
            ("YAD_OPTIONS=", []), ("YAD_OPTIONS", []), ("MY_YAD_OPTIONS=--hide-text", []), ("PATH=/bin", []),
        ] as [(String, [String])])
    func variables(_ entry: String, _ arguments: [String]) {
        let found = ProcessMakeup.arguments(inVariable: Array(entry.utf8))
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == arguments)
    }

    @Test("a report is read as it was written, and knows its id", arguments: reports)
    func report(_ report: KeysReport) throws {
        let read = try MessageLink<KeysCommand, KeysReport>.decode(Self.encode(report)[...])
        #expect(read == report)
        #expect(read.id == report.id)
    }

    @Test("a message that is cut, too long or made up is refused, never trapped on")
    func damage() {
        for bytes in Self.commands.map({ Self.encode($0) }) {
            for length in 0..<bytes.count {
                #expect(throws: LinkError.malformed) {
                    try MessageLink<KeysReport, KeysCommand>.decode(bytes[..<length])
                }
            }
        }
        var random = SeededRandom(seed: 4)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                UInt8.random(in: 0...10, using: &random)
            }
            _ = try? MessageLink<KeysCommand, KeysReport>.decode(([KeysReport.version] + bytes)[...])
            _ = try? MessageLink<KeysReport, KeysCommand>.decode(([KeysReport.version] + bytes)[...])
        }
    }

    @Test(
        "no message can ask for another key",
        arguments: ["ctrl+q", "ctrl+alt+BackSpace", "z", "", "ctrl+z+q", "CTRL+Z"])
    func otherKeys(_ chord: String) {
        var writer = LinkWriter()
        writer.write(KeysCommand.version)
        writer.write(UInt8(3))
        writer.write(UInt32(1))
        writer.write("x11")
        writer.write(chord)
        writer.write("")
        writer.write(Duration.seconds(1))
        #expect(throws: LinkError.malformed) {
            try MessageLink<KeysReport, KeysCommand>.decode(writer.bytes[...])
        }
    }

    @Test("a chord is found as people write it")
    func written() {
        let known: [(String, KeyChord)] = [
            ("ctrl+z", .controlZ), ("Ctrl + Z", .controlZ), ("Control+z", .controlZ), ("ctrl+shift+z", .controlShiftZ),
            ("Shift+Ctrl+Z", .controlShiftZ), ("CTRL+Y", .controlY), ("alt+backspace", .alternateBackspace),
            ("Undo", .undoKey), ("XF86Redo", .redoKey),
        ]
        for (text, chord) in known { #expect(KeyChord(written: text) == chord, "\(text)") }
        for text in ["", "+", "z", "ctrl+", "ctrl+q", "ctrl+z+", "ctrl+alt+z", "ctrl+ctrl+z", "super+z", "ctrl z"] {
            #expect(KeyChord(written: text) == nil, "\(text)")
        }
    }
}
