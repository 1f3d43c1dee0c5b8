// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonSensorLink

/// The options of `OpenStream` (docs/dbus-api.md).
struct StreamOptions {
    /// What the caller wants to read.
    let request: StreamRequest

    /// A kind of sample, or what is computed from several.
    private enum Kind: Hashable {
        case sensor(SensorKind)
        case fused(FusedKind)
    }

    /// - Parameters:
    ///   - capabilities: what the machine has.
    ///   - paired: what of it belongs to the accelerometer; nothing without one.
    ///   - declination: the user's; nil if it is not known.
    /// - Throws: `InvalidArgs`, naming what is wrong.
    init(
        _ options: Vardict, _ capabilities: Set<SensorKind>, paired: Set<SensorKind>,
        declination: Double?
    ) throws(DBusError) {
        var intervals: [SensorKind: UInt32] = [:]
        var fused: Set<FusedKind> = []
        for kind in try Self.kinds(options[StreamKey.kinds]) {
            switch kind {
            case .sensor(let kind): intervals[kind] = 0
            case .fused(let kind): fused.insert(kind)
            }
        }
        for kind in SensorKind.allCases where intervals[kind] != nil && !capabilities.contains(kind) {
            throw Self.wrong("this machine has no \(kind.word)")
        }
        var interval: UInt32?
        for (kind, wish) in try Self.intervals(options[StreamKey.intervals]) {
            switch kind {
            case .sensor(let kind):
                guard intervals[kind] != nil else { throw Self.unwanted(kind.word) }
                intervals[kind] = wish
            case .fused(let kind):
                guard fused.contains(kind) else { throw Self.unwanted("kind \(kind.rawValue)") }
                interval = min(interval ?? wish, wish)
            }
        }
        var request: FusedRequest?
        if !fused.isEmpty {
            let frame = try Self.frame(options[StreamKey.referenceFrame], paired, declination)
            request = FusedRequest(
                kinds: fused, interval: interval ?? FusedRequest.ordinaryInterval, frame: frame,
                declination: declination)
        }
        self.request = StreamRequest(
            intervals: intervals, fused: request,
            isFullRate: try options.option(StreamKey.fullRate) ?? true,
            hasPhases: try options.option(StreamKey.phases) ?? true)
    }

    private static func kinds(_ value: Value?) throws(DBusError) -> Set<Kind> {
        guard let value else { return [.sensor(.accelerometer)] }
        guard case .array(let array) = value.unwrapped else {
            throw wrongType(StreamKey.kinds, "au")
        }
        var kinds: Set<Kind> = []
        for element in array.elements {
            guard case .uint32(let number) = element else { throw wrongType(StreamKey.kinds, "au") }
            kinds.insert(try kind(number))
        }
        guard !kinds.isEmpty else { throw wrong("option '\(StreamKey.kinds)' is empty") }
        return kinds
    }

    private static func intervals(_ value: Value?) throws(DBusError) -> [(Kind, UInt32)] {
        guard let value else { return [] }
        guard case .dictionary(let dictionary) = value.unwrapped else {
            throw wrongType(StreamKey.intervals, "a{uu}")
        }
        var result: [(Kind, UInt32)] = []
        for entry in dictionary.entries {
            guard case .uint32(let interval) = entry.value, case .uint32(let number) = entry.key else {
                throw wrongType(StreamKey.intervals, "a{uu}")
            }
            guard StreamRequest.allowedIntervals.contains(interval) else {
                let limits = StreamRequest.allowedIntervals
                throw wrong(
                    "an interval is from \(limits.lowerBound) to \(limits.upperBound) µs, not \(interval)")
            }
            result.append((try kind(number), interval))
        }
        return result
    }

    private static func kind(_ number: UInt32) throws(DBusError) -> Kind {
        let byte = UInt8(exactly: number)
        if let kind = byte.flatMap(SensorKind.init(rawValue:)) { return .sensor(kind) }
        if let kind = byte.flatMap(FusedKind.init(rawValue:)) { return .fused(kind) }
        throw wrong("there is no kind \(number)")
    }

    /// The frame of what is computed (rules CM40 and CM42).
    private static func frame(
        _ value: Value?, _ paired: Set<SensorKind>, _ declination: Double?
    ) throws(DBusError) -> UInt32 {
        guard let value else { throw wrong("kinds 16 to 19 need option '\(StreamKey.referenceFrame)'") }
        guard case .uint32(let frame) = value.unwrapped else {
            throw wrongType(StreamKey.referenceFrame, "u")
        }
        guard FusedRequest.frames.contains(frame) else {
            throw wrong("a reference frame is 1, 2, 4 or 8, not \(frame)")
        }
        guard paired.contains(.gyroscope) else {
            throw wrong("this machine has no accelerometer and gyroscope that belong together")
        }
        guard frame == 1 || paired.contains(.magnetometer) else {
            throw wrong(
                "reference frame \(frame) needs a magnetometer, and this machine has none that belongs to the others"
            )
        }
        guard frame != 8 || declination != nil else {
            throw wrong("reference frame 8 needs [motion] declination")
        }
        return frame
    }

    private static func unwanted(_ kind: String) -> DBusError {
        wrong("option '\(StreamKey.intervals)' has the \(kind), which is not among the kinds")
    }

    private static func wrong(_ message: String) -> DBusError {
        DBusError(.invalidArguments, message)
    }

    private static func wrongType(_ key: String, _ signature: String) -> DBusError {
        wrong("option '\(key)' wants a value of type '\(signature)'")
    }
}
