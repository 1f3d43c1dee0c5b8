// SPDX-License-Identifier: Apache-2.0

/// One fixed-size record of the motion stream that `org.baton.Baton1.Motion.OpenStream` gives (docs/dbus-api.md).
///
/// 40 bytes, little-endian: u8 version, u8 kind, u16 code, u32 count, i64 nanoseconds since boot (CLOCK_MONOTONIC), and
/// three f64.
///
/// For example:
/// ```swift
/// if case .sample(let sample) = StreamRecord(decoding: bytes) { samples.append(sample) }
/// ```
public enum StreamRecord: Hashable, Sendable {
    /// A sample of a sensor.
    case sample(SensorSample)
    /// A phase of a shake that the detector reported.
    case phase(MotionPhase)
    /// The reader was too slow: this many records did not fit into the pipe.
    case lost(count: UInt32, at: Duration)

    /// Bytes in a record. It is less than PIPE_BUF, so a write to a pipe is atomic.
    public static let size = 40
    /// The version of the format.
    public static let version: UInt8 = 1
}
