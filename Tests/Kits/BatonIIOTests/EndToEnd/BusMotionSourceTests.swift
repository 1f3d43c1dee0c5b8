// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonDBus
import BatonMotion
import BatonMotionClient
import BatonTestSupport
import Foundation
import Testing

/// A motion manager of an app over the real batond and baton-sensor, with mocked sensors (docs/motion.md).
@Suite("IIO: a motion manager over the bus")
struct BusMotionSourceTests {
    private let stage: SensorStage
    private let source: BusMotionSource
    private let manager: MotionManager

    init() throws {
        stage = try SensorStage(MotionStreamTests.hub, settings: ["shake.enabled=no"])
        stage.machine.sensors[0].raw = (0, 0, -981)
        stage.machine.sensors[1].raw = (0, 0, 0)
        for sensor in stage.machine.sensors { sensor.rate = 100 }
        source = BusMotionSource(connection: try stage.connect())
        manager = MotionManager(sensors: MotionSensors(source: source))
        var isSettled = false
        source.whenSettled { isSettled = true }
        try #require(stage.turn { isSettled })
    }

    @Test("CM1, CAP6: what the machine has is known without a sensor being opened")
    func equipment() throws {
        #expect(manager.isAccelerometerAvailable && manager.isGyroAvailable && manager.isDeviceMotionAvailable)
        #expect(!manager.isMagnetometerAvailable)
        #expect(manager.availableAttitudeReferenceFrames() == .xArbitraryZVertical)
        #expect(stage.helpers == [])
        let required: RequiredCapabilities = ["accelerometer", "gyroscope", "magnetometer"]
        #expect(required.missing(on: RequiredCapabilities.capabilities(of: source.equipment)) == ["magnetometer"])
    }

    @Test(
        "CM1, CM42, IIO37: a gyroscope in the other half of a convertible makes no device motion, and the bus tells the declination"
    )
    func unpaired() throws {
        var (accelerometer, gyroscope) = (MotionStreamTests.hub[0], MotionStreamTests.hub[1])
        (accelerometer.location, gyroscope.location) = ("display", "base")
        gyroscope.parent = "0020.2/HID-SENSOR-1.auto"
        let stage = try SensorStage([accelerometer, gyroscope], settings: ["motion.declination=-3.5"])
        try stage.expectReading()
        let source = BusMotionSource(connection: try stage.connect())
        let manager = MotionManager(sensors: MotionSensors(source: source))
        #expect(stage.turn { source.equipment.declination == -3.5 && source.equipment.paired.isEmpty })
        #expect(stage.turn { manager.isAccelerometerAvailable })
        #expect(!manager.isDeviceMotionAvailable && manager.availableAttitudeReferenceFrames() == [])
        let own = BusMotionSource(connection: try stage.connect(), declination: 1)
        var isSettled = false
        own.whenSettled { isSettled = true }
        #expect(stage.turn { isSettled } && own.equipment.declination == 1, "the app's word goes before")
    }

    @Test("CM14, CM23: device motion over the bus has gravity, and the sensors go off with the stop")
    func deviceMotion() throws {
        var motions: [DeviceMotion] = []
        var errors: [MotionError] = []
        manager.deviceMotionUpdateInterval = 0.02
        manager.startDeviceMotionUpdates { motion, error in
            if let motion { motions.append(motion) }
            if let error { errors.append(error) }
        }
        try #require(stage.turn { motions.count >= 100 }, "\(errors) \(stage.agent.printed)")
        let last = try #require(motions.last)
        #expect(abs(last.gravity.z + 1) < 1e-3 && abs(last.attitude.roll) < 1e-3 && errors == [])
        #expect(zip(motions, motions.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
        manager.stopDeviceMotionUpdates()
        let count = motions.count
        #expect(stage.turn { stage.helpers.isEmpty }, "baton-sensor runs for nobody")
        #expect(motions.count == count)
    }

    @Test("CM11, CM14: a shorter interval opens another stream, and no sample is missing or doubled")
    func interval() throws {
        var times: [Double] = []
        manager.gyroUpdateInterval = 0.02
        manager.startGyroUpdates { data, _ in
            if let data { times.append(data.timestamp / .seconds(1)) }
        }
        try #require(stage.turn { times.count >= 150 })
        manager.gyroUpdateInterval = 0.01
        let change = times.count
        try #require(stage.turn { times.count >= change + 400 })
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        func mean(_ times: ArraySlice<Double>) throws -> Double {
            (try #require(times.last) - #require(times.first)) / Double(times.count - 1)
        }
        let (before, after) = (try mean(times[20..<change]), try mean(times.suffix(300)))
        #expect(abs(before / after / 2 - 1) < 0.4, "\(before) s between samples, then \(after)")
    }

    @Test("CM8: a sensor that is unplugged tells it once; the others go on")
    func unplugged() throws {
        var accelerations = 0
        var errors: [MotionError] = []
        manager.startAccelerometerUpdates { data, _ in if data != nil { accelerations += 1 } }
        manager.startGyroUpdates { _, error in if let error { errors.append(error) } }
        try #require(stage.turn { accelerations > 20 && manager.gyroData != nil })
        try stage.machine.sensors[1].unplug()
        #expect(stage.turn { errors == [.notAvailable] }, "\(errors)")
        #expect(manager.gyroData == nil && manager.isGyroActive && !manager.isGyroAvailable)
        let count = accelerations
        #expect(stage.turn { accelerations > count + 50 })
        #expect(errors == [.notAvailable])
    }

    @Test("CAP6: of an agent that does not answer nothing is known for now, and it is asked again")
    func hung() throws {
        stage.agent.suspend()
        let other = BusMotionSource(connection: try stage.connect())
        var isSettled = false
        other.whenSettled { isSettled = true }
        #expect(stage.turn { isSettled } && other.equipment.sensors.isEmpty)
        stage.agent.resume()
        #expect(stage.turn { other.equipment.sensors == [.accelerometer, .gyroscope] })
    }

    @Test("CM8: an agent that dies pauses the samples, and its sensors are not there; another start says so")
    func agentGone() throws {
        var errors: [MotionError] = []
        manager.startAccelerometerUpdates { _, error in if let error { errors.append(error) } }
        try #require(stage.turn { manager.accelerometerData != nil })
        stage.agent.kill()
        #expect(stage.turn { errors == [.notAvailable] })
        #expect(source.equipment.sensors.isEmpty && manager.isAccelerometerActive)
    }
}
