// SPDX-License-Identifier: Apache-2.0

import BatonMotion
public import BatonReactor

/// A message from batond to `baton-sensor`.
public enum SensorCommand: LinkMessage, Hashable {
    /// The version of the messages in both directions.
    public static var version: UInt8 { 3 }

    /// What to read and how. It is the first message, and is sent again when the configuration has changed.
    case configure(SensorSetup)
    /// Write samples and phases as ``BatonMotion/StreamRecord``s into the pipe that is attached to the message.
    ///
    /// - Parameter isFullRate: whether the sensor is read at its full rate for this stream, also at rest.
    case openStream(id: UInt32, isFullRate: Bool)
    /// Close the pipe.
    case closeStream(id: UInt32)

    /// Writes the message.
    public func encode(into writer: inout LinkWriter) {
        switch self {
        case .configure(let setup):
            writer.write(UInt8(1))
            writer.write(setup.shake.sensitivity.rawValue)
            writer.write(setup.shake.longestShake)
            writer.write(setup.shake.raise)
            writer.write(setup.source)
            writer.write(setup.sensor)
            writer.write(setup.accelerationSign?.rawValue ?? "")
            writer.write(setup.isProxyPresent)
            writer.write(setup.recoveryFile)
            writer.write(setup.model)
            writer.write(setup.modelChecksum)
        case .openStream(let id, let isFullRate):
            writer.write(UInt8(2))
            writer.write(id)
            writer.write(isFullRate)
        case .closeStream(let id):
            writer.write(UInt8(3))
            writer.write(id)
        }
    }

    /// Reads a message.
    public init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1:
            let shake = ShakeSettings(
                sensitivity: try reader.readWord(), longestShake: try reader.readDuration(),
                raise: try reader.readDouble())
            self = .configure(
                SensorSetup(
                    shake: shake, source: try reader.readText(), sensor: try reader.readText(),
                    accelerationSign: try Self.decodeSign(&reader), isProxyPresent: try reader.readBool(),
                    recoveryFile: try reader.readText(), model: try reader.readText(),
                    modelChecksum: try reader.read()))
        case 2: self = .openStream(id: try reader.read(), isFullRate: try reader.readBool())
        case 3: self = .closeStream(id: try reader.read())
        default: throw .malformed
        }
    }

    /// A word, or an empty text.
    private static func decodeSign(_ reader: inout LinkReader) throws(LinkError) -> AccelerationSign? {
        let word = try reader.readText()
        guard !word.isEmpty else { return nil }
        guard let sign = AccelerationSign(rawValue: word) else { throw .malformed }
        return sign
    }
}
