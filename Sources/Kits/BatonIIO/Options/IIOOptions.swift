// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// How a sensor is chosen and read.
///
/// For example:
/// ```swift
/// let options = IIOOptions(reading: .poll, device: "display", rate: 100)
/// let sensor = try IIOSensor.open(options: options, reactor: reactor)
/// ```
public struct IIOOptions: Hashable, Sendable {
    /// How the samples are read.
    public enum Reading: String, CaseIterable, Hashable, Sendable {
        /// Reads the buffer if it is free and the rights suffice, else polls.
        case auto
        /// Polls the attributes.
        case poll
        /// Reads the kernel's buffer, even if another program has it on. Its state is restored at the end.
        case buffer
    }

    /// What the sensor measures.
    public var kind: SensorKind
    /// How the samples are read.
    public var reading: Reading
    /// libiio's address of the context, such as "local:" or "ip:127.0.0.1". Only "local:" has a buffer to wait for.
    public var uri: String
    /// The sensor's name, label, id, place ("display", "base") or sysfs path. With nil or an empty string the best
    /// accelerometer is chosen, or the gyroscope or magnetometer that belongs to the accelerometer (rule IIO37).
    public var device: String?
    /// The accelerometer, in the same words, to which a gyroscope or magnetometer belongs. With nil or an empty string the
    /// best one.
    public var accelerometer: String?
    /// Other kinds that are read along if the same device measures them, in one buffer (rule IIO39).
    var companions: [SensorKind] = []
    /// Samples a second while the device moves, in Hz.
    public var rate: Double
    /// How late a sample may be because the kernel's buffer collects several. A longer delay costs fewer wake-ups.
    public var longestDelay = Duration.milliseconds(200)
    /// The sign that the driver gives to gravity; nil: it is derived from the sensor's name and place (rule SIGN2).
    public var accelerationSign: AccelerationSign?
    /// The gyroscope and the magnetometer that a set reads, in the words of ``device``. Without one it is the one that belongs
    /// to the accelerometer.
    public var partners: [SensorKind: String] = [:]
    /// Mount matrices of the user in the kernel's form, which go before those of the system (rule SIGN6).
    public var mountMatrices: [SensorKind: String] = [:]
    /// Whether iio-sensor-proxy is running; ``Reading/auto`` leaves the buffer to it then. With nil its process is
    /// looked for.
    public var isProxyPresent: Bool?
    /// The file for the state of the buffer before it was taken, so that the next start can restore it after a kill
    /// (rule IIO27).
    ///
    /// An absolute path in an existing folder that only this user can write to. With nil no file is written.
    public var recoveryFile: String?

    /// Makes options.
    public init(
        kind: SensorKind = .accelerometer, reading: Reading = .auto, uri: String = "local:", device: String? = nil,
        accelerometer: String? = nil, rate: Double = 50,
        accelerationSign: AccelerationSign? = nil, isProxyPresent: Bool? = nil, recoveryFile: String? = nil
    ) {
        self.kind = kind
        self.reading = reading
        self.uri = uri
        self.device = device
        self.accelerometer = accelerometer
        self.rate = rate
        self.accelerationSign = accelerationSign
        self.isProxyPresent = isProxyPresent
        self.recoveryFile = recoveryFile
    }

    /// The rate, limited to 1 … 1000 Hz.
    var usableRate: Double { rate.isFinite ? min(max(rate, 1), 1000) : 50 }
}
