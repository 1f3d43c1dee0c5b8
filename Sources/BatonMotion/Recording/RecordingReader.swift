// SPDX-License-Identifier: Apache-2.0

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
    private var columns: [Int]?
    private var line = 0
    private var firstTime = 0.0

    /// Makes a reader.
    ///
    /// - Parameter checksUnit: whether a recording is an error when its values cannot be m/s² with gravity.
    public init(checksUnit: Bool = true) {
        self.checksUnit = checksUnit
    }

    /// Reads a whole text.
    ///
    /// - Throws: ``RecordingError`` with the line.
    public static func read(_ text: String, checksUnit: Bool = true) throws(RecordingError) -> Recording {
        var reader = RecordingReader(checksUnit: checksUnit)
        var rest = Substring(text).utf8
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            try reader.read(line: Substring(rest[..<end]))
            rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
        }
        return try reader.finish()
    }

    /// Reads the next line, given without its line end.
    ///
    /// - Throws: ``RecordingError`` when the line is not valid.
    public mutating func read(line text: Substring) throws(RecordingError) {
        line += 1
        let text = Self.trimmed(text)
        guard let first = text.utf8.first else { return }
        if first == UInt8(ascii: "#") {
            note(text.dropFirst())
        } else if let columns {
            try readValues(text, columns)
        } else {
            columns = try readColumns(text)
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
            throw RecordingError(reason: .empty, line: nil, message: "there are no samples after the line of columns")
        }
        if checksUnit { try checkUnit() }
        return recording.inDeviceFrame
    }

    // MARK: Lines

    private mutating func note(_ text: Substring) {
        guard let colon = text.firstIndex(of: ":") else { return }
        let key = String(Self.trimmed(text[..<colon]))
        guard !key.isEmpty, recording.value(of: key) == nil else { return }
        recording.header.append(RecordingField(key, String(Self.trimmed(text[text.index(after: colon)...]))))
    }

    private func readColumns(_ text: Substring) throws(RecordingError) -> [Int] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        var found: [Int] = []
        var missing: [String] = []
        for wanted in ["t_s", "ax", "ay", "az"] {
            if let index = names.firstIndex(where: { $0 == wanted }) {
                found.append(index)
            } else {
                missing.append(wanted)
            }
        }
        guard missing.isEmpty else {
            throw RecordingError(
                reason: .columns, line: line,
                message: "the columns \(missing.joined(separator: ", ")) are missing; "
                    + "a recording begins with 't_s,ax,ay,az' (seconds and m/s²)")
        }
        return found
    }

    private mutating func readValues(_ text: Substring, _ columns: [Int]) throws(RecordingError) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        var values = (0.0, 0.0, 0.0, 0.0)
        for (place, column) in columns.enumerated() {
            guard column < fields.count else {
                throw RecordingError(
                    reason: .value, line: line, message: "has \(fields.count) values, \(column + 1) or more are wanted")
            }
            let field = Self.trimmed(fields[column])
            guard let value = Double(field), value.isFinite, abs(value) < 1e9 else {
                throw RecordingError(reason: .value, line: line, message: "'\(field.prefix(40))' is not a number")
            }
            switch place {
            case 0: values.0 = value
            case 1: values.1 = value
            case 2: values.2 = value
            default: values.3 = value
            }
        }
        try append(values)
    }

    private mutating func append(_ values: (Double, Double, Double, Double)) throws(RecordingError) {
        if recording.samples.isEmpty { firstTime = values.0 }
        // Times are relative to the first one: with an epoch a Double would lose nanoseconds.
        let nanoseconds = Int64(clamping: ((values.0 - firstTime) * 1e9).rounded())
        if let before = recording.samples.last, nanoseconds <= before.nanoseconds {
            let how = nanoseconds == before.nanoseconds ? "is the same as" : "is before"
            throw RecordingError(
                reason: .order, line: line,
                message: "the time \(values.0) s \(how) that of the line before; sort the lines and drop repeated ones")
        }
        recording.samples.append(
            SensorSample(nanoseconds: nanoseconds, x: values.1, y: values.2, z: values.3))
    }

    // MARK: The unit

    /// Checks the median of the magnitudes: at rest specific force is 9.8 m/s², and in any recording half of all
    /// samples are within a factor of three of that.
    private func checkUnit() throws(RecordingError) {
        let sorted = recording.samples.map { Acceleration($0).magnitude }.sorted()
        let median = sorted[sorted.count / 2]
        guard median < 3 || median > 30 else { return }
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

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, first == 32 || first == 9 || first == 13 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 32 || last == 9 || last == 13 { text = text.dropLast() }
        return text
    }
}
