// SPDX-License-Identifier: Apache-2.0

/// How an accelerometer is chosen and read.
public struct IIOOptions: Hashable, Sendable {
    /// How the samples are read.
    public enum Reading: String, CaseIterable, Hashable, Sendable {
        /// The buffer when it is free and allowed, else polling.
        case auto
        /// The attributes, one by one.
        case poll
        /// The kernel's buffer.
        case buffer
    }

    /// How the samples are read.
    public var reading: Reading
    /// libiio's address of the context, such as "local:" or "ip:127.0.0.1".
    public var uri: String
    /// The sensor's name, label, id or sysfs path; nil chooses.
    public var device: String?
    /// Samples a second while something moves, in Hz.
    public var rate: Double

    /// Makes options.
    public init(reading: Reading = .auto, uri: String = "local:", device: String? = nil, rate: Double = 50) {
        self.reading = reading
        self.uri = uri
        self.device = device
        self.rate = rate
    }
}
