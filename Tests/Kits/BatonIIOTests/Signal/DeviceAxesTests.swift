// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: the frame of the device")
struct DeviceAxesTests {
    /// What a pose is, by the direction that points up in the axes of the device.
    private static let poses: [(up: Acceleration, orientation: Orientation)] = [
        (Acceleration(x: 0, y: 1, z: 0), .normal), (Acceleration(x: 0, y: -1, z: 0), .bottomUp),
        (Acceleration(x: -1, y: 0, z: 0), .leftUp), (Acceleration(x: 1, y: 0, z: 0), .rightUp),
        (Acceleration(x: 0, y: 0, z: 1), .faceUp), (Acceleration(x: 0, y: 0, z: -1), .faceDown),
    ]

    private static let turned: [Orientation: Orientation] = [
        .normal: .bottomUp, .bottomUp: .normal, .leftUp: .rightUp, .rightUp: .leftUp,
    ]

    /// The orientation that the tracker finds for a sample at rest.
    private func orientation(_ sample: SensorSample) -> Orientation {
        var tracker = OrientationTracker()
        for index in 0..<100 {
            _ = tracker.process(
                SensorSample(nanoseconds: Int64(index) * 20_000_000, x: sample.x, y: sample.y, z: sample.z))
        }
        return tracker.orientation
    }

    @Test(
        "SIGN2, SIGN3, SIGN4, O13: every pose of every device is named rightly, faces too", arguments: MountedSensor.all
    )
    func table(_ sensor: MountedSensor) throws {
        let matrix = try sensor.matrix.map { try #require(MountMatrix($0)) } ?? .identity
        let found = AccelerationSign.find(
            configured: nil, name: sensor.name, path: "/sys/devices/x/iio:device0", mountMatrix: matrix)
        #expect(found.sign == (sensor.name == "accel_3d" ? .hid : .kernel))
        let calibration = ChannelCalibration(
            scales: [0.001, 0.001, 0.001], offsets: [0, 0, 0], axes: DeviceAxes(matrix, sign: found.sign))
        for pose in Self.poses {
            let raw = sensor.raw(pose.up, unit: 9807)
            let sample = calibration.sample(raw, nanoseconds: 0)
            let expected = sensor.isTurned ? Self.turned[pose.orientation] ?? pose.orientation : pose.orientation
            #expect(orientation(sample) == expected, "\(sensor), raw \(raw)")
        }
    }

    @Test(
        "SIGN3, SIGN5: with the first two rows right, any mounting gives the specific force back, and the rotation",
        arguments: 0..<200)
    func property(_ seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        let mounting = random.rotation()
        let isHID = seed.isMultiple(of: 2)
        let sigma = isHID ? 1.0 : -1
        func text(_ row: Acceleration) -> String { "\(row.x * sigma), \(row.y * sigma), \(row.z * sigma)" }
        // A third row that is wrong in any way is not used.
        let matrix = try #require(MountMatrix("\(text(mounting[0])); \(text(mounting[1])); 3, \(random.unit()), 9"))
        let axes = DeviceAxes(matrix, sign: isHID ? .hid : .kernel)
        let calibration = ChannelCalibration(scales: [1e-6, 1e-6, 1e-6], offsets: [0, 0, 0], axes: axes)
        let force = Acceleration(x: 20 * random.unit(), y: 20 * random.unit(), z: 20 * random.unit())
        let sensed = mounting[0] * force.x + mounting[1] * force.y + mounting[2] * force.z
        func raw(_ value: Double) -> Int64 { Int64((value * -sigma * 1e6).rounded()) }
        let sample = calibration.sample(
            RawScan(x: raw(sensed.x), y: raw(sensed.y), z: raw(sensed.z)), nanoseconds: 0)
        #expect((Acceleration(sample) - force).magnitude < 1e-5)
        for (index, row) in mounting.enumerated() {
            let found = Acceleration(
                x: axes.rotation[3 * index], y: axes.rotation[3 * index + 1], z: axes.rotation[3 * index + 2])
            #expect((found - row).magnitude < 1e-9)
        }
    }

    @Test("SIGN2, SIGN6: the sign is the user's word, else by the name, the hub, or the kind of the sensor")
    func sign() throws {
        let mirror = try #require(MountMatrix("1, 0, 0; 0, -1, 0; 0, 0, 1"))
        func find(
            _ name: String, _ path: String = "/sys/devices/i2c-1/iio:device0", _ matrix: MountMatrix = .identity,
            _ configured: AccelerationSign? = nil
        ) -> [String] {
            let found = AccelerationSign.find(configured: configured, name: name, path: path, mountMatrix: matrix)
            return [found.sign.rawValue, found.evidence.rawValue]
        }
        #expect(find("accel_3d") == ["hid", "name"] && find("gyro_3d") == ["hid", "name"])
        #expect(find("x", "/sys/devices/0018:1/HID-SENSOR-200073.2.auto/iio:device3") == ["hid", "hub"])
        #expect(find("bmc150_accel") == ["kernel", "chip"] && find("cros-ec-accel") == ["kernel", "chip"])
        #expect(find("bmc150_accel", "/sys", mirror) == ["kernel", "matrix"])
        #expect(find("accel_3d", "/sys", mirror, .kernel) == ["kernel", "configured"])
        #expect(find("bmc150_accel", "/sys", mirror, .hid) == ["hid", "configured"])
    }

    @Test("SIGN6: the other sign swaps face up and face down, and changes neither x nor y")
    func other() throws {
        let matrix = try #require(MountMatrix("0, -1, 0; -1, 0, 0; 0, 0, 1"))
        let samples = [AccelerationSign.hid, .kernel].map {
            ChannelCalibration(scales: [1, 1, 1], offsets: [0, 0, 0], axes: DeviceAxes(matrix, sign: $0))
                .sample(RawScan(x: 1, y: 2, z: 3), nanoseconds: 0)
        }
        #expect(samples[0].x == samples[1].x && samples[0].y == samples[1].y && samples[0].z == -samples[1].z)
    }
}

/// A source of numbers that is the same in every run.
private struct SplitMix {
    var state: UInt64

    /// A number in -1 … 1.
    mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) / Double(1 << 52) - 1
    }

    /// The rows of a rotation.
    mutating func rotation() -> [Acceleration] {
        func normalized(_ vector: Acceleration) -> Acceleration { vector * (1 / vector.magnitude) }
        let first = normalized(Acceleration(x: unit() + 0.01, y: unit(), z: unit()))
        let other = Acceleration(x: unit(), y: unit(), z: unit())
        let second = normalized(other - first * first.dot(other))
        return [first, second, first.cross(second)]
    }
}
