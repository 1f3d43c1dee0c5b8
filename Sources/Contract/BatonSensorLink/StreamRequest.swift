// SPDX-License-Identifier: Apache-2.0

public import BatonMotion
import BatonProcesses

/// What a client wants to read: which kinds, and how often.
public struct StreamRequest: Hashable, Sendable {
    /// The intervals in microseconds that a client may ask for: 100 samples a second to one.
    public static let allowedIntervals: ClosedRange<UInt32> = 10_000...1_000_000

    /// The longest interval between samples in microseconds, by kind; 0: every sample that is read anyway, and 50 a second
    /// at least.
    public var intervals: [SensorKind: UInt32]
    /// What is to be computed from the samples; nil: nothing.
    public var fused: FusedRequest?
    /// Whether the accelerometer is read at its full rate also while nothing moves.
    public var isFullRate: Bool
    /// Whether the phases of shakes are wanted.
    public var hasPhases: Bool

    /// Makes a request; at first for the accelerometer and the phases.
    public init(
        intervals: [SensorKind: UInt32] = [.accelerometer: 0], fused: FusedRequest? = nil, isFullRate: Bool = true,
        hasPhases: Bool = true
    ) {
        self.intervals = intervals
        self.fused = fused
        self.isFullRate = isFullRate
        self.hasPhases = hasPhases
    }
}

extension StreamRequest {
    func encode(into writer: inout LinkWriter) {
        writer.write(kinds: intervals.keys)
        for kind in SensorKind.allCases { writer.write(intervals[kind] ?? 0) }
        writer.write(fused != nil)
        fused?.encode(into: &writer)
        writer.write(isFullRate)
        writer.write(hasPhases)
    }

    /// - Throws: `.malformed` for an unknown kind, none, or an interval that is not allowed.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        let kinds = try reader.readKinds(SensorKind.self)
        var intervals: [SensorKind: UInt32] = [:]
        for kind in SensorKind.allCases {
            let interval = try reader.read(UInt32.self)
            guard interval == 0 || Self.allowedIntervals.contains(interval) else { throw .malformed }
            if kinds.contains(kind) { intervals[kind] = interval }
        }
        let fused = try reader.readBool() ? try FusedRequest(decoding: &reader) : nil
        guard !intervals.isEmpty || fused != nil else { throw .malformed }
        self.init(
            intervals: intervals, fused: fused, isFullRate: try reader.readBool(), hasPhases: try reader.readBool())
    }
}
