// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion

/// Looks for shakes in the application's own sensor, while batond does not tell of them (rule APP10).
@MainActor
final class LocalShakes {
    /// Where the accelerometer is; nil for none.
    var sensors: MotionSensors? {
        didSet { if sensors !== oldValue { stop() } }
    }

    private let shakes: ShakeRelay
    private var manager: MotionManager?
    private var detector = ShakeDetector()

    /// Seconds between samples: a shake needs no more (rule SHAKE13).
    private static let interval = 0.02

    init(_ shakes: ShakeRelay) { self.shakes = shakes }

    /// Reads the sensor from now on, or as soon as there is one.
    func start() {
        guard manager == nil, let sensors else { return }
        let manager = MotionManager(sensors: sensors)
        manager.accelerometerUpdateInterval = Self.interval
        self.manager = manager
        detector = ShakeDetector()
        manager.startAccelerometerUpdates { [weak self] data, _ in
            if let data { self?.take(data) } else { self?.lose() }
        }
    }

    /// Switches the sensor off. A shake that is under way is cancelled.
    func stop() {
        manager?.stopAccelerometerUpdates()
        manager = nil
        lose()
    }

    private func lose() {
        detector = ShakeDetector()
        shakes.interrupt(.sensor)
    }

    private func take(_ data: AccelerometerData) {
        let force = data.acceleration * -Acceleration.standardGravity
        let sample = SensorSample(at: data.timestamp, x: force.x, y: force.y, z: force.z)
        switch detector.process(sample) {
        case .began(let time): shakes.begin(.sensor, at: time)
        case .ended(let time, _): shakes.end(.sensor, at: time)
        case .cancelled(let time, _): shakes.cancel(.sensor, at: time)
        case nil: break
        }
    }
}
