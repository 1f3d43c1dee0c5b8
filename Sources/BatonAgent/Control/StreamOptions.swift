// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonSensorLink

/// The options of `OpenStream` (docs/dbus-api.md).
struct StreamOptions {
    /// What the caller wants to read.
    let request: StreamRequest

    /// Kinds that a reader computes itself from the others, by the numbers of their records.
    private static let computed: ClosedRange<UInt32> = 16...19

    /// - Parameter capabilities: what the machine has.
    /// - Throws: `InvalidArgs`, naming what is wrong.
    init(_ options: [String: Value], _ capabilities: Set<SensorKind>) throws(DBusError) {
        let kinds = try Self.kinds(options[StreamKey.kinds])
        for kind in kinds.sorted(by: { $0.rawValue < $1.rawValue }) where !capabilities.contains(kind) {
            throw Self.wrong("this machine has no \(kind.word)")
        }
        var intervals: [SensorKind: UInt32] = [:]
        for kind in kinds { intervals[kind] = 0 }
        for (kind, interval) in try Self.intervals(options[StreamKey.intervals]) {
            guard intervals[kind] != nil else {
                throw Self.wrong("option '\(StreamKey.intervals)' has the \(kind.word), which is not among the kinds")
            }
            intervals[kind] = interval
        }
        request = StreamRequest(
            intervals: intervals, isFullRate: try Self.boolean(options, StreamKey.fullRate),
            hasPhases: try Self.boolean(options, StreamKey.phases))
    }

    private static func kinds(_ value: Value?) throws(DBusError) -> Set<SensorKind> {
        guard let value else { return [.accelerometer] }
        guard case .array(let array) = value.unwrapped else {
            throw wrongType(StreamKey.kinds, "au")
        }
        var kinds: Set<SensorKind> = []
        for element in array.elements {
            guard case .uint32 = element else { throw wrongType(StreamKey.kinds, "au") }
            kinds.insert(try kind(element))
        }
        guard !kinds.isEmpty else { throw wrong("option '\(StreamKey.kinds)' is empty") }
        return kinds
    }

    private static func intervals(_ value: Value?) throws(DBusError) -> [(SensorKind, UInt32)] {
        guard let value else { return [] }
        guard case .dictionary(let dictionary) = value.unwrapped else { throw wrongType(StreamKey.intervals, "a{uu}") }
        var result: [(SensorKind, UInt32)] = []
        for entry in dictionary.entries {
            guard case .uint32(let interval) = entry.value, case .uint32 = entry.key else {
                throw wrongType(StreamKey.intervals, "a{uu}")
            }
            guard StreamRequest.allowedIntervals.contains(interval) else {
                let limits = StreamRequest.allowedIntervals
                throw wrong("an interval is from \(limits.lowerBound) to \(limits.upperBound) µs, not \(interval)")
            }
            result.append((try kind(entry.key), interval))
        }
        return result
    }

    private static func kind(_ value: Value) throws(DBusError) -> SensorKind {
        guard case .uint32(let number) = value else { throw wrong("a kind is a number") }
        if computed.contains(number) {
            throw wrong("kind \(number) is computed by the reader, from kinds 1 and 2 (docs/motion.md)")
        }
        guard let kind = UInt8(exactly: number).flatMap(SensorKind.init(rawValue:)) else {
            throw wrong("there is no kind \(number)")
        }
        return kind
    }

    private static func boolean(_ options: [String: Value], _ key: String) throws(DBusError) -> Bool {
        guard let value = options[key] else { return true }
        guard let result = value.asBool else { throw wrongType(key, "b") }
        return result
    }

    private static func wrong(_ message: String) -> DBusError { DBusError(.invalidArguments, message) }

    private static func wrongType(_ key: String, _ signature: String) -> DBusError {
        wrong("option '\(key)' wants a value of type '\(signature)'")
    }
}
