// SPDX-License-Identifier: Apache-2.0

public import BatonMotion
import BatonProcesses

/// What `baton-sensor` tells people of a sensor.
public struct SensorNotice: Hashable, Sendable {
    /// The kind of the notice, a word such as "gravity"; empty for a line that is for the log only.
    public var kind: String
    /// What the sensor measures.
    public var sensor: SensorKind
    /// The sentence.
    public var text: String
    /// Whether what an earlier notice of the same kind and sensor said is over.
    public var isOver: Bool

    /// Makes a notice.
    public init(_ text: String, kind: String = "", of sensor: SensorKind = .accelerometer, isOver: Bool = false) {
        self.kind = kind
        self.sensor = sensor
        self.text = text
        self.isOver = isOver
    }

    func encode(into writer: inout LinkWriter) {
        writer.write(kind)
        writer.write(sensor.rawValue)
        writer.write(text)
        writer.write(isOver)
    }

    init(decoding reader: inout LinkReader) throws(LinkError) {
        kind = try reader.readText()
        guard kind.utf8.count <= 32,
            kind.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }),
            let sensor = SensorKind(rawValue: try reader.read())
        else { throw .malformed }
        self.sensor = sensor
        text = try reader.readText()
        isOver = try reader.readBool()
    }
}
