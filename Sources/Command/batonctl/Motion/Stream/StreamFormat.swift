// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonDrawing
import BatonMotion
import BatonMotionReport
import BatonValues

/// The agent's description of a stream; a missing entry has the value of an unknown sensor.
struct StreamFormat: Hashable, Sendable {
    var version = Int64(StreamRecord.version)
    var recordSize = Int64(StreamRecord.size)
    var sensor = SensorDescription(name: "", path: "")
    /// The frame of the samples: ``StreamKey/deviceFrame``; empty when the agent is older than the frame (rule SIGN10).
    var frame = ""
    var settings = ShakeSettings()
    /// The names and rates of the sensors beside the accelerometer.
    var others: [SensorDescription] = []
    /// The path of the agent's file of coefficients; empty for those of the build.
    var model = ""

    init() {}

    init(_ options: [String: Value]) {
        version = options[StreamKey.version]?.asInt64 ?? version
        recordSize = options[StreamKey.recordSize]?.asInt64 ?? recordSize
        sensor.name = options[StreamKey.device]?.asString ?? ""
        sensor.location = options[StreamKey.location]?.asString ?? ""
        sensor.mode = options[StreamKey.mode]?.asString.flatMap(SensorDescription.Mode.init(rawValue:)) ?? .poll
        sensor.rate = options[StreamKey.rate]?.asDouble ?? 0
        sensor.scale = options[StreamKey.scale]?.asDouble ?? 1
        frame = options[StreamKey.frame]?.asString ?? ""
        if let sign = options[StreamKey.sign]?.asString.flatMap(AccelerationSign.init(rawValue:)) { sensor.sign = sign }
        if let matrix = Self.numbers(options[StreamKey.mountMatrix]), matrix.count == 9 { sensor.mountMatrix = matrix }
        if let seconds = options[StreamKey.longestShake]?.asDouble, seconds > 0, seconds < 3600 {
            settings.longestShake = .milliseconds(Int64(clamping: seconds * 1000))
        }
        if let name = options[StreamKey.sensitivity]?.asString, let level = ShakeSensitivity(rawValue: name) {
            settings.sensitivity = level
        }
        if let raise = options[StreamKey.raise]?.asDouble, raise.isFinite { settings.raise = raise }
        model = options[StreamKey.model]?.asString ?? ""
        guard case .dictionary(let sensors)? = options[StreamKey.sensors]?.unwrapped else { return }
        others = sensors.entries.compactMap(Self.other)
    }

    /// Whether this program can read the records.
    var isKnown: Bool {
        UInt8(exactly: version).map(StreamRecord.readableVersions.contains) == true
            && recordSize == Int64(StreamRecord.size)
    }

    /// The sensor's name for people.
    var name: String { sensor.name.isEmpty ? "accelerometer" : sensor.name }

    /// Details for people: how the sensor is read, and the recognizer's settings.
    var details: [String] {
        let reading = sensor.mode == .buffer ? "buffered" : sensor.mode == .poll ? "polled" : "replayed"
        return [
            reading, "sensitivity \(settings.sensitivity.rawValue)\(bar)",
            "longest shake \(DecimalText.short(settings.longestShake.inSeconds)) s",
        ]
    }

    /// How far the bar is from that of the sensitivity, for people; empty if it is there.
    private var bar: String {
        abs(settings.raise) < 0.05 ? "" : ", its bar \(DecimalText.signed(settings.raise))"
    }

    /// Reads the agent's coefficients. If its file cannot be read here, the score is that of this build, and a sentence
    /// says so.
    func readCoefficients() -> ShakeModel {
        do {
            return try CoefficientsFile.read(model)
        } catch {
            Console.complain("\(error.description) The score shown is that of this build's coefficients.")
            return .builtIn
        }
    }

    /// The header of a recording of this stream.
    var header: [RecordingField] {
        [
            RecordingField("device", name), RecordingField("location", sensor.location),
            RecordingField("source", sensor.mode.rawValue), RecordingField("rate_hz", DecimalText.short(sensor.rate)),
            RecordingField("scale", "\(sensor.scale)"),
            RecordingField("mount_matrix", sensor.mountMatrix.map { DecimalText.short($0, 6) }.joined(separator: " ")),
            RecordingField("frame", frame), RecordingField("sign", frame.isEmpty ? "" : sensor.sign.rawValue),
        ].filter { !$0.value.isEmpty } + others.flatMap(Self.fields) + [
            RecordingField("clock", StreamKey.monotonic), RecordingField("unit", unit),
            RecordingField("baton", BatonBus.version),
        ]
    }

    private var unit: String {
        others.isEmpty ? "m/s^2, gravity included" : "a m/s^2 with gravity; g rad/s; m uT"
    }

    private static func fields(_ sensor: SensorDescription) -> [RecordingField] {
        [
            RecordingField(sensor.kind.word, sensor.name),
            RecordingField("\(sensor.kind.word)_rate_hz", DecimalText.short(sensor.rate)),
        ]
    }

    /// A sensor beside the accelerometer; nil for the accelerometer and for what is not known.
    private static func other(_ entry: DBusDictionary.Entry) -> SensorDescription? {
        guard let number = entry.key.asInt64.flatMap(UInt8.init(exactly:)), let kind = SensorKind(rawValue: number),
            kind != .accelerometer, let values = entry.value.unwrapped.asVardict
        else { return nil }
        return SensorDescription(
            kind, name: values[StreamKey.device]?.asString ?? "", path: "",
            rate: values[StreamKey.rate]?.asDouble ?? 0)
    }

    /// The time in nanoseconds.
    static func nanoseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    private static func numbers(_ value: Value?) -> [Double]? {
        guard case .array(let array)? = value?.unwrapped else { return nil }
        let numbers = array.elements.compactMap(\.asDouble)
        return numbers.count == array.elements.count ? numbers : nil
    }
}
