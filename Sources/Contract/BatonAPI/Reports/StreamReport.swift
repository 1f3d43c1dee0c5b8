// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The format of a stream, as `OpenStream` tells it. Whatever an older agent does not say is nil.
package struct StreamReport: WireValue, Equatable, Sendable {
    package static var signature: Signature { Vardict.signature }

    /// Of the records.
    package var version: UInt32?
    /// In bytes.
    package var recordSize: UInt32?
    /// ``StreamKey/monotonic``.
    package var clock: String?
    /// ``StreamKey/deviceFrame``.
    package var frame: String?
    /// Of the agent's recognizer: a word of `ShakeSensitivity`.
    package var sensitivity: String?
    /// In seconds.
    package var longestShake: Double?
    package var raise: Double?
    /// The path of the agent's file of coefficients; nil for those of the build.
    package var model: String?
    /// The first kind. It is all that an agent from before there were kinds tells.
    package var first = StreamedSensor()
    /// The sensors by the numbers of their kinds, in their order.
    package var sensors: [(kind: UInt32, sensor: StreamedSensor)] = []

    package init() {}

    package init?(wire value: Value) {
        guard let fields = Vardict(wire: value) else { return nil }
        version = fields.read(StreamKey.version)
        recordSize = fields.read(StreamKey.recordSize)
        clock = fields.read(StreamKey.clock)
        frame = fields.read(StreamKey.frame)
        sensitivity = fields.read(StreamKey.sensitivity)
        longestShake = fields.read(StreamKey.longestShake)
        raise = fields.read(StreamKey.raise)
        model = fields.read(StreamKey.model)
        first = StreamedSensor(fields)
        guard case .dictionary(let dictionary)? = fields[StreamKey.sensors] else { return }
        sensors = dictionary.entries.compactMap { entry in
            guard let kind = UInt32(wire: entry.key), let fields = Vardict(wire: entry.value) else { return nil }
            return (kind, StreamedSensor(fields))
        }
    }

    package var wire: Value {
        let kinds = sensors.map { DBusDictionary.Entry($0.kind.wire, Vardict($0.sensor.pairs).wire) }
        let reading: [(name: String, value: Value?)] = [
            (StreamKey.version, version?.wire), (StreamKey.recordSize, recordSize?.wire),
            (StreamKey.clock, clock?.wire), (StreamKey.frame, frame?.wire),
        ]
        let recognizer: [(name: String, value: Value?)] = [
            (StreamKey.sensitivity, sensitivity?.wire), (StreamKey.longestShake, longestShake?.wire),
            (StreamKey.raise, raise?.wire), (StreamKey.model, model?.wire),
        ]
        let all = (StreamKey.sensors, Value.dictionary(DBusDictionary("u", "a{sv}", kinds)))
        return Vardict(reading + first.pairs + recognizer + [all]).wire
    }

    package static func == (a: StreamReport, b: StreamReport) -> Bool { a.wire == b.wire }
}
