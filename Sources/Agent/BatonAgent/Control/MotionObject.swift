// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonSensing
import BatonSensorLink
import BatonValues

/// The interface org.baton.Baton1.Motion: orientation, and streams of samples (docs/dbus-api.md).
@MainActor
final class MotionObject {
    private let sensor: SensorInput
    private var observation: Observation?
    private let streams: MotionStreams
    private let claims: OrientationClaims
    /// Signals that a property of the interface has changed.
    var emitChange: ((MemberName) -> Void)?

    init(sensor: SensorInput, streams: MotionStreams, claims: OrientationClaims) {
        self.sensor = sensor
        self.streams = streams
        self.claims = claims
        observation = sensor.observe { [weak self] in self?.sensorChanged($0) }
    }

    private func sensorChanged(_ change: SensorInput.Change) {
        switch change {
        case .capabilities:
            emitChange?(MotionMember.capabilities)
            emitChange?(MotionMember.deviceMotion)
        case .deviceMotion: emitChange?(MotionMember.deviceMotion)
        case .orientation: emitChange?(MotionMember.orientation)
        case .phase, .sensorLost, .status, .shakeSwitch: break
        }
    }

    var interface: Interface {
        Interface(
            BatonBus.motion,
            methods: [
                Method(
                    MotionMember.openStream, in: [Argument("options", "a{sv}")],
                    out: [Argument("pipe", "h"), Argument("format", "a{sv}")]
                ) { [weak self] in self?.openStream($0) },
                Method(MotionMember.beginOrientation, in: [], out: []) { [weak self] in self?.beginOrientation($0) },
                Method(MotionMember.endOrientation, in: [], out: []) { [weak self] in
                    self?.claims.end(for: $0.sender)
                    $0.reply()
                },
            ],
            properties: [
                Property(MotionMember.capabilities, "as", emitsChange: .invalidates) { [weak self] in
                    let words = self?.sensor.capabilities.map(\.word).sorted() ?? []
                    return .array(DBusArray("s", words.map { .string($0) }))
                },
                Property(MotionMember.deviceMotion, "a{sv}", emitsChange: .invalidates) { [weak self] in
                    self?.deviceMotion ?? .vardict([])
                },
                Property(MotionMember.orientation, "s", emitsChange: .invalidates) { [weak self] in
                    .string(self?.sensor.orientation.rawValue ?? Orientation.undefined.rawValue)
                },
            ])
    }

    private var deviceMotion: Value {
        let words = sensor.paired.map(\.word).sorted().map { Value.string($0) }
        let declination = sensor.declination.map { [(MotionMember.declination, Value.double($0))] } ?? []
        return .vardict([(MotionMember.paired, .array(DBusArray("s", words)))] + declination)
    }

    /// Checks what an app requires of the machine (rule CAP6).
    ///
    /// - Throws: `Failed` with the keys that are not met.
    func check(_ required: [String]) throws(DBusError) {
        let words = Set(sensor.capabilities.map(\.word))
        let missing = required.filter { !words.contains($0) }
        guard !missing.isEmpty else { return }
        throw DBusError(.failed, "this machine lacks what the app requires: \(missing.joined(separator: ", "))")
    }

    private func beginOrientation(_ call: Invocation) {
        do throws(DBusError) {
            try claims.begin(for: call.sender)
            call.reply()
        } catch {
            call.fail(error)
        }
    }

    private func openStream(_ call: Invocation) {
        do throws(DBusError) {
            if let obstacle = sensor.obstacle {
                // What is wrong with the options is told first.
                let all = Set(SensorKind.allCases)
                _ = try StreamOptions(call.arguments[0].asVardict ?? [:], all, paired: all, declination: 0)
                throw obstacle.refusalOfSamples
            }
            let options = try StreamOptions(
                call.arguments[0].asVardict ?? [:], sensor.capabilities, paired: sensor.paired,
                declination: sensor.declination)
            open(call, options.request)
        } catch {
            call.fail(error)
        }
    }

    private func open(_ call: Invocation, _ request: StreamRequest) {
        streams.open(request, for: call.sender) { [weak self] result in
            switch result {
            case .success(let (pipe, sensors)):
                let format = self?.format(sensors) ?? .vardict([])
                call.reply(.fileDescriptor(UnixFileDescriptor(owning: pipe)), format)
            case .failure(let error): call.fail(error)
            }
        }
    }

    private func format(_ sensors: [SensorDescription]) -> Value {
        let shake = self.sensor.shakeSettings
        let reading: [(String, Value)] = [
            (StreamKey.version, .uint32(UInt32(StreamRecord.version))),
            (StreamKey.recordSize, .uint32(UInt32(StreamRecord.size))),
            (StreamKey.clock, .string(StreamKey.monotonic)), (StreamKey.frame, .string(StreamKey.deviceFrame)),
        ]
        let detector: [(String, Value)] = [
            (StreamKey.sensitivity, .string(shake.sensitivity.rawValue)),
            (StreamKey.longestShake, .double(shake.longestShake / .seconds(1))),
            (StreamKey.raise, .double(shake.raise)),
        ]
        let path = self.sensor.tuning.coefficients.path
        let model: [(String, Value)] = path.isEmpty ? [] : [(StreamKey.model, .string(path))]
        // The keys of the accelerometer, or of the only kind, are at the top too, as they were before there were kinds.
        let first = sensors.min { $0.kind.rawValue < $1.kind.rawValue }.map(Self.entries) ?? []
        let all = sensors.map {
            DBusDictionary.Entry(.uint32(UInt32($0.kind.rawValue)), .vardict(Self.entries($0)))
        }
        let kinds = [(StreamKey.sensors, Value.dictionary(DBusDictionary("u", "a{sv}", all)))]
        return .vardict(reading + first + detector + model + kinds)
    }

    private static func entries(_ sensor: SensorDescription) -> [(String, Value)] {
        let unit =
            switch sensor.kind {
            case .accelerometer: "m/s^2"
            case .gyroscope: "rad/s"
            case .magnetometer: "uT"
            }
        return [
            (StreamKey.device, .string(sensor.name)), (StreamKey.path, .string(sensor.path)),
            (StreamKey.location, .string(sensor.location)), (StreamKey.mode, .string(sensor.mode.rawValue)),
            (StreamKey.rate, .double(sensor.rate)), (StreamKey.scale, .double(sensor.scale)),
            (StreamKey.mountMatrix, .array(DBusArray("d", sensor.mountMatrix.map { .double($0) }))),
            (StreamKey.sign, .string(sensor.sign.rawValue)), (StreamKey.unit, .string(unit)),
        ]
    }
}
