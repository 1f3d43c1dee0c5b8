// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: the frame of mocked devices")
struct FrameTests {
    private static let poses = [
        Acceleration(x: 0, y: 0, z: 1), Acceleration(x: 0, y: 0, z: -1), Acceleration(x: 0, y: 1, z: 0),
        Acceleration(x: -1, y: 0, z: 0),
    ]

    @Test("SIGN1, SIGN9, IIO8, IIO9: the sample has +9.8 on the axis that points up", arguments: MountedSensor.all)
    func samples(_ mounted: MountedSensor) throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.name, shape.format, shape.scale) = (mounted.name, nil, "0.009807")
        if let matrix = mounted.matrix {
            if let file = mounted.file {
                shape.mountMatrix = (file, matrix)
            } else {
                shape.udev = ["ACCEL_MOUNT_MATRIX": matrix]
            }
        }
        let sensor = try machine.add(shape)
        for (index, pose) in Self.poses.enumerated() {
            let raw = mounted.raw(pose, unit: 1000)
            sensor.raw = (raw.x, raw.y, raw.z)
            // Each pose is read by a new process, as each of them reads the attributes again.
            let probe = try machine.probe("count=1")
            #expect(probe.delivers(1))
            let sample = try #require(probe.samples.first)
            let turned = mounted.isTurned && index > 1 ? -9.807 : 9.807
            let wanted = pose * turned
            #expect((Acceleration(x: sample.x, y: sample.y, z: sample.z) - wanted).magnitude < 1e-9, "\(pose)")
        }
    }

    @Test("SIGN6: the user's sign goes before the name of the sensor", arguments: ["hid", "kernel"])
    func configured(_ sign: String) throws {
        let machine = try MockMachine()
        try machine.add().raw = (0, 0, 1000)
        let probe = try machine.probe("count=1", "sign=\(sign)")
        #expect(probe.delivers(1))
        #expect(probe.samples.first.map { $0.z > 0 } == (sign == "kernel"))
        #expect(probe.lines("sign") == ["\(sign) configured"])
    }
}
