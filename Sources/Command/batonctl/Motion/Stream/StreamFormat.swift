// SPDX-License-Identifier: Apache-2.0

import BatonAPI
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

    init(_ report: StreamReport) {
        version = report.version.map(Int64.init) ?? version
        recordSize = report.recordSize.map(Int64.init) ?? recordSize
        sensor.name = report.first.device ?? ""
        sensor.path = report.first.path ?? ""
        sensor.location = report.first.location ?? ""
        sensor.mode = report.first.mode.flatMap(SensorDescription.Mode.init(rawValue:)) ?? .poll
        sensor.rate = report.first.rate ?? 0
        sensor.scale = report.first.scale ?? 1
        frame = report.frame ?? ""
        if let sign = report.first.sign.flatMap(AccelerationSign.init(rawValue:)) { sensor.sign = sign }
        if let matrix = report.first.mountMatrix, matrix.count == 9 { sensor.mountMatrix = matrix }
        if let seconds = report.longestShake, seconds > 0, seconds < 3600 {
            settings.longestShake = .milliseconds(Int64(clamping: seconds * 1000))
        }
        if let level = report.sensitivity.flatMap(ShakeSensitivity.init(rawValue:)) { settings.sensitivity = level }
        if let raise = report.raise, raise.isFinite { settings.raise = raise }
        model = report.model ?? ""
        others = report.sensors.compactMap(Self.other)
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
    private static func other(_ number: UInt32, _ sensor: StreamedSensor) -> SensorDescription? {
        guard let kind = UInt8(exactly: number).flatMap(SensorKind.init(rawValue:)), kind != .accelerometer else {
            return nil
        }
        return SensorDescription(kind, name: sensor.device ?? "", path: "", rate: sensor.rate ?? 0)
    }

    /// The time in nanoseconds.
    static func nanoseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }
}
