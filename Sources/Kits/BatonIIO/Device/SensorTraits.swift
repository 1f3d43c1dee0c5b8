// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// What differs between the kinds of sensors, as the kernel and udev have them; a row for each (rules IIO5, IIO8 and IIO36).
struct SensorTraits {
    /// The prefix of its channels.
    let channel: String
    /// The unit of a sample for one of the kernel.
    let unit: Double
    /// Whether it tells by itself how its axes lie, because it measures gravity. Other kinds are turned by the accelerometer
    /// beside them (rule SIGN5).
    let findsAxes: Bool
    /// Whether udev's hardware database has matrices of it.
    let isInHardwareDatabase: Bool

    // m/s² and rad/s are the kernel's units too, and a gauss is 100 µT.
    fileprivate static let accelerometer = SensorTraits(
        channel: "accel", unit: 1, findsAxes: true, isInHardwareDatabase: true)
    fileprivate static let gyroscope = SensorTraits(
        channel: "anglvel", unit: 1, findsAxes: false, isInHardwareDatabase: false)
    fileprivate static let magnetometer = SensorTraits(
        channel: "magn", unit: 100, findsAxes: false, isInHardwareDatabase: false)
}

extension SensorKind {
    /// What differs between it and other kinds.
    var traits: SensorTraits {
        switch self {
        case .accelerometer: .accelerometer
        case .gyroscope: .gyroscope
        case .magnetometer: .magnetometer
        }
    }
}
