// SPDX-License-Identifier: Apache-2.0

/// What a sensor measures.
public enum SensorKind: UInt8, Hashable, Sendable {
    /// Specific force in m/s², gravity included.
    case accelerometer = 1
}
