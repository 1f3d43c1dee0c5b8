// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import BatonValues

/// Looks for shakes in the application's own sensor, while batond does not tell of them (rule APP10).
@MainActor
final class LocalShakes {
    /// Where the accelerometer is; nil for none.
    var sensors: MotionSensors? {
        didSet {
            guard sensors !== oldValue else { return }
            stop()
            observation = sensors?.observe { [weak self] _ in self?.review() }
        }
    }

    private let shakes: ShakeRelay
    private var manager: MotionManager?
    private var observation: Observation?
    /// Whether the sensor is to be read.
    private var isWanted = false
    private var detector = ShakeDetector()

    /// Seconds between samples: a shake needs no more (rule SHAKE13).
    private static let interval = 0.02

    init(_ shakes: ShakeRelay) { self.shakes = shakes }

    /// Reads the sensor from now on, or as soon as there is one.
    func start() {
        isWanted = true
        review()
    }

    /// Begins to read, if that is wanted and there may be a sensor: it may be plugged in later.
    private func review() {
        guard isWanted, manager == nil, let sensors else { return }
        guard !sensors.isSettled || sensors.equipment.sensors.contains(.accelerometer) else { return }
        let manager = MotionManager(sensors: sensors)
        manager.accelerometerUpdateInterval = Self.interval
        self.manager = manager
        detector = ShakeDetector()
        manager.startAccelerometerUpdates { [weak self] data, _ in
            if let data { self?.take(data) } else { self?.failed() }
        }
    }

    /// Switches the sensor off. A shake that is under way is cancelled.
    func stop() {
        isWanted = false
        manager?.stopAccelerometerUpdates()
        manager = nil
        lose()
    }

    /// The sensor is gone, or the machine has turned out to have no sensor.
    private func failed() {
        lose()
        guard manager?.isAccelerometerActive == false else { return }
        manager = nil
        review()
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
