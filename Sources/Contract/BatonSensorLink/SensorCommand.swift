// SPDX-License-Identifier: Apache-2.0

public import BatonProcesses

/// A message from batond to `baton-sensor`.
public enum SensorCommand: LinkMessage, Hashable {
    /// The version of the messages in both directions.
    public static var version: UInt8 { 4 }

    /// What to read and how. It is the first message, and is sent again when the configuration has changed.
    case configure(SensorSetup)
    /// Write samples and phases as ``BatonMotion/StreamRecord``s into the pipe that is attached to the message. The answer is
    /// ``SensorReport/streamOpened(id:sensors:)`` or ``SensorReport/streamRefused(id:failure:)``.
    case openStream(id: UInt32, StreamRequest)
    /// Close the pipe.
    case closeStream(id: UInt32)
    /// Tell which sensors belong to the accelerometer. The answer is ``SensorReport/paired(_:)``.
    case discover

    /// Writes the message.
    public func encode(into writer: inout LinkWriter) {
        switch self {
        case .configure(let setup):
            writer.write(UInt8(1))
            setup.encode(into: &writer)
        case .openStream(let id, let request):
            writer.write(UInt8(2))
            writer.write(id)
            request.encode(into: &writer)
        case .closeStream(let id):
            writer.write(UInt8(3))
            writer.write(id)
        case .discover: writer.write(UInt8(4))
        }
    }

    /// Reads a message.
    public init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1: self = .configure(try SensorSetup(decoding: &reader))
        case 2: self = .openStream(id: try reader.read(), try StreamRequest(decoding: &reader))
        case 3: self = .closeStream(id: try reader.read())
        case 4: self = .discover
        default: throw .malformed
        }
    }
}
