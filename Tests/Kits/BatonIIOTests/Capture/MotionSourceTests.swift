// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Testing

/// The real manager over mocked sensors, in a process of its own.
@Suite("IIO: a motion manager over the machine's sensors")
struct MotionSourceTests {
    private func shape(_ type: String, _ name: String, _ number: Int, buffered: Bool = false) -> MockShape {
        var shape = MockShape()
        (shape.type, shape.name, shape.number, shape.scale) = (type, name, number, "0.01")
        shape.parent = "0020.1/HID-SENSOR-\(number).auto"
        shape.rateFile = "in_\(type)_sampling_frequency"
        if !buffered { shape.format = nil }
        return shape
    }

    /// The values of the lines of a kind: time, x, y, z.
    private func values(_ probe: Probe, _ kind: String) -> [[Double]] {
        probe.lines(kind).map { $0.split(separator: " ").compactMap { Double($0) } }
    }

    @Test("IIO38, CM14, CM23: accelerometer and gyroscope of a hub give samples at their own rates, and gravity")
    func motion() throws {
        let machine = try MockMachine()
        try machine.add(shape("accel", "accel_3d", 0)).raw = (0, 0, -981)
        try machine.add(shape("anglvel", "gyro_3d", 1)).raw = (0, 0, 0)
        let probe = try machine.probe("motion=0.02", "gyro=0.1")
        #expect(probe.says("frames 1"))
        #expect(machine.reactor.turn(until: { values(probe, "motion").count >= 60 }, within: .seconds(25)))
        let last = try #require(values(probe, "motion").last)
        #expect(abs(last[3] + 1) < 1e-3 && abs(last[1]) < 1e-3)
        let (motions, gyros) = (values(probe, "motion"), values(probe, "gyro"))
        let seconds = try #require(motions.last)[0] - #require(motions.first)[0]
        #expect(Double(motions.count) / seconds < 55)
        #expect(Double(gyros.count) < 0.35 * Double(motions.count))
        #expect(zip(motions, motions.dropFirst()).allSatisfy { $0[0] < $1[0] })
        #expect(probe.stop())
    }

    @Test("IIO38, CM8: a gyroscope that is unplugged tells it once, and the accelerometer goes on")
    func unplugged() throws {
        let machine = try MockMachine()
        try machine.add(shape("accel", "accel_3d", 0)).raw = (0, 0, -981)
        let gyroscope = try machine.add(shape("anglvel", "gyro_3d", 1))
        gyroscope.raw = (0, 0, 0)
        let probe = try machine.probe("motion=0.05", "gyro=0.02", "accelerometer=0.02")
        #expect(machine.reactor.turn(until: { values(probe, "motion").count >= 5 }, within: .seconds(25)))
        try gyroscope.unplug()
        #expect(probe.says("error gyro 109") && probe.says("error motion 109"))
        let count = values(probe, "accelerometer").count
        #expect(
            machine.reactor.turn(until: { values(probe, "accelerometer").count > count + 50 }, within: .seconds(25)))
        #expect(probe.lines("error").filter { $0.hasPrefix("gyro") }.count == 1)
    }

    @Test("IIO38, CM12: a buffered sensor is read every 20 ms, and its buffer is as it was found after the last stop")
    func buffered() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(shape("accel", "accel_3d", 0, buffered: true))
        sensor.rate = 100
        let before = sensor.state
        let probe = try machine.probe("motion=", "accelerometer=0.01", "stop=2")
        #expect(probe.says("accelerometer "))
        #expect(machine.reactor.turn(until: { sensor["buffer/watermark"] == "1" || sensor["buffer/watermark"] == "2" }))
        #expect(probe.says("off"))
        #expect(machine.reactor.turn(until: { sensor.state == before }))
        #expect(values(probe, "accelerometer").allSatisfy { abs($0[3] + 10 / 9.80665) < 1e-6 })
    }

    @Test("IIO38, CM7: a machine without sensors has no frames, and every start is refused")
    func nothing() throws {
        let probe = try MockMachine().probe("motion=0.05", "gyro=0.05")
        #expect(probe.says("frames 0") && probe.says("error gyro 109") && probe.says("error motion 109"))
    }

    /// A chip that measures force and rotation, as one device of IIO.
    private func chip(buffered: Bool) -> MockShape {
        var chip = shape("accel", "bmi160", 0, buffered: buffered)
        (chip.parent, chip.second, chip.hasTimestamp) = ("i2c-1/1-0068", "anglvel", true)
        return chip
    }

    @Test("IIO39: force and rotation of one chip come from one buffer with one time", arguments: [true, false])
    func oneDevice(isBuffered: Bool) throws {
        let machine = try MockMachine()
        let sensor = try machine.add(chip(buffered: isBuffered))
        sensor.raw = (0, 0, 981)
        sensor.rate = 100
        let before = isBuffered ? sensor.state : [:]
        let probe = try machine.probe("motion=", "accelerometer=0.01", "gyro=0.01", "stop=3")
        #expect(machine.reactor.turn(until: { values(probe, "gyro").count >= 60 }, within: .seconds(25)))
        if isBuffered { #expect(sensor["scan_elements/in_anglvel_z_en"] == "1" && sensor.isOn) }
        let (forces, rates) = (values(probe, "accelerometer"), values(probe, "gyro"))
        #expect(forces.allSatisfy { abs($0[3] + 9.81 / 9.80665) < 1e-6 })
        #expect(rates.allSatisfy { abs($0[3] - 98.1) < 1e-6 })
        let times = Set(forces.map { $0[0] })
        #expect(rates.dropLast().allSatisfy { times.contains($0[0]) }, "the two are of different times")
        #expect(probe.says("off"))
        if isBuffered { #expect(machine.reactor.turn(until: { sensor.state == before })) }
    }

    @Test("IIO39, CM8: a chip that is unplugged tells each of its kinds once", arguments: [true, false])
    func chipUnplugged(isBuffered: Bool) throws {
        let machine = try MockMachine()
        let sensor = try machine.add(chip(buffered: isBuffered))
        sensor.raw = (0, 0, 981)
        sensor.rate = 100
        let probe = try machine.probe("motion=0.02", "accelerometer=0.02", "gyro=0.02")
        #expect(machine.reactor.turn(until: { values(probe, "gyro").count >= 20 }, within: .seconds(25)))
        try sensor.unplug()
        #expect(probe.says("error gyro 109") && probe.says("error motion 109") && probe.says("error accelerometer 109"))
        for kind in ["gyro", "motion", "accelerometer"] {
            #expect(probe.lines("error").filter { $0.hasPrefix(kind) }.count == 1, "\(kind)")
        }
        #expect(probe.stop())
    }

    @Test("IIO39: of the slower of two kinds in a buffer only the scans with a new value count")
    func slowerKind() throws {
        let machine = try MockMachine()
        var chip = chip(buffered: true)
        (chip.rate, chip.availableRates, chip.secondRate) = ("25", "25", "100")
        let sensor = try machine.add(chip)
        sensor.rate = 100
        let probe = try machine.probe("motion=", "accelerometer=0.01", "gyro=0.01")
        #expect(machine.reactor.turn(until: { values(probe, "gyro").count >= 200 }, within: .seconds(25)))
        // On a busy machine the first kind may run for a while before the second one is asked for, and the times of the first
        // batches are estimates.
        // Of the last batch one kind may be printed and the other not yet.
        let (allForces, allRates) = (values(probe, "accelerometer"), values(probe, "gyro"))
        let begin = try #require(allRates.first)[0] + 0.5
        let end = min(try #require(allForces.last)[0], try #require(allRates.last)[0])
        let forces = allForces.filter { $0[0] >= begin && $0[0] <= end }
        let rates = allRates.filter { $0[0] >= begin && $0[0] <= end }
        let ratio = Double(rates.count) / Double(max(1, forces.count))
        #expect(abs(ratio - 4) < 0.2, "\(ratio) values of the gyroscope for one of the accelerometer")
    }
}
