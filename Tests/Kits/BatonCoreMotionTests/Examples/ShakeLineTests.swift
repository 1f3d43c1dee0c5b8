// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Foundation
import Testing

/// The example of docs/motion.md.
private struct ShakeLine {
    private var filter = HighPassFilter(timeConstant: 0.6)
    private var strongest = Acceleration.zero

    /// Takes each reading while the app looks at the accelerometer.
    mutating func add(_ data: AccelerometerData, after interval: Double) {
        let value = Acceleration(x: data.acceleration.x, y: data.acceleration.y, z: data.acceleration.z)
        let motion = filter.pass(value, after: interval)
        if motion.magnitude > strongest.magnitude { strongest = motion }
    }

    /// Called when a shake has ended: whether it went up and down.
    mutating func isVertical(_ manager: MotionManager) -> Bool? {
        defer { strongest = .zero }
        guard let down = manager.accelerometerData?.acceleration else { return nil }
        let gravity = Acceleration(x: down.x, y: down.y, z: down.z)
        return abs(strongest.dot(gravity)) > 0.7 * strongest.magnitude * gravity.magnitude
    }
}

@Suite("An app that tells the direction of a shake")
struct ShakeLineTests {
    @Test(
        "CM3, M1: the latest acceleration, pulled when the shake ends, tells a vertical shake from a horizontal one",
        arguments: [true, false])
    func line(_ isVertical: Bool) {
        let source = ScriptedSource([.accelerometer])
        let manager = MotionManager(sensors: MotionSensors(source: source))
        let up = SIMD3(0.0, 0.8, 0.6)
        let line = isVertical ? up : SIMD3(0, 0.6, -0.8)
        source.distort = { sample in
            let time = Double(sample.nanoseconds) * 1e-9 - 1000
            let push = (3...5).contains(time) ? 35 * sin(2 * .pi * 4 * time) : 0
            let value = 9.80665 * up + push * line
            return SensorSample(nanoseconds: sample.nanoseconds, x: value.x, y: value.y, z: value.z)
        }
        var (shake, detector, answer) = (
            ShakeLine(), ShakeDetector(ShakeSettings(longestShake: .seconds(4))), nil as Bool?
        )
        manager.startAccelerometerUpdates { data, _ in
            guard let data else { return }
            shake.add(data, after: 0.01)
            let force = data.acceleration * -Acceleration.standardGravity
            let sample = SensorSample(at: data.timestamp, x: force.x, y: force.y, z: force.z)
            if case .ended = detector.process(sample) { answer = shake.isVertical(manager) }
        }
        source.play(8)
        #expect(answer == isVertical)
    }
}
