// SPDX-License-Identifier: Apache-2.0

/// Samples of an accelerometer that were written down: a header, and lines of comma-separated values (docs/shake.md).
///
/// ```
/// # device: accel_3d
/// # rate_hz: 50
/// t_s,ax,ay,az
/// 0.0000,0.12,-0.03,9.81
/// ```
public struct Recording: Hashable, Sendable {
    /// What was said about it, in the order it was said; a key is unique.
    public var header: [RecordingField]
    /// The samples, later ones later.
    public var samples: [SensorSample]

    /// Makes a recording.
    public init(header: [RecordingField] = [], samples: [SensorSample] = []) {
        self.header = header
        self.samples = samples
    }

    /// What the header says of `key`; nil when nothing.
    public func value(of key: String) -> String? { header.first { $0.key == key }?.value }

    /// From the first sample to the last.
    public var duration: Duration {
        guard let first = samples.first, let last = samples.last else { return .zero }
        let (difference, overflow) = last.nanoseconds.subtractingReportingOverflow(first.nanoseconds)
        return .nanoseconds(overflow ? (last.nanoseconds < 0 ? .min : .max) : difference)
    }

    /// Samples a second on the whole, in Hz; 0 with less than two.
    public var rate: Double {
        let seconds = duration / .seconds(1)
        return seconds > 0 ? Double(samples.count - 1) / seconds : 0
    }
}
