// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation
import Testing

@testable import BatonCoreMotion

@Suite("Device motion")
struct DeviceMotionTests {
    private func run(
        _ frame: AttitudeReferenceFrame = .xArbitraryZVertical, seconds: Double = 20, declination: Double? = nil,
        _ each: (DeviceMotion, MotionManager) -> Void = { _, _ in }
    ) -> [DeviceMotion] {
        let source = ScriptedSource(declination: declination)
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var all: [DeviceMotion] = []
        manager.startDeviceMotionUpdates(using: frame) { motion, _ in if let motion { all.append(motion) } }
        source.play(seconds)
        for motion in all { each(motion, manager) }
        return all
    }

    @Test("CM20, CM21, CM22: units and signs: on its back (0, 0, −1) g, rad/s and µT as they are")
    func units() {
        let back = AccelerometerData(SensorSample(nanoseconds: 5, x: 0, y: 0, z: 9.80665))
        #expect(back.acceleration == SIMD3(0, 0, -1) && back.timestamp == .nanoseconds(5))
        #expect(AccelerometerData(SensorSample(nanoseconds: 5, x: 0, y: 0, z: 0)).acceleration == SIMD3())
        // Pushed to the right at 1 g.
        #expect(AccelerometerData(SensorSample(nanoseconds: 5, x: 9.80665, y: 0, z: 9.80665)).acceleration.x == -1)
        #expect(GyroData(SensorSample(.gyroscope, nanoseconds: 5, x: 1, y: 2, z: 3)).rotationRate == SIMD3(1, 2, 3))
        let field = MagnetometerData(SensorSample(.magnetometer, nanoseconds: 5, x: 1, y: 2, z: 3))
        #expect(field.magneticField == SIMD3(1, 2, 3))
    }

    @Test("CM23: gravity has length 1, the user's acceleration is the rest, and the rate is without the bias")
    func parts() throws {
        let device = Tumbling()
        let all = run(seconds: 25)
        for motion in all {
            let length = (motion.gravity * motion.gravity).sum().squareRoot()
            #expect(abs(length - 1) < 1e-12)
        }
        let last = try #require(all.last)
        let time = last.timestamp / .seconds(1) - 1000
        let force = device.sample(.accelerometer, time)
        let acceleration = AccelerometerData(force).acceleration
        let rest = last.gravity + last.userAcceleration - acceleration
        #expect((rest * rest).sum() < 1e-20)
        #expect((last.userAcceleration * last.userAcceleration).sum().squareRoot() < 0.03)
        let rate = last.rotationRate - (device.sample(.gyroscope, time).vector - device.bias)
        #expect((rate * rate).sum().squareRoot() < 0.003)
        #expect(last.heading == -1 && last.magneticField.accuracy == .uncalibrated)
    }

    @Test("CM24: the first motion comes 0.1 s after both sensors gave data, then one for each sample of the gyroscope")
    func first() throws {
        let all = run(seconds: 3)
        let begin = try #require(all.first).timestamp - .seconds(1000)
        #expect(begin >= .milliseconds(100) && begin < .milliseconds(140))
        #expect(
            zip(all, all.dropFirst()).allSatisfy { abs(($1.timestamp - $0.timestamp) / .milliseconds(10) - 1) < 0.01 })
    }

    @Test("CM25: without a gyroscope there is no attitude")
    func noGyroscope() {
        let manager = MotionManager(sensors: MotionSensors(source: ScriptedSource([.accelerometer, .magnetometer])))
        #expect(!manager.isDeviceMotionAvailable && manager.availableAttitudeReferenceFrames() == [])
    }

    @Test("CM40, CM42: the frames are those that the sensors allow; another one is refused with the reason")
    func frames() {
        var equipment = MotionEquipment(sensors: [.accelerometer, .gyroscope], paired: [.gyroscope])
        #expect(equipment.frames == .xArbitraryZVertical)
        equipment.sensors.insert(.magnetometer)
        #expect(equipment.frames == .xArbitraryZVertical, "the magnetometer is somewhere else")
        equipment.paired.insert(.magnetometer)
        #expect(equipment.frames.rawValue == 1 | 2 | 4)
        equipment.declination = 3
        #expect(equipment.frames.rawValue == 1 | 2 | 4 | 8)
        for (sensors, frame, expected) in [
            ([.accelerometer, .gyroscope, .magnetometer], .xTrueNorthZVertical, .trueNorthNotAvailable),
            ([.accelerometer, .gyroscope], .xMagneticNorthZVertical, .notAvailable),
            ([.accelerometer, .gyroscope], .xTrueNorthZVertical, .notAvailable),
            ([.accelerometer, .gyroscope], [], .invalidParameter),
            ([.accelerometer, .gyroscope], AttitudeReferenceFrame(rawValue: 3), .invalidParameter),
        ] as [(Set<SensorKind>, AttitudeReferenceFrame, MotionError)] {
            let source = ScriptedSource(sensors)
            let manager = MotionManager(sensors: MotionSensors(source: source))
            var told: [MotionError?] = []
            manager.startDeviceMotionUpdates(using: frame) { told.append($1) }
            source.run()
            #expect(told == [expected] && !manager.isDeviceMotionActive && manager.attitudeReferenceFrame == frame)
        }
    }

    @Test(
        "CM40, CM41: the yaw is 0 at the first value of an arbitrary frame, and after stop and start again",
        arguments: [1, 2] as [UInt32])
    func arbitrary(_ value: UInt32) throws {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        for _ in 0..<2 {
            var first: DeviceMotion?
            manager.startDeviceMotionUpdates(using: AttitudeReferenceFrame(rawValue: value)) { motion, _ in
                if first == nil, let motion { first = motion }
            }
            source.play(8)
            #expect(abs(try #require(first).attitude.yaw) < 1e-9)
            #expect(abs(try #require(manager.deviceMotion).attitude.yaw) > 0.01)
            manager.stopDeviceMotionUpdates()
        }
    }

    @Test("CM41: x points to magnetic north, and to true north by the declination; the heading is where the top points")
    func north() throws {
        let magnetic = try #require(run(.xMagneticNorthZVertical, seconds: 30).last)
        let north = try #require(run(.xTrueNorthZVertical, seconds: 30, declination: 10).last)
        let device = Tumbling()
        let attitude = device.attitude(magnetic.timestamp / .seconds(1) - 1000)
        // The true frame of the test has y to magnetic north.
        let expected = Attitude(quaternion: Quaternion(angle: -.pi / 2, around: SIMD3(0, 0, 1)) * attitude)
        #expect(abs(expected.relative(to: magnetic.attitude).quaternion.w) > cos(1.5 * .pi / 180))
        let turn = Attitude(quaternion: north.attitude.quaternion * magnetic.attitude.quaternion.conjugate)
        #expect(abs(turn.yaw + 10 * .pi / 180) < 1e-9 && abs(turn.pitch) < 1e-9)
        let top = attitude.rotate(SIMD3(0, 1, 0))
        let bearing = atan2(top.x, top.y) * 180 / .pi
        let difference = magnetic.heading - bearing
        #expect(abs(difference - 360 * (difference / 360).rounded()) < 3)
        #expect((0..<360).contains(magnetic.heading))
        let other = north.heading - magnetic.heading - 10
        #expect(abs(other - 360 * (other / 360).rounded()) < 1e-6)
    }

    @Test(
        "CM26, CM43: while the field is not known the handler hears it once, and the display is shown and hidden once")
    func movement() throws {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var (errors, shown, accuracies) = ([MotionError](), [Bool](), [CalibratedMagneticField.Accuracy]())
        manager.showsDeviceMovementDisplay = true
        manager.movementDisplay = { shown.append($0) }
        manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical) { motion, error in
            if let error { errors.append(error) }
            if let accuracy = motion?.magneticField.accuracy, accuracy != accuracies.last {
                accuracies.append(accuracy)
            }
        }
        source.play(2)
        #expect(shown == [true] && errors == [.deviceRequiresMovement] && manager.deviceMotion != nil)
        source.play(20)
        #expect(shown == [true, false] && errors == [.deviceRequiresMovement])
        #expect(accuracies == [.uncalibrated, .medium])
        source.distort = { sample in
            guard sample.kind == .magnetometer else { return sample }
            return SensorSample(
                .magnetometer, nanoseconds: sample.nanoseconds, x: 3 * sample.x, y: 3 * sample.y, z: 3 * sample.z)
        }
        source.play(3)
        #expect(accuracies == [.uncalibrated, .medium, .low])
        manager.stopDeviceMotionUpdates()
        #expect(shown == [true, false])
    }

    @Test(
        "CM26: the accuracy is high when the field has been undisturbed for 30 s, and uncalibrated for one that no earth has"
    )
    func accuracy() {
        for (factor, expected) in [(1.0, [-1, 1, 2]), (4, [-1])] {
            let source = ScriptedSource()
            let manager = MotionManager(sensors: MotionSensors(source: source))
            source.distort = { sample in
                guard sample.kind == .magnetometer else { return sample }
                return SensorSample(
                    .magnetometer, nanoseconds: sample.nanoseconds, x: factor * sample.x, y: factor * sample.y,
                    z: factor * sample.z)
            }
            var accuracies: [Int] = []
            manager.startDeviceMotionUpdates(using: .xArbitraryCorrectedZVertical) { motion, _ in
                if let value = motion?.magneticField.accuracy.rawValue, value != accuracies.last {
                    accuracies.append(value)
                }
            }
            source.play(50)
            #expect(accuracies == expected)
        }
    }

    @Test("CM26, VQF10, VQF11: a speaker beside the magnetometer makes the accuracy low and does not turn the heading")
    func speaker() throws {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var all: [DeviceMotion] = []
        manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical) { motion, _ in
            if let motion { all.append(motion) }
        }
        // Its own field, and a bass tone on it.
        source.distort = { sample in
            let time = Double(sample.nanoseconds - 1_000_000_000_000) * 1e-9
            guard sample.kind == .magnetometer, time > 35, time < 50 else { return sample }
            let force = 180 + 120 * sin(2 * .pi * 3.1 * time)
            return SensorSample(
                .magnetometer, nanoseconds: sample.nanoseconds, x: sample.x + force, y: sample.y - force / 2,
                z: sample.z)
        }
        source.play(58)
        func during(_ range: ClosedRange<Double>) -> [DeviceMotion] {
            all.filter { range.contains($0.timestamp / .seconds(1) - 1000) }
        }
        #expect(during(30...34).allSatisfy { $0.magneticField.accuracy.rawValue >= 1 })
        #expect(during(37...49).allSatisfy { $0.magneticField.accuracy == .low })
        for motion in during(36...57) {
            let seconds = motion.timestamp / .seconds(1) - 1000
            let truth = Quaternion(aroundZ: -.pi / 2) * source.device.attitude(seconds)
            let error = truth.conjugate * motion.attitude.quaternion
            #expect(abs(error.w) > cos(3 * Double.pi / 180), "at \(seconds) s the attitude is off by more than 6°")
        }
    }

    @Test("CM43: the display is hidden when updates stop while it is shown, and never shown in other frames")
    func hidden() {
        let source = ScriptedSource()
        let manager = MotionManager(sensors: MotionSensors(source: source))
        var shown: [Bool] = []
        manager.showsDeviceMovementDisplay = true
        manager.movementDisplay = { shown.append($0) }
        manager.startDeviceMotionUpdates()
        source.play(1)
        #expect(shown == [])
        manager.startDeviceMotionUpdates(using: .xArbitraryCorrectedZVertical)
        source.play(1)
        manager.stopDeviceMotionUpdates()
        #expect(shown == [true, false])
    }

    @Test("CM44: the bias is kept for a minute without a user")
    func kept() throws {
        let source = ScriptedSource()
        let sensors = MotionSensors(source: source)
        let manager = MotionManager(sensors: sensors)
        func error() throws -> Double {
            manager.startDeviceMotionUpdates()
            source.play(0.3)
            let motion = try #require(manager.deviceMotion)
            let time = motion.timestamp / .seconds(1) - 1000
            let difference = motion.rotationRate - source.device.rate(time - 0.005)
            return (difference * difference).sum().squareRoot()
        }
        #expect(try error() > 0.01)
        source.play(15)
        manager.stopDeviceMotionUpdates()
        source.play(5)
        #expect(try error() < 0.003)
        manager.stopDeviceMotionUpdates()
        source.play(70)
        #expect(try error() > 0.01)
    }
}

extension SensorSample {
    var vector: SIMD3<Double> { SIMD3(x, y, z) }
}
