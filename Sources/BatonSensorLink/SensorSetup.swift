// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// The settings that `baton-sensor` gets from batond.
public struct SensorSetup: Hashable, Sendable {
    /// How a shake is recognized.
    public var shake: ShakeSettings
    /// How the sensor is read: "auto", "poll" or "buffer" (rules IIO26 and IIO29).
    public var source: String
    /// The sensor: its name, label, id or sysfs path, or an `ip:` address of libiio. If it is empty, `baton-sensor`
    /// chooses one.
    public var sensor: String
    /// The sign that the driver gives to gravity; nil: `baton-sensor` derives it (rules SIGN2 and SIGN6).
    public var accelerationSign: AccelerationSign?
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
        shake: ShakeSettings = .init(), source: String = "auto", sensor: String = "",
        accelerationSign: AccelerationSign? = nil, isProxyPresent: Bool = false, recoveryFile: String = "",
        model: String = "", modelChecksum: UInt32 = 0
    ) {
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
