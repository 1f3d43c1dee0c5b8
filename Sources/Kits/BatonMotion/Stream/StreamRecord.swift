// SPDX-License-Identifier: Apache-2.0

/// One fixed-size record of the motion stream that `org.baton.Baton1.Motion.OpenStream` gives (docs/dbus-api.md).
///
/// 40 bytes, little-endian: u8 version, u8 kind, u16 code, u32 count, i64 nanoseconds since boot (CLOCK_MONOTONIC), and
/// three f64.
///
/// For example:
/// ```swift
/// func read(_ bytes: UnsafeRawBufferPointer) {
///     if case .sample(let sample) = StreamRecord(decoding: bytes) { print(sample) }
/// }
/// ```
public enum StreamRecord: Hashable, Sendable {
    /// A sample of a sensor.
    case sample(SensorSample)
    /// What was computed from the samples of several sensors.
    case fused(FusedSample)
    /// A phase of a shake that the detector reported.
    case phase(MotionPhase)
    /// The reader was too slow: this many records did not fit into the pipe.
    case lost(count: UInt32, at: Duration)

    /// Bytes in a record. It is less than PIPE_BUF, so a write to a pipe is atomic.
    public static let size = 40
    /// The version of the records that this library writes: the samples are in the frame of the device (rule SIGN9).
    public static let version: UInt8 = 2
    /// The versions that this library reads. Records of version 1 have the same layout; the sign of their samples is that
    /// of the driver and of the mount matrix (rule SIGN10).
    public static let readableVersions: ClosedRange<UInt8> = 1...2
}

extension StreamRecord {
    private static let lostKind: UInt8 = 0x80
    private static let phaseKind: UInt8 = 0x81

    /// The time of the record, since boot on CLOCK_MONOTONIC.
    public var timestamp: Duration {
        switch self {
        case .sample(let sample): sample.timestamp
        case .fused(let sample): .nanoseconds(sample.nanoseconds)
        case .phase(let phase): phase.timestamp
        case .lost(_, let at): at
        }
    }

    /// Writes the record.
    ///
    /// - Parameter buffer: at least ``size`` bytes; with fewer, nothing is written.
    public func encode(into buffer: UnsafeMutableRawBufferPointer) {
        guard buffer.count >= Self.size else { return }
        var code: UInt16 = 0
        var count: UInt32 = 0
        var kind = Self.phaseKind
        var values = (0.0, 0.0, 0.0)
        switch self {
        case .sample(let sample):
            kind = sample.kind.rawValue
            values = (sample.x, sample.y, sample.z)
        case .fused(let sample):
            kind = sample.kind.rawValue
            values = (sample.x, sample.y, sample.z)
        case .lost(let lost, _):
            kind = Self.lostKind
            count = lost
        case .phase(.began): code = 1
        case .phase(.ended(_, let duration)):
            code = 2
            values.0 = duration / .seconds(1)
        case .phase(.cancelled(_, .tooLong)): code = 3
        case .phase(.cancelled(_, .interrupted)): code = 4
        }
        buffer[0] = Self.version
        buffer[1] = kind
        buffer.storeBytes(of: code.littleEndian, toByteOffset: 2, as: UInt16.self)
        buffer.storeBytes(of: count.littleEndian, toByteOffset: 4, as: UInt32.self)
        let nanoseconds = timestamp.wholeNanoseconds
        buffer.storeBytes(of: nanoseconds.littleEndian, toByteOffset: 8, as: Int64.self)
        buffer.storeBytes(of: values.0.bitPattern.littleEndian, toByteOffset: 16, as: UInt64.self)
        buffer.storeBytes(of: values.1.bitPattern.littleEndian, toByteOffset: 24, as: UInt64.self)
        buffer.storeBytes(of: values.2.bitPattern.littleEndian, toByteOffset: 32, as: UInt64.self)
    }

    /// Reads a record.
    ///
    /// - Parameter buffer: the bytes of one record.
    /// - Returns: nil for too few bytes, another version, or an unknown kind or code.
    public init?(decoding buffer: UnsafeRawBufferPointer) {
        guard buffer.count >= Self.size, Self.readableVersions.contains(buffer[0]) else { return nil }
        func load<Value: FixedWidthInteger>(_ offset: Int, _ type: Value.Type) -> Value {
            Value(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Value.self))
        }
        func number(_ offset: Int) -> Double { Double(bitPattern: load(offset, UInt64.self)) }
        let nanoseconds = load(8, Int64.self)
        let at = Duration.nanoseconds(nanoseconds)
        switch buffer[1] {
        case Self.lostKind: self = .lost(count: load(4, UInt32.self), at: at)
        case Self.phaseKind:
            switch load(2, UInt16.self) {
            case 1: self = .phase(.began(at: at))
            case 2:
                let duration = number(16)
                guard duration.isFinite, duration >= 0, duration < 1e9 else { return nil }
                self = .phase(.ended(at: at, duration: .seconds(duration)))
            case 3: self = .phase(.cancelled(at: at, reason: .tooLong))
            case 4: self = .phase(.cancelled(at: at, reason: .interrupted))
            default: return nil
            }
        case let kind:
            let (x, y, z) = (number(16), number(24), number(32))
            if let kind = SensorKind(rawValue: kind) {
                self = .sample(SensorSample(kind, nanoseconds: nanoseconds, x: x, y: y, z: z))
            } else if let kind = FusedKind(rawValue: kind) {
                self = .fused(FusedSample(kind, nanoseconds: nanoseconds, x: x, y: y, z: z))
            } else {
                return nil
            }
        }
    }
}
