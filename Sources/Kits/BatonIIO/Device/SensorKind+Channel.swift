// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// What the kernel calls a kind, and its unit (rules IIO5 and IIO36).
extension SensorKind {
    /// The prefix of its channels.
    var channel: String {
        switch self {
        case .accelerometer: "accel"
        case .gyroscope: "anglvel"
        case .magnetometer: "magn"
        }
    }

    /// The unit of a sample for one of the kernel: m/s² and rad/s are the same, and a gauss is 100 µT.
    var unit: Double { self == .magnetometer ? 100 : 1 }
}
