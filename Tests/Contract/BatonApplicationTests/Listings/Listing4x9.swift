// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion

/// Listing 4-9: the gyroscope, if the machine has one.
final class RotationReader {
    let motionManager: MotionManager
    private(set) var isOnDevice: Bool?
    private(set) var rotationRate = SIMD3<Double>.zero

    /// - Parameter sensors: of a `BusMotionSource`, so that batond reads the sensor.
    init(sensors: MotionSensors) {
        motionManager = MotionManager(sensors: sensors)
        // Until batond has answered nothing is known to be there.
        sensors.whenSettled { [weak self] in self?.start() }
    }

    private func start() {
        isOnDevice = motionManager.isGyroAvailable
        guard motionManager.isGyroAvailable else { return print("No gyroscope on device.") }
        motionManager.gyroUpdateInterval = 1.0 / 60.0
        motionManager.startGyroUpdates { [weak self] data, _ in
            if let data { self?.rotationRate = data.rotationRate }
        }
    }
}
