// SPDX-License-Identifier: Apache-2.0

/// Writes a recording line by line. What has been written is a valid recording at any time.
///
/// For example:
/// ```swift
/// var writer = RecordingWriter(header: [RecordingField("device", "accel_3d")])
/// var text = writer.beginning
/// for sample in samples { text += writer.line(sample) }
/// ```
public struct RecordingWriter: Sendable {
    private let header: [RecordingField]
    private var first: Int64?

    /// Makes a writer.
    public init(header: [RecordingField] = []) {
        self.header = header
    }

    /// The text before the samples: the header and the line that names the columns.
    public var beginning: String {
        header.map { "# \($0.key): \($0.value)\n" }.joined() + "t_s,ax,ay,az\n"
    }

    /// The line of a sample: seconds since the first sample with six decimals, and m/s² with four.
    public mutating func line(_ sample: SensorSample) -> String {
        let begin = first ?? sample.nanoseconds
        first = begin
        let time = Self.decimal(Int64(clamping: (Double(sample.nanoseconds &- begin) / 1000).rounded()), places: 6)
        return "\(time),\(Self.decimal(sample.x)),\(Self.decimal(sample.y)),\(Self.decimal(sample.z))\n"
    }

    private static func decimal(_ value: Double) -> String {
        // A value of a sensor is far below the limit; a larger one is not a measurement.
        let limited = value.isFinite ? min(max(value, -1e12), 1e12) : 0
        return decimal(Int64(clamping: (limited * 10_000).rounded()), places: 4)
    }

    /// A fixed-point number, always with a point: the C library's functions depend on the locale.
    private static func decimal(_ value: Int64, places: Int) -> String {
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
    }
}
