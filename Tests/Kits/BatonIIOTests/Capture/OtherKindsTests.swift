// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: gyroscopes and magnetometers")
struct OtherKindsTests {
    private func shape(_ type: String, _ name: String, _ number: Int, parent: String, scale: String = "1") -> MockShape
    {
        var shape = MockShape()
        (shape.type, shape.name, shape.number, shape.parent, shape.scale) = (type, name, number, parent, scale)
        (shape.format, shape.rateFile) = (nil, "in_\(type)_sampling_frequency")
        return shape
    }

    private func first(_ machine: MockMachine, _ arguments: String...) throws -> [Double]? {
        let probe = try machine.probe(arguments.joined(separator: ","), "count=1")
        guard probe.delivers(1) else { return nil }
        return probe.samples.first.map { [$0.x, $0.y, $0.z] }
    }

    @Test("SIGN5, IIO36: a gyroscope on the accelerometer's chip is turned as its force is, without the sign")
    func sharedAxes() throws {
        let machine = try MockMachine()
        // As the most frequent matrix of hwdb: mirroring, so the chip lies with its back up.
        var chip = shape("accel", "kxcjk1013", 0, parent: "i2c-1/1-000f")
        chip.udev = ["ACCEL_MOUNT_MATRIX": "0, -1, 0; -1, 0, 0; 0, 0, 1"]
        try machine.add(chip)
        try machine.add(shape("anglvel", "kxcjk1013", 1, parent: "i2c-1/1-000f")).raw = (1, 2, 3)
        #expect(try first(machine, "kind=gyroscope") == [2, 1, -3])
    }

    @Test("SIGN5: a matrix of its own is used as it is, and negated as a whole when it mirrors")
    func ownMatrix() throws {
        for (text, expected) in [
            ("0, 1, 0; -1, 0, 0; 0, 0, 1", [2.0, -1, 3]), ("-1, 0, 0; 0, -1, 0; 0, 0, -1", [1, 2, 3]),
        ] {
            let machine = try MockMachine()
            try machine.add(shape("accel", "accel_3d", 0, parent: "a"))
            var gyroscope = shape("anglvel", "gyro_3d", 1, parent: "b")
            gyroscope.mountMatrix = ("in_anglvel_mount_matrix", text)
            try machine.add(gyroscope).raw = (1, 2, 3)
            #expect(try first(machine, "kind=gyroscope") == expected)
        }
    }

    @Test(
        "IIO36: a magnetometer's gausses become µT, and one whose axes nothing tells is taken as it is, with a notice")
    func magnetometer() throws {
        let machine = try MockMachine()
        try machine.add(shape("accel", "bmc150_accel", 0, parent: "i2c-1/1-0010"))
        try machine.add(shape("magn", "ak8963", 1, parent: "i2c-1/1-000c", scale: "0.001")).raw = (200, 0, -450)
        let probe = try machine.probe("kind=magnetometer")
        #expect(probe.delivers(2))
        let sample = try #require(probe.samples.first)
        #expect(abs(sample.x - 20) < 1e-9 && abs(sample.z + 45) < 1e-9)
        #expect(probe.lines("notice").first?.hasPrefix("mount-matrix ak8963: nothing tells how its axes lie") == true)
    }

    @Test("IIO37: without one, with several, and with the name of another one the reason is told")
    func refused() throws {
        let machine = try MockMachine()
        try machine.add(shape("accel", "accel_3d", 0, parent: "a"))
        #expect(try machine.probe("kind=gyroscope").says("refused no-sensor no gyroscope"))
        try machine.add(shape("anglvel", "one", 1, parent: "a"))
        try machine.add(shape("anglvel", "two", 2, parent: "a"))
        #expect(try machine.probe("kind=gyroscope").says("refused unsupported several gyroscopes are as good"))
        #expect(
            try machine.probe("kind=gyroscope", "device=three").says("refused no-sensor there is no gyroscope 'three'"))
        let named = try machine.probe("kind=gyroscope", "device=two", "count=1")
        #expect(named.delivers(1))
    }

    @Test("IIO36: a gyroscope is polled at its full rate, also while it measures nothing")
    func fullRate() throws {
        let machine = try MockMachine()
        try machine.add(shape("accel", "accel_3d", 0, parent: "a"))
        try machine.add(shape("anglvel", "gyro_3d", 1, parent: "a")).raw = (0, 0, 0)
        let probe = try machine.probe("kind=gyroscope", "rate=100")
        #expect(probe.delivers(60))
        let times = probe.samples.map(\.time)
        let seconds = try Double(#require(times.last) - #require(times.first)) * 1e-9
        #expect(Double(times.count - 1) / seconds > 30, "12.5 Hz would be its rate at rest")
    }
}
