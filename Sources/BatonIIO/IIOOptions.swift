// SPDX-License-Identifier: Apache-2.0

/// How an accelerometer is chosen and read.
public struct IIOOptions: Hashable, Sendable {
    /// How the samples are read.
    public enum Reading: String, CaseIterable, Hashable, Sendable {
        /// The buffer when it is free and allowed, else polling.
        case auto
        /// The attributes, one by one.
        case poll
        /// The kernel's buffer, also when another program has it on; it is given back as it was found.
        case buffer
    }

    /// How the samples are read.
    public var reading: Reading
    /// libiio's address of the context, such as "local:" or "ip:127.0.0.1". Only "local:" has a buffer to wait for.
    public var uri: String
    /// The sensor's name, label, id, place ("display", "base") or sysfs path; nil or empty chooses.
    public var device: String?
    /// Samples a second while something moves, in Hz.
    public var rate: Double
    /// Whether iio-sensor-proxy is running, which ``Reading/auto`` leaves the buffer to; nil looks for its process.
    public var isProxyPresent: Bool?
    /// Where to note what the buffer was like before it was taken, so that the next start can put it back after a kill.
    ///
    /// An absolute path in a folder that is there and that nobody else can write to, or nil for no note.
    public var recoveryFile: String?

    /// Makes options.
    public init(
        reading: Reading = .auto, uri: String = "local:", device: String? = nil, rate: Double = 50,
        isProxyPresent: Bool? = nil, recoveryFile: String? = nil
    ) {
        self.reading = reading
        self.uri = uri
        self.device = device
        self.rate = rate
        self.isProxyPresent = isProxyPresent
        self.recoveryFile = recoveryFile
    }

    /// What is asked of a sensor, kept within what any sensor and any reader can bear.
    var usableRate: Double { rate.isFinite ? min(max(rate, 1), 1000) : 50 }
}
