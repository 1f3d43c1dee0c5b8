// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// Recorded samples of an accelerometer, and of a gyroscope and a magnetometer if they were recorded too. As text it is a
/// header and lines of comma-separated values (docs/shake.md):
///
/// ```
/// # device: accel_3d
/// # frame: device
/// # rate_hz: 50
/// t_s,ax,ay,az
/// 0.0000,0.12,-0.03,9.81
/// ```
///
/// With more than the accelerometer each line says its kind: `t_s,kind,x,y,z`, where the kind is `a`, `g` or `m`.
///
/// For example:
/// ```swift
/// let recording = try RecordingReader.read(text)
/// print(recording.value(of: "device") ?? "unknown device", recording.rate)
/// ```
public struct Recording: Hashable, Sendable {
    /// The lines of the header in their order. Each key occurs once, but for "pose" (rule SIGN7).
    public var header: [RecordingField]
    /// The samples of the accelerometer in the order of time. Those of Baton are in the frame of the device (rules SIGN9 and SIGN10); of
    /// another program's recording the frame is not known.
    public var samples: [SensorSample]
    /// The samples of the gyroscope and the magnetometer, those of each kind in the order of time.
    public var others: [SensorSample]
    /// The time in seconds that the text gives to the first sample, from which the samples' times count.
    public var firstTime = 0.0

    /// The median of the magnitudes in m/s², if it cannot be that of values with gravity: at rest specific force is 9.8 m/s², and in any
    /// recording half of all samples are within a factor of three of that. nil if it can, or without samples.
    package var magnitudeWithoutGravity: Double? {
        let sorted = samples.map { Acceleration($0).magnitude }.sorted()
        guard !sorted.isEmpty else { return nil }
        let median = sorted[sorted.count / 2]
        return median < 3 || median > 30 ? median : nil
    }

    /// Makes a recording.
    public init(header: [RecordingField] = [], samples: [SensorSample] = [], others: [SensorSample] = []) {
        self.header = header
        self.samples = samples
        self.others = others
    }

    /// The header's value of `key`; nil when it has none.
    public func value(of key: String) -> String? { header.first { $0.key == key }?.value }

    /// The time from the first sample to the last.
    public var duration: Duration {
        guard let first = samples.first, let last = samples.last else { return .zero }
        let (difference, overflow) = last.nanoseconds.subtractingReportingOverflow(first.nanoseconds)
        return .nanoseconds(overflow ? (last.nanoseconds < 0 ? .min : .max) : difference)
    }

    /// Samples a second on average, in Hz; 0 with fewer than two samples.
    public var rate: Double {
        let seconds = duration / .seconds(1)
        return seconds > 0 ? Double(samples.count - 1) / seconds : 0
    }
}

/// One line of a recording's header.
///
/// For example:
/// ```swift
/// let writer = RecordingWriter(header: [RecordingField("device", "accel_3d"), RecordingField("rate_hz", "50")])
/// ```
public struct RecordingField: Hashable, Sendable {
    /// The name, such as "device", "rate_hz" or "mount_matrix".
    public let key: String
    /// The value, on one line.
    public let value: String

    /// Makes a field. Line ends and other control characters become spaces, because a device may have any name and a
    /// recording is shown in terminals.
    public init(_ key: String, _ value: String) {
        self.key = Self.oneLine(key)
        self.value = Self.oneLine(value)
    }

    private static func oneLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(scalar.isControl || scalar.separatesLines ? " " : scalar)
        }
        return String(result)
    }
}

/// The reason why a text is not a valid recording.
///
/// For example:
/// ```swift
/// do {
///     print(try RecordingReader.read(text).rate)
/// } catch {
///     print("shake.csv: \(error)")
/// }
/// ```
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, to decide by.
    public enum Reason: Hashable, Sendable {
        /// The line that names the columns is missing, or lacks some of them.
        case columns
        /// A line has too few values, or one that is not a number.
        case value
        /// A time is not later than the one before.
        case order
        /// The values are in another unit than m/s².
        case unit
        /// There are no samples.
        case empty
    }

    /// The kind of error.
    public let reason: Reason
    /// The line, from 1; nil when the error concerns the whole recording.
    public let line: Int?
    /// A sentence that says what is wrong and what to do about it.
    public let message: String

    /// The message after the line, as in "line 12: …".
    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
