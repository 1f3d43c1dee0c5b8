// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Reads a recording line by line. A line that is not valid is an error; no value is guessed.
///
/// For example:
/// ```swift
/// var reader = RecordingReader()
/// for line in text.split(separator: "\n") { try reader.read(line: line) }
/// let recording = try reader.finish()
/// ```
public struct RecordingReader: Sendable {
    private let checksUnit: Bool
    private var recording = Recording()
    private var columns: RecordingColumns?
    private var line = 0
    private var firstTime: Double?
    /// The time of the last sample of each kind, in nanoseconds.
    private var last: [Int64?] = [nil, nil, nil]
    private var poses = 0

    /// The letters of the rotation rate, gravity, the user's acceleration and the attitude.
    private static let computed: Set<Substring> = ["w", "v", "u", "q"]
    /// The most lines that say how the device was held (rule SIGN7).
    private static let mostPoses = 64
    /// The bound of a time in seconds: until the year 2286 those since 1970 are below it.
    private static let latest = 1e10
    /// The bound of a sensor's values.
    private static let largest = 1e9

    /// Makes a reader.
    ///
    /// - Parameter checksUnit: whether another program's recording is an error when its values cannot be m/s² with gravity.
    public init(checksUnit: Bool = true) {
        self.checksUnit = checksUnit
    }

    /// Reads a whole text. A last line without a line end was perhaps cut, in the middle of a number too: it is left out,
    /// unless it can be read and the recording is of another program. Baton ends each line.
    ///
    /// - Throws: ``RecordingError`` with the line.
    public static func read(_ text: String, checksUnit: Bool = true) throws(RecordingError) -> Recording {
        var reader = RecordingReader(checksUnit: checksUnit)
        var rest = Substring(text).utf8
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                try reader.read(last: Substring(rest))
                break
            }
            try reader.read(line: Substring(rest[..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return try reader.finish()
    }

    /// Reads a last line that has no line end.
    private mutating func read(last text: Substring) throws(RecordingError) {
        // Of a text without a sample before it there is nothing to keep.
        guard !recording.samples.isEmpty else { return try read(line: text) }
        guard recording.value(of: "baton") == nil else { return }
        let before = self
        do { try read(line: text) } catch { self = before }
    }

    /// Reads the next line, given without its line end.
    ///
    /// - Throws: ``RecordingError`` when the line is not valid.
    public mutating func read(line text: Substring) throws(RecordingError) {
        line += 1
        let text = Self.trimmed(line == 1 ? Self.withoutByteOrderMark(text) : text)
        guard let first = text.utf8.first else { return }
        if first == UInt8(ascii: "#") {
            note(text.dropFirst())
        } else if let columns {
            try readValues(text, columns)
        } else {
            columns = try RecordingColumns(text, line: line)
        }
    }

    /// Ends the reading.
    ///
    /// - Throws: ``RecordingError`` when there are no samples, or when they are in another unit.
    public func finish() throws(RecordingError) -> Recording {
        guard columns != nil else {
            throw RecordingError(
                reason: .columns, line: nil, message: "there is no line that names the columns; it reads 't_s,ax,ay,az'"
            )
        }
        guard !recording.samples.isEmpty else {
            throw RecordingError(
                reason: .empty, line: nil, message: "there are no samples of an accelerometer after the line of columns"
            )
        }
        // Baton writes m/s² with gravity. Where it did not measure that the sensor is broken, or fell, and that is what is to be seen.
        if checksUnit, recording.value(of: "baton") == nil { try checkUnit() }
        return recording.inDeviceFrame
    }

    // MARK: Lines

    private mutating func note(_ text: Substring) {
        guard let colon = text.firstIndex(of: ":") else { return }
        let key = String(Self.trimmed(text[..<colon]))
        if key == "pose" {
            poses += 1
            guard poses <= Self.mostPoses else { return }
        } else if key.isEmpty || recording.value(of: key) != nil {
            return
        }
        recording.header.append(RecordingField(key, String(Self.trimmed(text[text.index(after: colon)...]))))
    }

    private mutating func readValues(_ text: Substring, _ columns: RecordingColumns) throws(RecordingError) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard columns.count <= fields.count else {
            throw RecordingError(
                reason: .value, line: line,
                message: "has \(fields.count) values, \(columns.count) or more are wanted")
        }
        let time = try number(fields[columns.time], below: Self.latest)
        if let column = columns.kind {
            let letter = Self.trimmed(fields[column])
            // Rows of values that were computed from samples (rule CM24) are no samples.
            if Self.computed.contains(letter) { return }
            guard let kind = SensorKind.allCases.first(where: { $0.letter == letter }) else {
                throw RecordingError(
                    reason: .value, line: line, message: "'\(letter.prefix(40))' is no kind; there are a, g and m")
            }
            return try append(kind, time, fields, columns.axes[0].columns)
        }
        for (kind, places) in columns.axes {
            // In a table of several kinds an empty cell is no sample.
            let isOptional = columns.axes.count > 1
            if isOptional, places.allSatisfy({ Self.trimmed(fields[$0]).isEmpty }) { continue }
            try append(kind, time, fields, places)
        }
    }

    private func number(_ text: Substring, below bound: Double = largest) throws(RecordingError) -> Double {
        let field = Self.trimmed(text)
        // Double ends at a NUL, and leaves out what is behind it.
        guard !field.utf8.contains(0), let value = Double(field), value.isFinite else {
            throw RecordingError(reason: .value, line: line, message: "'\(field.prefix(40))' is not a number")
        }
        guard abs(value) < bound else {
            throw RecordingError(
                reason: .value, line: line,
                message: "\(field.prefix(40)) is too large; times are in seconds, accelerations in m/s²")
        }
        return value
    }

    private mutating func append(
        _ kind: SensorKind, _ time: Double, _ fields: [Substring], _ places: [Int]
    ) throws(RecordingError) {
        let begin = firstTime ?? time
        firstTime = begin
        recording.firstTime = begin
        // Times are relative to the first one: with an epoch a Double would lose nanoseconds.
        let nanoseconds = Int64(clamping: ((time - begin) * 1e9).rounded())
        let index = Int(kind.rawValue) - 1
        if let before = last[index], nanoseconds <= before {
            let how = nanoseconds == before ? "is the same as" : "is before"
            throw RecordingError(
                reason: .order, line: line,
                message: "the time \(time) s \(how) that of the line before; sort the lines and drop repeated ones")
        }
        last[index] = nanoseconds
        let sample = SensorSample(
            kind, nanoseconds: nanoseconds, x: try number(fields[places[0]]), y: try number(fields[places[1]]),
            z: try number(fields[places[2]]))
        if kind == .accelerometer { recording.samples.append(sample) } else { recording.others.append(sample) }
    }

    // MARK: The unit

    private func checkUnit() throws(RecordingError) {
        guard let median = recording.magnitudeWithoutGravity else { return }
        let advice =
            switch median {
            case 0.3...3: "they look like g: multiply them by 9.80665"
            case 300...3000: "they look like thousandths of g: multiply them by 0.00980665"
            case ..<0.3: "gravity is missing: record the accelerometer, not the linear acceleration"
            default: "they look like raw values: multiply them by the sensor's scale"
            }
        let rounded = (median * 100).rounded() / 100
        throw RecordingError(
            reason: .unit, line: nil,
            message: "the values are not m/s² with gravity (half of them are above \(rounded) in magnitude); \(advice)")
    }

    /// Some editors begin a text with U+FEFF, which says that it is UTF-8.
    private static func withoutByteOrderMark(_ text: Substring) -> Substring {
        text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text
    }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, first == 32 || first == 9 || first == 13 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 32 || last == 9 || last == 13 { text = text.dropLast() }
        return text
    }
}
