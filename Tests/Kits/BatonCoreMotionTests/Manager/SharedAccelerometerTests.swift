// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation
import Testing

@testable import BatonCoreMotion

@MainActor
@Suite("The shared accelerometer", .serialized)
struct SharedAccelerometerTests {
    private final class Delegate: AccelerometerDelegate {
        var data: [AccelerometerData] = []

        func accelerometer(_ accelerometer: Accelerometer, didAccelerate acceleration: AccelerometerData) {
            data.append(acceleration)
        }
    }

    @Test("CM50: setting the delegate starts it, nil stops it, and a delegate that is gone lets the sensor off")
    func delegate() {
        let source = ScriptedSource()
        let accelerometer = Accelerometer.shared
        accelerometer.sensors = MotionSensors(source: source)
        defer { accelerometer.sensors = nil }
        var delegate: Delegate? = Delegate()
        accelerometer.updateInterval = 0.02
        #expect(source.needs.isEmpty)
        accelerometer.delegate = delegate
        source.play(1)
        #expect(delegate?.data.count == 50)
        accelerometer.updateInterval = 0
        #expect(accelerometer.updateInterval == 0.01 && source.needs.intervals == [.accelerometer: 0.01])
        accelerometer.delegate = nil
        #expect(source.needs.isEmpty)
        accelerometer.delegate = delegate
        delegate = nil
        source.play(0.1)
        #expect(source.needs.isEmpty)
    }

    @Test("CM50, CM14: it is independent of managers")
    func independent() {
        let source = ScriptedSource()
        let sensors = MotionSensors(source: source)
        let manager = MotionManager(sensors: sensors)
        let delegate = Delegate()
        Accelerometer.shared.sensors = sensors
        defer { Accelerometer.shared.sensors = nil }
        Accelerometer.shared.updateInterval = 0.1
        Accelerometer.shared.delegate = delegate
        var count = 0
        manager.startAccelerometerUpdates { _, _ in count += 1 }
        source.play(2)
        #expect(count == 200 && abs(delegate.data.count - 20) <= 1)
        manager.stopAccelerometerUpdates()
        #expect(source.needs.intervals == [.accelerometer: 0.1])
    }
}
