// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// What `baton-sensor` is told to do.
public struct SensorSetup: Hashable, Sendable {
    /// How a shake is recognized.
    public var shake: ShakeSettings
    /// How the sensor is read: "auto", "poll" or "buffer" (design §6).
    public var source: String
    /// The sensor: its name, label, id or sysfs path, or an `ip:` address of libiio; empty chooses one.
    public var sensor: String
    /// Whether iio-sensor-proxy is on the system bus; its buffer is not touched then (spec/iio.md g).
    public var isProxyPresent: Bool
    /// Where the sensor's buffer is noted as it was found, for the next start after a kill; empty for nowhere.
    public var recoveryFile: String

    /// Makes a setup.
    public init(
        shake: ShakeSettings = .init(), source: String = "auto", sensor: String = "", isProxyPresent: Bool = false,
        recoveryFile: String = ""
    ) {
        self.shake = shake
        self.source = source
        self.sensor = sensor
        self.isProxyPresent = isProxyPresent
        self.recoveryFile = recoveryFile
    }
}
