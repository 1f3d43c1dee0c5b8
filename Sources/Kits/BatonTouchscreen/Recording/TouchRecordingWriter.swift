// SPDX-License-Identifier: Apache-2.0

/// Writes a recording of a touch panel, which ``TouchRecording`` and evemu read.
///
/// For example:
/// ```swift
/// var writer = TouchRecordingWriter(panel: panel)
/// var text = writer.beginning
/// text += writer.line(PanelEvent(type: 0, code: 0, value: 0, timestamp: now))
/// ```
public struct TouchRecordingWriter {
    private let panel: TouchPanel
    private var first: Duration?

    /// Makes a writer for the touches of a panel.
    public init(panel: TouchPanel) {
        self.panel = panel
    }

    /// The description of the panel, which the lines of events follow.
    public var beginning: String {
        let axes = [PanelCode.slot, PanelCode.positionX, PanelCode.positionY, PanelCode.trackingID]
        var absolute = [UInt8](repeating: 0, count: 8)
        for axis in axes { absolute[Int(axis) / 8] |= 1 << UInt8(axis % 8) }
        func hex(_ bytes: [UInt8]) -> String { bytes.map { Self.hex($0, 2) }.joined(separator: " ") }
        func line(_ code: UInt16, _ axis: PanelAxis) -> String {
            "A: \(Self.hex(code, 2)) \(axis.minimum) \(axis.maximum) 0 0 \(axis.unitsPerMillimetre)"
        }
        // Characters that end a line would begin another one.
        let name = String(String.UnicodeScalarView(panel.name.unicodeScalars.filter { $0.value >= 0x20 }))
        let lines = [
            "# EVEMU 1.3", "N: \(name)", "I: 0000 0000 0000 0000", "P: 02 00 00 00 00 00 00 00",
            "B: 00 0b 00 00 00 00 00 00 00", "B: 03 \(hex(absolute))",
            line(PanelCode.slot, PanelAxis(0...Int32(panel.slotCount - 1))), line(PanelCode.positionX, panel.x),
            line(PanelCode.positionY, panel.y), line(PanelCode.trackingID, PanelAxis(0...65535)),
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The line of an event. The time of the first one is the beginning.
    public mutating func line(_ event: PanelEvent) -> String {
        let start = first ?? event.timestamp
        first = start
        let (seconds, attoseconds) = max(.zero, event.timestamp - start).components
        let microseconds = String(attoseconds / 1_000_000_000_000)
        let padding = String(repeating: "0", count: 6 - microseconds.count)
        let codes = "\(Self.hex(event.type, 4)) \(Self.hex(event.code, 4))"
        return "E: \(seconds).\(padding)\(microseconds) \(codes) \(event.value)\n"
    }

    private static func hex(_ number: some FixedWidthInteger, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
