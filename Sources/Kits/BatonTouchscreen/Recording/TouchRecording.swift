// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A recording of a touch panel in the format of evemu, as `evemu-record` and `batonctl touches record` write it.
///
/// For example:
/// ```swift
/// let recording = try TouchRecording(text)
/// let slots = TouchSlots(panel: try recording.panel.get(), tracker: TouchTracker(window: window))
/// for event in recording.events {
///     for touches in slots.take(event) { application.postEvent(touches) }
///     application.processEvents()
/// }
/// ```
public struct TouchRecording: Sendable {
    /// The name of the device; it comes from outside, and may contain any characters.
    public private(set) var name = ""
    /// The panel, or why its touches are not used (rules T25 and S9).
    public private(set) var panel: Result<TouchPanel, TouchPanelRefusal> = .failure(.noTouches)
    /// The events in their order; the first one is at zero. Times never go back.
    public private(set) var events: [PanelEvent] = []
    /// The value of `ABS_MT_SLOT` at the beginning, as evemu notes it in a comment; 0 if it does not.
    package private(set) var slot: Int32 = 0
    /// Where the pointer was at the beginning, as evemu notes it.
    package private(set) var pointer: (x: Int32, y: Int32)?

    /// Reads a whole text. A last line without a line end was cut, perhaps within a number: it is left out. evemu and Baton
    /// end each line.
    ///
    /// - Throws: ``TouchRecordingError`` with the line that is not valid.
    public init(_ text: String) throws(TouchRecordingError) {
        var device = Description()
        var (line, latest) = (0, Duration.zero)
        var first: Duration?
        var rest = Substring(text).utf8
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += 1
            let words = EvemuLine(rest[..<end])
            rest = rest[rest.index(after: end)...]
            if words.kind == UInt8(ascii: "E") {
                guard let event = words.event else { throw TouchRecordingError(line: line, problem: .event) }
                let start = first ?? event.timestamp
                first = start
                latest = max(latest, event.timestamp - start)
                events.append(
                    PanelEvent(type: event.type, code: event.code, value: event.value, timestamp: latest))
            } else if !device.take(words) {
                throw TouchRecordingError(line: line, problem: .description)
            }
        }
        guard device.isThere else { throw TouchRecordingError(line: nil, problem: .noDescription) }
        name = device.name
        panel = device.panel
        slot = device.values[PanelCode.slot] ?? 0
        if let x = device.values[PanelCode.x], let y = device.values[PanelCode.y] { pointer = (x, y) }
    }
}

extension TouchSlots {
    /// Follows the panel of a recording from its beginning.
    ///
    /// For example:
    /// ```swift
    /// let slots = TouchSlots(panel: try recording.panel.get(), of: recording, tracker: TouchTracker(window: window))
    /// ```
    public convenience init(panel: TouchPanel, of recording: TouchRecording, tracker: TouchTracker) {
        self.init(panel: panel, tracker: tracker, slot: recording.slot)
        if let pointer = recording.pointer { assume(x: pointer.x, y: pointer.y) }
    }
}

/// Why a recording cannot be read.
///
/// For example:
/// ```swift
/// do {
///     _ = try TouchRecording(text)
/// } catch where error.problem == .noDescription {
///     print("evemu did not write this file")
/// }
/// ```
public struct TouchRecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Problem: Sendable, Equatable {
        /// A line that begins with `E:` does not have a time, a type, a code and a value.
        case event
        /// A line is not one of evemu's.
        case description
        /// The text does not describe a device.
        case noDescription
    }

    /// The number of the line, from 1; nil if it is the whole text.
    public let line: Int?
    /// What is wrong.
    public let problem: Problem

    /// A sentence for people.
    public var description: String {
        switch problem {
        case .event: "This is no event: 'E:' wants seconds with a point, a type, a code, and a value."
        case .description: "This is no line of an evemu recording."
        case .noDescription: "This is no evemu recording: it does not describe a device."
        }
    }
}

/// What the lines before the events say of a device.
private struct Description {
    var name = ""
    var isThere = false
    /// The values at the beginning that comments tell, by axis.
    var values: [UInt16: Int32] = [:]
    private var properties: [UInt8]?
    private var keys: [UInt8] = []
    private var axes: [UInt16: PanelAxis] = [:]
    private var commented: UInt16?

    /// Takes a line. Returns false if it is none of evemu's.
    mutating func take(_ line: EvemuLine) -> Bool {
        switch line.kind {
        case nil: return true
        case UInt8(ascii: "#"): note(line)
        case UInt8(ascii: "N"):
            name = line.text
            isThere = true
        case UInt8(ascii: "P"): properties = (properties ?? []) + line.bytes
        case UInt8(ascii: "B"):
            isThere = true
            if line.bytes.first == UInt8(PanelCode.key) { keys += line.bytes.dropFirst() }
        case UInt8(ascii: "A"):
            guard let (code, axis) = line.axis else { return false }
            isThere = true
            axes[code] = axis
        // Identity, and lamps and switches at the beginning.
        case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "S"): break
        default: return false
        }
        return true
    }

    /// evemu writes the values of the axes as comments: "Event code 47 (ABS_MT_SLOT)", then "Value 3".
    private mutating func note(_ line: EvemuLine) {
        let words = line.words
        if words.count >= 3, words[0] == "Event", words[1] == "code" {
            commented = UInt16(words[2])
        } else if words.count == 2, words[0] == "Value", let code = commented, let value = Int32(words[1]) {
            values[code] = value
        } else if words.count >= 2, words[0] == "Event", words[1] == "type" {
            commented = nil
        }
    }

    var panel: Result<TouchPanel, TouchPanelRefusal> {
        guard axes[PanelCode.reserved] == nil else { return .failure(.noTouches) }
        let slot = axes[PanelCode.slot]
        let slots = slot.map { 0...max($0.maximum, 0) }
        do {
            return .success(
                try TouchPanel(
                    name: name, x: axes[PanelCode.positionX], y: axes[PanelCode.positionY], slots: slots,
                    isDirect: isDirect))
        } catch {
            return .failure(error)
        }
    }

    /// A recording of an old kernel does not have the properties. Then a touchscreen is what touches without a tool, as
    /// udev has it.
    private var isDirect: Bool {
        if let properties { return properties.first.map { $0 & 1 << 1 != 0 } ?? false }
        return has(key: 0x14a) && !has(key: 0x145)
    }

    private func has(key: Int) -> Bool { key / 8 < keys.count && keys[key / 8] & 1 << (key % 8) != 0 }
}
