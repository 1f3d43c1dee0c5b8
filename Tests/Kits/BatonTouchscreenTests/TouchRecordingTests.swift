// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@testable import BatonTouchscreen

@Suite("Recordings of touch panels")
struct TouchRecordingTests {
    private static let device = """
        # EVEMU 1.3
        #     Event code 47 (ABS_MT_SLOT)
        #       Value        2
        N: A panel
        I: 0018 0000 0000 0000
        P: 02 00
        A: 2f 0 4 0 0 0
        A: 35 0 1000 0 0 10
        A: 36 0 500 0 0 10

        """

    private func refusal(_ text: String) throws -> TouchPanelRefusal? {
        if case .failure(let reason) = try TouchRecording(text).panel { reason } else { nil }
    }

    @Test("a recording has the panel and the events, whose times begin at zero and never go back")
    func events() throws {
        let recording = try TouchRecording(
            Self.device + "E: 12.5 0003 0039 0007\t# EV_ABS\nE: 12.500010 3 2f -001\r\nE: 11.0 0000 0000 0000\n")
        #expect(recording.name == "A panel")
        #expect(recording.slot == 2)
        #expect(try recording.panel.get().slotCount == 5)
        #expect(try recording.panel.get().x == PanelAxis(0...1000, unitsPerMillimetre: 10))
        #expect(recording.events.map(\.timestamp) == [.zero, .microseconds(10), .microseconds(10)])
        #expect(recording.events.map(\.value) == [7, -1, 0])
        #expect(recording.events.last?.isEndOfFrame == true)
    }

    @Test("SHAKE20: of a recording that was cut, at whatever place, the whole lines are read")
    func cut() throws {
        let whole = Self.device + "E: 0.0 0003 0039 1234\t# EV_ABS\nE: 0.001 0003 0035 567\nE: 0.001 0000 0000 0\n"
        let events = try TouchRecording(whole).events
        #expect(events.map(\.value) == [1234, 567, 0])
        for count in 1..<whole.count {
            let text = String(whole.dropLast(count))
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
            // The third line is the first one that says what the file is.
            guard lines > 3 else {
                #expect(throws: TouchRecordingError(line: nil, problem: .noDescription)) { try TouchRecording(text) }
                continue
            }
            let recording = try TouchRecording(text)
            #expect(recording.events == Array(events.prefix(max(0, lines - 9))), "without \(count) characters")
            guard lines == 9 else { continue }
            #expect(try recording.panel.get().y == PanelAxis(0...500, unitsPerMillimetre: 10))
        }
    }

    @Test("S9: a recording of protocol A is refused, and so is one of a device that has every axis")
    func protocolA() throws {
        let places = "N: x\nP: 02\nA: 35 0 9 0 0\nA: 36 0 9 0 0\n"
        #expect(try refusal(places) == .protocolA)
        #expect(try refusal(places + "A: 2f 0 4 0 0\nA: 2e 0 4 0 0\n") == .noTouches)
        #expect(try refusal("N: x\n") == .noTouches)
    }

    @Test("T25: a recording without INPUT_PROP_DIRECT is refused; one that tells no properties is judged by its keys")
    func direct() throws {
        let panel = "N: x\nA: 2f 0 4 0 0\nA: 35 0 9 0 0\nA: 36 0 9 0 0\n"
        let touch = String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 5)
        #expect(try refusal(panel + "P: 00 00\n" + touch + "B: 01 00 04 00 00 00 00 00 00\n") == .notDirect)
        #expect(try refusal(panel + touch + "B: 01 00 04 00 00 00 00 00 00\n") == nil)
        #expect(try refusal(panel + touch + "B: 01 20 04 00 00 00 00 00 00\n") == .notDirect)
    }

    @Test(
        "a line that is not evemu's is an error with its number",
        arguments: [
            "E: 1 0003 0039 7", "E: 1.5 0003 0039", "E: 1.5 g 0039 7", "E: 1.5 0003 0039 2147483648", "E: 1.-5 3 39 7",
            "E: 9999999999999.0 3 39 7", "E: 1.0000001 3 39 7", "E: 1.5 0003 0039 7 8", "A: 35 0", "A: 35 0 1 0 0 x",
            "A: 10000 0 1 0 0 0", "Z: 1", "0.5,1,2,3",
        ])
    func broken(_ line: String) {
        let error = #expect(throws: TouchRecordingError.self) { try TouchRecording(Self.device + line + "\n") }
        #expect(error?.line == 10)
        #expect(throws: TouchRecordingError(line: nil, problem: .noDescription)) { try TouchRecording("# nothing\n") }
    }

    @MainActor
    @Test("what the writer writes of a panel gives the same gestures when it is read")
    func writing() throws {
        for name in RecordedScene.names {
            let recording = try TouchRecording(try RecordedScene.text(name))
            let panel = try recording.panel.get()
            var writer = TouchRecordingWriter(panel: panel)
            let text = recording.events.reduce(into: writer.beginning) { $0 += writer.line($1) }
            let again = try TouchRecording(text)
            #expect(again.events == recording.events)
            #expect(again.name == recording.name)
            #expect(try again.panel.get() == panel)
        }
    }

    @Test("a device's name cannot begin another line of a recording")
    func hostileName() throws {
        let panel = try TouchPanel(
            name: "x\nE: 0.0 0003 0039 1\r\u{1b}[2J", x: PanelAxis(0...9), y: PanelAxis(0...9), slots: 0...1,
            isDirect: true)
        let recording = try TouchRecording(TouchRecordingWriter(panel: panel).beginning)
        #expect(recording.events.isEmpty)
        #expect(recording.name == "xE: 0.0 0003 0039 1[2J")
    }
}
