// SPDX-License-Identifier: Apache-2.0

/// How the accelerometer is read (design §6).
enum SensorReading: String, Sendable, CaseIterable {
    /// The kernel's buffer when it is free and allowed, else polling.
    case auto
    /// The sensor's attributes, one by one.
    case poll
    /// The kernel's buffer.
    case buffer
}
