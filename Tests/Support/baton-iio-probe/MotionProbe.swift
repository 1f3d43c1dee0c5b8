// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonIIO
import BatonIIOMotion
import BatonMotion
import BatonReactor
import Glibc

/// Runs a motion manager over the sensors, and prints what its handlers get, until SIGTERM. The arguments are the intervals
/// in seconds of accelerometer, gyro, magnetometer and motion; a kind without one is not started.
final class MotionProbe {
    private func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(1, bytes, bytes.count)
    }

    func run(_ words: [String: String]) {
        guard let reactor = try? Reactor() else { return }
        let source = IIOMotionSource(reactor: reactor)
        source.notice = { self.say("notice \($0.kind.rawValue) \($0.message)") }
        let manager = MotionManager(sensors: MotionSensors(source: source))
        let signals = try? reactor.signals([.terminate]) { _ in reactor.stop() }
        defer { signals?.cancel() }
        say("frames \(manager.availableAttitudeReferenceFrames().rawValue)")
        start(manager, words)
        var stopTimer: ReactorTimer?
        if let seconds = words["stop"].flatMap(Double.init) {
            stopTimer = reactor.schedule(after: .seconds(seconds)) { [unowned self] in
                manager.stopAccelerometerUpdates()
                manager.stopGyroUpdates()
                manager.stopDeviceMotionUpdates()
                say("off")
            }
        }
        try? reactor.run()
        stopTimer?.cancel()
        say("stopped")
    }

    private func start(_ manager: MotionManager, _ words: [String: String]) {
        if let interval = words["accelerometer"].flatMap(Double.init) {
            manager.accelerometerUpdateInterval = interval
            manager.startAccelerometerUpdates { [unowned self] data, error in
                tell("accelerometer", data?.timestamp, data?.acceleration, error)
            }
        }
        if let interval = words["gyro"].flatMap(Double.init) {
            manager.gyroUpdateInterval = interval
            manager.startGyroUpdates { [unowned self] data, error in
                tell("gyro", data?.timestamp, data?.rotationRate, error)
            }
        }
        if let interval = words["motion"].flatMap(Double.init) {
            manager.deviceMotionUpdateInterval = interval
            manager.startDeviceMotionUpdates { [unowned self] data, error in
                tell("motion", data?.timestamp, data?.gravity, error)
            }
        }
    }

    private func tell(_ kind: String, _ time: Duration?, _ value: SIMD3<Double>?, _ error: MotionError?) {
        guard let time, let value else { return say("error \(kind) \(error?.rawValue ?? 0)") }
        say("\(kind) \(time / .seconds(1)) \(value.x) \(value.y) \(value.z)")
    }
}
