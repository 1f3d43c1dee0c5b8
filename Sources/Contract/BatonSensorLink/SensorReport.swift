// SPDX-License-Identifier: Apache-2.0

public import BatonMotion
public import BatonProcesses

/// A message from `baton-sensor` to batond.
public enum SensorReport: LinkMessage, Hashable {
    /// The version of the messages in both directions.
    public static var version: UInt8 { 4 }

    /// The accelerometer was found, and is read if anybody wants its samples.
    case ready(SensorDescription)
    /// A shake began, ended or was cancelled.
    case phase(MotionPhase)
    /// The orientation of the device changed.
    case orientation(Orientation)
    /// A line for the log, about something that the user may want to know.
    case notice(SensorNotice)
    /// The sensors are opened anew: what was told about them before is over.
    case opening
    /// The process cannot go on, and ends.
    case failed(SensorFailure)
    /// The reader of a stream has closed it.
    case streamEnded(id: UInt32, lost: UInt32)
    /// The sensors of a stream are read; one for each of its kinds.
    case streamOpened(id: UInt32, sensors: [SensorDescription])
    /// The kinds whose axes have a known relation to those of the accelerometer: the answer to ``SensorCommand/discover``.
    case paired(Set<SensorKind>)
    /// A sensor of a stream cannot be read; there is no stream.
    case streamRefused(id: UInt32, failure: SensorFailure)

    /// Writes the message.
    public func encode(into writer: inout LinkWriter) {
        switch self {
        case .ready(let sensor):
            writer.write(UInt8(1))
            Self.encode(sensor, into: &writer)
        case .phase(let phase):
            writer.write(UInt8(2))
            Self.encode(phase, into: &writer)
        case .orientation(let orientation):
            writer.write(UInt8(3))
            writer.write(orientation.rawValue)
        case .notice(let notice):
            writer.write(UInt8(4))
            notice.encode(into: &writer)
        case .opening: writer.write(UInt8(10))
        case .failed(let failure):
            writer.write(UInt8(5))
            writer.write(failure.reason.rawValue)
            writer.write(failure.message)
        case .streamEnded(let id, let lost):
            writer.write(UInt8(6))
            writer.write(id)
            writer.write(lost)
        case .streamOpened(let id, let sensors):
            writer.write(UInt8(7))
            writer.write(id)
            writer.write(UInt8(clamping: sensors.count))
            for sensor in sensors.prefix(255) { Self.encode(sensor, into: &writer) }
        case .paired(let kinds):
            writer.write(UInt8(9))
            writer.write(kinds: kinds)
        case .streamRefused(let id, let failure):
            writer.write(UInt8(8))
            writer.write(id)
            writer.write(failure.reason.rawValue)
            writer.write(failure.message)
        }
    }

    /// Reads a message.
    public init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1: self = .ready(try Self.decodeSensor(&reader))
        case 2: self = .phase(try Self.decodePhase(&reader))
        case 3: self = .orientation(try reader.readWord())
        case 4: self = .notice(try SensorNotice(decoding: &reader))
        case 10: self = .opening
        case 5: self = .failed(SensorFailure(try reader.readWord(), try reader.readText()))
        case 6: self = .streamEnded(id: try reader.read(), lost: try reader.read())
        case 7: self = .streamOpened(id: try reader.read(), sensors: try Self.decodeSensors(&reader))
        case 8:
            self = .streamRefused(
                id: try reader.read(), failure: SensorFailure(try reader.readWord(), try reader.readText()))
        case 9: self = .paired(try reader.readKinds())
        default: throw .malformed
        }
    }

    // MARK: Parts

    private static func decodeSensors(_ reader: inout LinkReader) throws(LinkError) -> [SensorDescription] {
        let count = try reader.read(UInt8.self)
        guard count <= SensorKind.allCases.count else { throw .malformed }
        var sensors: [SensorDescription] = []
        for _ in 0..<count { sensors.append(try decodeSensor(&reader)) }
        return sensors
    }

    private static func encode(_ sensor: SensorDescription, into writer: inout LinkWriter) {
        writer.write(sensor.kind.rawValue)
        writer.write(sensor.name)
        writer.write(sensor.path)
        writer.write(sensor.location)
        writer.write(sensor.mode.rawValue)
        writer.write(sensor.rate)
        writer.write(sensor.scale)
        for element in sensor.mountMatrix.prefix(9) { writer.write(element) }
        writer.write(sensor.sign.rawValue)
        writer.write(sensor.signEvidence.rawValue)
        writer.write(sensor.contradictsGyroscope)
    }

    private static func decodeSensor(_ reader: inout LinkReader) throws(LinkError) -> SensorDescription {
        guard let kind = SensorKind(rawValue: try reader.read()) else { throw .malformed }
        var sensor = SensorDescription(
            kind, name: try reader.readText(), path: try reader.readText(), location: try reader.readText(),
            mode: try reader.readWord(), rate: try reader.readDouble(), scale: try reader.readDouble())
        for index in 0..<9 { sensor.mountMatrix[index] = try reader.readDouble() }
        sensor.sign = try reader.readWord()
        sensor.signEvidence = try reader.readWord()
        sensor.contradictsGyroscope = try reader.readBool()
        return sensor
    }

    private static func encode(_ phase: MotionPhase, into writer: inout LinkWriter) {
        writer.write(phase.timestamp)
        switch phase {
        case .began: writer.write(UInt8(1))
        case .ended(_, let duration):
            writer.write(UInt8(2))
            writer.write(duration)
        case .cancelled(_, .tooLong): writer.write(UInt8(3))
        case .cancelled(_, .interrupted): writer.write(UInt8(4))
        }
    }

    private static func decodePhase(_ reader: inout LinkReader) throws(LinkError) -> MotionPhase {
        let at = try reader.readDuration()
        switch try reader.read(UInt8.self) {
        case 1: return .began(at: at)
        case 2: return .ended(at: at, duration: try reader.readDuration())
        case 3: return .cancelled(at: at, reason: .tooLong)
        case 4: return .cancelled(at: at, reason: .interrupted)
        default: throw .malformed
        }
    }
}
