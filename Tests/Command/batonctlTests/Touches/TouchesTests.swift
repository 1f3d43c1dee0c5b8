// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonTestSupport
import BatonTouchReport
import BatonTouchscreen
import Foundation
import Testing

@testable import batonctl

/// `batonctl touches` over recordings, and over panels that umockdev replays.
@MainActor
@Suite("batonctl touches", .serialized) struct TouchesTests {
    private static let recordings = URL(filePath: Checkout.root)
        .appending(path: "Tests/Kits/BatonTouchscreenTests/Recordings")

    private static func path(_ name: String) -> String { recordings.appending(path: "\(name).events").path }

    private static let four = path("atmel-maxtouch.4-finger-drag-down")

    private func run(_ arguments: String...) throws -> (status: Int32, lines: [String], errors: String) {
        let child = try ChildProcess([Stage.program("batonctl"), "touches"] + arguments, environment: [:])
        try child.waitForEnd()
        return (child.status ?? -1, child.lines, child.errors)
    }

    private func trace(_ path: String) throws -> TouchTrace {
        let recording = try RecordingFile.touches(path)
        let trace = TouchTrace(panel: try recording.panel.get())
        trace.play(recording)
        return trace
    }

    @Test("replay prints a line for each gesture, without a place")
    func replay() throws {
        let told = try run("replay", Self.four)
        #expect(told.status == 0)
        #expect(told.lines.count == 2)
        #expect(told.lines.first?.hasSuffix(" s  pan") == true)
        #expect(told.lines.last?.hasSuffix("s  swipe down of 4 fingers") == true)
        let json = try run("replay", "--json", Self.four)
        #expect(json.lines.last?.contains(#""gesture":"swipe","fingers":4,"direction":"down"}"#) == true)
    }

    @Test("a recording is shown at its own speed, and gives what replay gives")
    func show() throws {
        let start = Date()
        let shown = try run("--json", Self.four)
        #expect(shown.lines == (try run("replay", "--json", Self.four)).lines)
        #expect(Date().timeIntervalSince(start) > 0.5)
    }

    @Test("S9, T25: what is no touchscreen, no recording or not there is told in a sentence, and the status is 1")
    func refusals() throws {
        let folder = TemporaryFolder()
        func file(_ name: String, _ text: String) throws -> String {
            let path = "\(folder.path)/\(name)"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }
        let panel = "N: x\u{1b}[2J\nA: 35 0 9 0 0\nA: 36 0 9 0 0\n"
        let files = [
            try file("a", panel + "P: 02\n"), try file("pad", panel + "A: 2f 0 4 0 0\nP: 05\n"), try file("x", "x\n"),
            "\(folder.path)/absent", "/dev/null",
        ]
        for path in files {
            for command in [["replay"], []] where path != "/dev/null" || command.isEmpty {
                let told = try command.isEmpty ? run(path) : run("replay", path)
                #expect(told.status == 1, "\(path)")
                #expect(!told.errors.isEmpty && !told.errors.contains("\u{1b}"), "\(told.errors)")
            }
        }
    }

    @Test("a picture has the paths and the gestures; the name of a device cannot become markup")
    func picture() throws {
        let svg = TouchesPicture.svg(try trace(Self.four))
        #expect(svg.contains("swipe down of 4 fingers"))
        #expect(svg.components(separatedBy: "<path").count == 5)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        let folder = TemporaryFolder()
        let path = "\(folder.path)/hostile"
        let text = try String(contentsOfFile: Self.four, encoding: .utf8)
            .replacingOccurrences(of: "N: Atmel", with: "N: <script>&\u{1b}[2J")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let hostile = TouchesPicture.svg(try trace(path))
        #expect(hostile.contains("&lt;script&gt;&amp;"))
        #expect(!hostile.contains("\u{1b}"))
        let drawn = "\(folder.path)/p.svg"
        #expect(try run("replay", path, "--svg", drawn).status == 0)
        #expect(try run("replay", path, "--svg", drawn).status == 1, "an existing file stays")
        #expect(try run("replay", path, "--svg", "-", "--json").status == 64)
    }

    @Test("the screen shows fingers, states and gestures in any size", arguments: [(1, 1), (80, 24), (200, 60)])
    func screen(_ columns: Int, _ rows: Int) throws {
        let lines = TouchesScreen.lines(try trace(Self.four), columns: columns, rows: rows, colored: false).map(\.plain)
        #expect(lines.count == max(rows, TouchesScreen.least.rows))
        #expect(lines.contains { $0.contains("long press") })
        #expect(lines.contains { $0.contains("│") })
        #expect(lines.allSatisfy { $0.count <= max(columns, TouchesScreen.least.columns) })
    }

    // MARK: A panel

    /// Those that the terminal keeps, and one before them.
    private static let mostEvents = 4096 / 24 - 1

    private func device(_ name: String) throws -> EvemuDevice {
        var device = EvemuDevice(try String(contentsOfFile: Self.path(name), encoding: .utf8))
        device.udev = ["ID_INPUT=1", "ID_INPUT_TOUCHSCREEN=1"]
        // umockdev replays through a terminal. It keeps 4096 bytes for a batonctl that is slow to start, and what it keeps
        // of more ends within an event, which no kernel does.
        device.events = Array(device.events.prefix(Self.mostEvents))
        device.events.removeLast(device.events.reversed().prefix { $0.type != 0 }.count)
        return device
    }

    /// Runs batonctl with a panel, until `isEnough`. Its output goes on after the recording.
    private func live(
        _ device: EvemuDevice, _ arguments: [String], until isEnough: ([String]) -> Bool
    ) throws -> [String] {
        let folder = TemporaryFolder()
        let child = try ChildProcess(
            device.command(in: folder.path) + [Stage.program("batonctl"), "touches"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"])
        defer { child.kill() }
        try child.waitForOutput { _ in isEnough(child.lines) }
        return child.lines
    }

    @Test("S10, G40: nine taps on a real panel, read through libevdev, are nine taps")
    func taps() throws {
        let device = try device("atmel-maxtouch.1-finger-fast-taps")
        let lines = try live(device, ["--json", device.node]) { lines in
            lines.count { $0.contains(#""gesture":"tap""#) } == 9
        }
        #expect(lines.last?.contains(#""count":9"#) == true, "\(lines)")
        #expect(lines.count { $0.contains("double-tap") } == 4)
    }

    @Test("S8: the calibration matrix of udev turns what a panel reports; without a name it is the first touchscreen")
    func calibration() throws {
        var device = try device("atmel-maxtouch.4-finger-drag-down")
        device.udev.append("LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1")
        let lines = try live(device, ["--json"]) { $0.contains { $0.contains("swipe") } }
        #expect(lines.contains { $0.contains(#""fingers":4,"direction":"up"}"#) }, "\(lines)")
    }

    @Test("what is recorded of a panel gives the same gestures when it is replayed")
    func record() throws {
        let device = try device("atmel-maxtouch.1-finger-fast-taps")
        let folder = TemporaryFolder()
        let file = "\(folder.path)/touches.events"
        let child = try ChildProcess(
            device.command(in: folder.path) + [
                Stage.program("batonctl"), "touches", "record", device.node, file, "--seconds", "4",
            ],
            environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"])
        try child.waitForEnd()
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600, "others could read what was typed on the screen")
        let gestures = try trace(file).entries.map(\.gesture)
        let original = try trace(Self.path("atmel-maxtouch.1-finger-fast-taps")).entries.map(\.gesture)
        #expect(gestures == original && !gestures.isEmpty, "\(gestures)")
    }
}
