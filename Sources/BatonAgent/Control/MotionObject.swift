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
        sensor.onOrientationChange = { [weak self] in self?.emitChange?("Orientation") }
    }

    var interface: Interface {
        Interface(
            BatonBus.motion,
            methods: [
                Method(
                    "OpenStream", in: [Argument("options", "a{sv}")],
                    out: [Argument("pipe", "h"), Argument("format", "a{sv}")]
                ) { [weak self] in self?.openStream($0) }
            ],
            properties: [
                Property("Orientation", "s", emitsChange: .invalidates) { [weak self] in
                    .string(self?.sensor.orientation.rawValue ?? Orientation.undefined.rawValue)
                }
            ])
    }

    private func openStream(_ call: Invocation) {
        let options = call.arguments[0].asVardict ?? [:]
        var isFullRate = true
        if let value = options["full-rate"] {
            guard let wanted = value.asBool else {
                return call.fail(DBusError(.invalidArguments, "option 'full-rate' wants a value of type 'b'"))
            }
            isFullRate = wanted
        }
        if let obstacle = sensor.obstacle { return call.fail(DBusError(.failed, "the sensor is off: \(obstacle)")) }
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
            ("version", .uint32(UInt32(StreamRecord.version))), ("record-size", .uint32(UInt32(StreamRecord.size))),
            ("clock", .string("monotonic")), ("mode", .string(sensor.mode.rawValue)), ("rate", .double(sensor.rate)),
        ]
        let device: [(String, Value)] = [
            ("device", .string(sensor.name)), ("path", .string(sensor.path)), ("location", .string(sensor.location)),
            ("scale", .double(sensor.scale)), ("mount-matrix", matrix),
        ]
        let detector: [(String, Value)] = [
            ("sensitivity", .string(shake.sensitivity.rawValue)),
            ("longest-shake", .double(shake.longestShake / .seconds(1))),
        ]
        return .vardict(reading + device + detector)
    }
}
