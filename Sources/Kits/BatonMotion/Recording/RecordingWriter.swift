// SPDX-License-Identifier: Apache-2.0

import BatonValues

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
    private let hasKinds: Bool
    private var first: Int64?

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - header: the fields of the header, in their order.
    ///   - hasKinds: whether the lines say what was measured; without it there are only samples of the accelerometer.
    public init(header: [RecordingField] = [], hasKinds: Bool = false) {
        self.header = header
        self.hasKinds = hasKinds
    }

    /// The text before the samples: the header and the line that names the columns.
    public var beginning: String {
        header.map(line).joined() + (hasKinds ? "t_s,kind,x,y,z\n" : "t_s,ax,ay,az\n")
    }

    /// The line of a sample: seconds since the first sample with six decimals, and m/s² or µT with four, rad/s with six.
    public mutating func line(_ sample: SensorSample) -> String {
        if first == nil { first = sample.nanoseconds }
        let time = time(sample.nanoseconds)
        let isFine = sample.kind == .gyroscope
        let values = [sample.x, sample.y, sample.z].map { Self.decimal($0, isFine: isFine) }.joined(separator: ",")
        return hasKinds ? "\(time),\(sample.kind.letter),\(values)\n" : "\(time),\(values)\n"
    }

    /// A line of the header that comes after samples.
    public func line(_ field: RecordingField) -> String { "# \(field.key): \(field.value)\n" }

    /// A time as the lines have it: seconds since the first sample.
    public func time(_ nanoseconds: Int64) -> String {
        Self.decimal(Int64(clamping: (Double(nanoseconds &- (first ?? nanoseconds)) / 1000).rounded()), places: 6)
    }

    private static func decimal(_ value: Double, isFine: Bool) -> String {
        // A value of a sensor is far below the limit; a larger one is not a measurement.
        let limited = value.isFinite ? min(max(value, -1e12), 1e12) : 0
        return decimal(Int64(clamping: (limited * (isFine ? 1_000_000 : 10_000)).rounded()), places: isFine ? 6 : 4)
    }

    /// A fixed-point number, always with a point: the C library's functions depend on the locale.
    private static func decimal(_ value: Int64, places: Int) -> String {
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
    }
}

extension SensorKind {
    /// The letter for it in a recording.
    var letter: String {
        switch self {
        case .accelerometer: "a"
        case .gyroscope: "g"
        case .magnetometer: "m"
        }
    }
}
