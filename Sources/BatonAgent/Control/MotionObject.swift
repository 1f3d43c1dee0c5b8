// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonSources

/// The interface org.baton.Baton1.Motion: orientation, and streams of samples (docs/dbus-api.md).
@MainActor
final class MotionObject {
    private let sensor: SensorInput
    private let streams: MotionStreams
    /// Signals that a property of the interface has changed.
    var emitChange: ((MemberName) -> Void)?

    init(sensor: SensorInput, streams: MotionStreams) {
        self.sensor = sensor
        self.streams = streams
        sensor.onOrientationChange = { [weak self] in self?.emitChange?(MotionMember.orientation) }
    }

    var interface: Interface {
        Interface(
            BatonBus.motion,
            methods: [
                Method(
                    MotionMember.openStream, in: [Argument("options", "a{sv}")],
                    out: [Argument("pipe", "h"), Argument("format", "a{sv}")]
                ) { [weak self] in self?.openStream($0) }
            ],
            properties: [
                Property(MotionMember.orientation, "s", emitsChange: .invalidates) { [weak self] in
                    .string(self?.sensor.orientation.rawValue ?? Orientation.undefined.rawValue)
                }
            ])
    }

    private func openStream(_ call: Invocation) {
        let options = call.arguments[0].asVardict ?? [:]
        var isFullRate = true
        if let value = options[StreamKey.fullRate] {
            guard let wanted = value.asBool else {
                return call.fail(
                    DBusError(.invalidArguments, "option '\(StreamKey.fullRate)' wants a value of type 'b'"))
            }
            isFullRate = wanted
        }
        if let obstacle = sensor.obstacle { return call.fail(obstacle.refusalOfSamples) }
        open(call, isFullRate: isFullRate)
    }

    private func open(_ call: Invocation, isFullRate: Bool) {
        streams.open(for: call.sender, isFullRate: isFullRate) { [weak self] result in
            switch result {
            case .success(let (pipe, sensor)):
                let format = self?.format(sensor) ?? .vardict([])
                call.reply(.fileDescriptor(UnixFileDescriptor(owning: pipe)), format)
            case .failure(let error): call.fail(error)
            }
        }
    }

    private func format(_ sensor: SensorDescription) -> Value {
        let shake = self.sensor.shakeSettings
        let matrix = Value.array(DBusArray("d", sensor.mountMatrix.map { Value.double($0) }))
        let reading: [(String, Value)] = [
            (StreamKey.version, .uint32(UInt32(StreamRecord.version))),
            (StreamKey.recordSize, .uint32(UInt32(StreamRecord.size))),
            (StreamKey.clock, .string(StreamKey.monotonic)), (StreamKey.mode, .string(sensor.mode.rawValue)),
            (StreamKey.rate, .double(sensor.rate)), (StreamKey.frame, .string(StreamKey.deviceFrame)),
        ]
        let device: [(String, Value)] = [
            (StreamKey.device, .string(sensor.name)), (StreamKey.path, .string(sensor.path)),
            (StreamKey.location, .string(sensor.location)),
            (StreamKey.scale, .double(sensor.scale)), (StreamKey.mountMatrix, matrix),
            (StreamKey.sign, .string(sensor.sign.rawValue)),
        ]
        let detector: [(String, Value)] = [
            (StreamKey.sensitivity, .string(shake.sensitivity.rawValue)),
            (StreamKey.longestShake, .double(shake.longestShake / .seconds(1))),
            (StreamKey.raise, .double(shake.raise)),
        ]
        let path = self.sensor.tuning.coefficients.path
        let model: [(String, Value)] = path.isEmpty ? [] : [(StreamKey.model, .string(path))]
        return .vardict(reading + device + detector + model)
    }
}
