// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonSensing
import BatonSensorLink
import BatonValues

/// The interface org.baton.Baton1.Motion: orientation, and streams of samples (docs/dbus-api.md).
@MainActor
final class MotionControl: ControlMembers {
    private let sensor: MotionSensor
    private var observation: Observation?
    private let streams: MotionStreams
    private let claims: OrientationClaims
    private let changes: ChangedProperties

    init(
        sensor: MotionSensor, streams: MotionStreams, claims: OrientationClaims,
        changes: ChangedProperties
    ) {
        self.sensor = sensor
        self.streams = streams
        self.claims = claims
        self.changes = changes
        observation = sensor.observe { [weak self] in self?.sensorChanged($0) }
    }

    private func sensorChanged(_ change: MotionSensor.Change) {
        switch change {
        case .capabilities:
            changes.tell(
                BatonBus.motion, [MotionInterface.capabilities.name, MotionInterface.deviceMotion.name])
        case .deviceMotion: changes.tell(BatonBus.motion, [MotionInterface.deviceMotion.name])
        case .orientation: changes.tell(BatonBus.motion, [MotionInterface.orientation.name])
        case .phase, .sensorLost, .status, .shakeSwitch: break
        }
    }

    var methods: [Method] {
        [
            MotionInterface.openStream.served { [weak self] in self?.openStream($1, $0) },
            MotionInterface.beginOrientation.served { [claims] call, _ in
                call.answer { () throws(DBusError) in try claims.begin(for: call.sender) }
            },
            MotionInterface.endOrientation.served { [claims] call, _ in
                claims.end(for: call.sender)
                call.reply()
            },
        ]
    }

    var properties: [Property] {
        [
            MotionInterface.capabilities.served { [sensor] in sensor.capabilities.map(\.word).sorted() },
            MotionInterface.deviceMotion.served { [sensor] in
                AttitudeEquipment(
                    paired: sensor.paired.map(\.word).sorted(), declination: sensor.declination)
            },
            MotionInterface.orientation.served { [sensor] in sensor.orientation.rawValue },
        ]
    }

    /// Checks what an app requires of the machine (rule CAP6).
    ///
    /// - Throws: `Failed` with the keys that are not met.
    func check(_ required: [String]) throws(DBusError) {
        let words = Set(sensor.capabilities.map(\.word))
        let missing = required.filter { !words.contains($0) }
        guard !missing.isEmpty else { return }
        throw DBusError(
            .failed, "this machine lacks what the app requires: \(missing.joined(separator: ", "))")
    }

    private func openStream(_ options: Vardict, _ call: TypedCall<(PipeEnd, StreamReport)>) {
        do throws(DBusError) {
            if let obstacle = sensor.obstacle {
                // What is wrong with the options is told first.
                let all = Set(SensorKind.allCases)
                _ = try StreamOptions(options, all, paired: all, declination: 0)
                throw obstacle.refusalOfSamples
            }
            let options = try StreamOptions(
                options, sensor.capabilities, paired: sensor.paired, declination: sensor.declination)
            open(call, options.request)
        } catch {
            call.fail(error)
        }
    }

    private func open(_ call: TypedCall<(PipeEnd, StreamReport)>, _ request: StreamRequest) {
        streams.open(request, for: call.sender) { [weak self] result in
            switch result {
            case .success(let (pipe, sensors)):
                let report = self?.report(sensors) ?? StreamReport()
                call.reply((PipeEnd(UnixFileDescriptor(owning: pipe)), report))
            case .failure(let error): call.fail(error)
            }
        }
    }

    private func report(_ sensors: [SensorDescription]) -> StreamReport {
        let shake = sensor.shakeSettings
        let model = sensor.tuning.coefficients.path
        var report = StreamReport()
        report.version = UInt32(StreamRecord.version)
        report.recordSize = UInt32(StreamRecord.size)
        report.clock = StreamKey.monotonic
        report.frame = StreamKey.deviceFrame
        report.sensitivity = shake.sensitivity.rawValue
        report.longestShake = shake.longestShake / .seconds(1)
        report.raise = shake.raise
        report.model = model.isEmpty ? nil : model
        // The facts of the accelerometer, or of the only kind, are at the top too, as they were before there were kinds.
        if let first = sensors.min(by: { $0.kind.rawValue < $1.kind.rawValue }) {
            report.first = Self.report(first)
        }
        report.sensors = sensors.map { (UInt32($0.kind.rawValue), Self.report($0)) }
        return report
    }

    private static func report(_ sensor: SensorDescription) -> StreamedSensor {
        var report = StreamedSensor()
        report.device = sensor.name
        report.path = sensor.path
        report.location = sensor.location
        report.mode = sensor.mode.rawValue
        report.rate = sensor.rate
        report.scale = sensor.scale
        report.mountMatrix = sensor.mountMatrix
        report.sign = sensor.sign.rawValue
        report.unit =
            switch sensor.kind {
            case .accelerometer: "m/s^2"
            case .gyroscope: "rad/s"
            case .magnetometer: "uT"
            }
        return report
    }
}
