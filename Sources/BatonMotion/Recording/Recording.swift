// SPDX-License-Identifier: Apache-2.0

/// Recorded samples of an accelerometer. As text it is a header and lines of comma-separated values (docs/shake.md):
///
/// ```
/// # device: accel_3d
/// # rate_hz: 50
/// t_s,ax,ay,az
/// 0.0000,0.12,-0.03,9.81
/// ```
///
/// For example:
/// ```swift
/// let recording = try RecordingReader.read(text)
/// print(recording.value(of: "device") ?? "unknown device", recording.rate)
/// ```
public struct Recording: Hashable, Sendable {
    /// The lines of the header in their order. Each key occurs once.
    public var header: [RecordingField]
    /// The samples in the order of time.
    public var samples: [SensorSample]

    /// Makes a recording.
    public init(header: [RecordingField] = [], samples: [SensorSample] = []) {
        self.header = header
        self.samples = samples
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
