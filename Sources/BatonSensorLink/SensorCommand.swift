// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion
public import BatonReactor

/// What batond tells `baton-sensor`.
public enum SensorCommand: LinkMessage, Hashable {
    /// Of the messages both ways.
    public static var version: UInt8 { 2 }

    /// What to read and how; the first message, and again when the user changed something.
    case configure(SensorSetup)
    /// Write samples and phases into the pipe that comes along, as ``BatonMotion/StreamRecord``s.
    ///
    /// - Parameter isFullRate: whether the sensor is read at its full rate for it, also at rest.
    case openStream(id: UInt32, isFullRate: Bool)
    /// Close the pipe.
    case closeStream(id: UInt32)

    /// Writes it.
    public func encode(into writer: inout LinkWriter) {
        switch self {
        case .configure(let setup):
            writer.write(UInt8(1))
            writer.write(setup.shake.sensitivity.rawValue)
            writer.write(setup.shake.longestShake)
            writer.write(setup.source)
            writer.write(setup.sensor)
            writer.write(setup.isProxyPresent)
            writer.write(setup.recoveryFile)
        case .openStream(let id, let isFullRate):
            writer.write(UInt8(2))
            writer.write(id)
            writer.write(isFullRate)
        case .closeStream(let id):
            writer.write(UInt8(3))
            writer.write(id)
        }
    }

    /// Reads it.
    public init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1:
            let shake = ShakeSettings(sensitivity: try reader.readWord(), longestShake: try reader.readDuration())
            self = .configure(
                SensorSetup(
                    shake: shake, source: try reader.readText(), sensor: try reader.readText(),
                    isProxyPresent: try reader.readBool(), recoveryFile: try reader.readText()))
        case 2: self = .openStream(id: try reader.read(), isFullRate: try reader.readBool())
        case 3: self = .closeStream(id: try reader.read())
        default: throw .malformed
        }
    }
}
