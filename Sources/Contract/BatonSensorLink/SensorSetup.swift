// SPDX-License-Identifier: Apache-2.0

public import BatonMotion
import BatonProcesses

/// The settings that `baton-sensor` gets from batond.
public struct SensorSetup: Hashable, Sendable {
    /// What batond itself wants to know. While it is empty, the sensor is read for streams only.
    public struct Watches: OptionSet, Hashable, Sendable {
        /// The shakes of the device.
        public static let shakes = Watches(rawValue: 1)
        /// How the device is held.
        public static let orientation = Watches(rawValue: 2)

        /// One bit for each.
        public let rawValue: UInt8

        /// Takes bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    /// What batond wants to know.
    public var watches: Watches
    /// How a shake is recognized.
    public var shake: ShakeSettings
    /// How the sensor is read: "auto", "poll" or "buffer" (rules IIO26 and IIO29).
    public var source: String
    /// The sensor: its name, label, id or sysfs path, or an `ip:` address of libiio. If it is empty, `baton-sensor`
    /// chooses one.
    public var sensor: String
    /// The sign that the driver gives to gravity; nil: `baton-sensor` derives it (rules SIGN2 and SIGN6).
    public var accelerationSign: AccelerationSign?
    /// The gyroscope and the magnetometer that the user chose; without one the one that belongs to the accelerometer.
    public var partners: [SensorKind: String] = [:]
    /// The user's mount matrices.
    public var mountMatrices: [SensorKind: String] = [:]
    /// Whether iio-sensor-proxy is on the system bus. If it is, "auto" does not use the buffer (rule IIO26).
    public var isProxyPresent: Bool
    /// The file that keeps the state of the sensor's buffer before it was taken, so that the next start can restore it
    /// after this process was killed (rule IIO27); empty for no file.
    public var recoveryFile: String
    /// The path of a file of coefficients; empty for those of the build.
    public var model: String
    /// The checksum of that file. Another one makes a file with the same path another setup.
    public var modelChecksum: UInt32

    /// Makes a setup.
    public init(
        watches: Watches = .shakes, shake: ShakeSettings = .init(), source: String = "auto", sensor: String = "",
        accelerationSign: AccelerationSign? = nil, isProxyPresent: Bool = false, recoveryFile: String = "",
        model: String = "", modelChecksum: UInt32 = 0
    ) {
        self.watches = watches
        self.shake = shake
        self.source = source
        self.sensor = sensor
        self.accelerationSign = accelerationSign
        self.isProxyPresent = isProxyPresent
        self.recoveryFile = recoveryFile
        self.model = model
        self.modelChecksum = modelChecksum
    }
}

extension SensorSetup {
    func encode(into writer: inout LinkWriter) {
        writer.write(watches.rawValue)
        writer.write(shake.sensitivity.rawValue)
        writer.write(shake.longestShake)
        writer.write(shake.raise)
        writer.write(source)
        writer.write(sensor)
        writer.write(accelerationSign?.rawValue ?? "")
        writer.write(isProxyPresent)
        writer.write(recoveryFile)
        writer.write(model)
        writer.write(modelChecksum)
        for kind in SensorKind.allCases {
            writer.write(partners[kind] ?? "")
            writer.write(mountMatrices[kind] ?? "")
        }
    }

    init(decoding reader: inout LinkReader) throws(LinkError) {
        let watches = Watches(rawValue: try reader.read())
        let shake = ShakeSettings(
            sensitivity: try reader.readWord(), longestShake: try reader.readDuration(), raise: try reader.readDouble())
        self.init(
            watches: watches, shake: shake, source: try reader.readText(), sensor: try reader.readText(),
            accelerationSign: try Self.decodeSign(&reader), isProxyPresent: try reader.readBool(),
            recoveryFile: try reader.readText(), model: try reader.readText(), modelChecksum: try reader.read())
        for kind in SensorKind.allCases {
            let (partner, matrix) = (try reader.readText(), try reader.readText())
            if !partner.isEmpty { partners[kind] = partner }
            if !matrix.isEmpty { mountMatrices[kind] = matrix }
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
