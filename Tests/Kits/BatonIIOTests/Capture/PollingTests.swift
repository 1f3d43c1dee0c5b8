// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Foundation
import Testing

@Suite("IIO: polling")
struct PollingTests {
    private func bare() -> MockShape {
        var shape = MockShape()
        (shape.name, shape.format, shape.trigger, shape.triggers) = ("bmc150_accel", nil, nil, [])
        return shape
    }

    @Test("IIO29: a sensor without a buffer is polled, without a word")
    func sysfsOnly() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(bare())
        sensor.raw = (100, -200, 1000)
        let probe = try machine.probe("reading=auto")
        #expect(probe.delivers(5))
        #expect(probe.mode == "poll")
        #expect(probe.lines("notice") == [])
        let sample = try #require(probe.samples.last)
        #expect(abs(sample.x + 0.9807) < 1e-9 && abs(sample.y - 1.9614) < 1e-9 && abs(sample.z - 9.807) < 1e-9)
        let now = MockSensor.now(CLOCK_MONOTONIC)
        #expect(sample.time <= now && sample.time > now - 5_000_000_000)
        #expect(zip(probe.samples, probe.samples.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(probe.stop())
        // A request for the buffer is refused, with advice.
        #expect(try machine.probe("reading=buffer").says("refused unsupported bmc150_accel: it has no kernel buffer"))
    }

    @Test("scale and offset may be missing, and a scale of nothing is none")
    func scale() throws {
        for (scale, offset, expected) in [(nil, nil, 10.0), ("0.5", "4", 7), ("0", nil, 10), ("nan", nil, 10)] {
            let machine = try MockMachine()
            var shape = bare()
            (shape.scale, shape.offset) = (scale, offset)
            try machine.add(shape).raw = (0, 0, 10)
            let probe = try machine.probe()
            #expect(probe.delivers(1))
            #expect(probe.samples.last?.z == expected)
        }
    }

    @Test("IIO10: values that the driver has scaled keep their fractions")
    func scaledValues() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(bare())
        for (axis, value) in [("x", "-0.25"), ("y", "1.5"), ("z", "9.806650")] {
            try FileManager.default.removeItem(atPath: "\(machine.root)/\(sensor.path)/in_accel_\(axis)_raw")
            try sensor.set("in_accel_\(axis)_input", value)
        }
        let probe = try machine.probe()
        #expect(probe.delivers(1))
        #expect(probe.samples.last.map { [abs($0.x), abs($0.y), abs($0.z)] } == [0.25, 1.5, 9.80665])
        #expect(probe.stop())
    }

    @Test(
        "the mount matrix is found under its three names",
        arguments: ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"])
    func mountMatrix(_ file: String) throws {
        let machine = try MockMachine()
        var shape = bare()
        shape.mountMatrix = (file, "0, 1, 0; -1, 0, 0; 0, 0, -1")
        shape.scale = "1"
        try machine.add(shape).raw = (1, 2, 3)
        let probe = try machine.probe()
        #expect(probe.delivers(1))
        #expect(probe.samples.last.map { [$0.x, $0.y, $0.z] } == [-2, 1, 3])
    }

    @Test("IIO8: of several mount matrices the first by the rule's order counts", arguments: [1, 2, 3])
    func firstMountMatrix(_ count: Int) throws {
        let machine = try MockMachine()
        var shape = bare()
        shape.scale = "1"
        let sensor = try machine.add(shape)
        let files = ["in_mount_matrix", "in_accel_mount_matrix", "mount_matrix"]
        for (index, file) in files.prefix(count).enumerated() {
            try sensor.set(file, "0, \(index + 1), 0; -1, 0, 0; 0, 0, -1")
        }
        sensor.raw = (1, 2, 3)
        let probe = try machine.probe()
        #expect(probe.delivers(1))
        #expect(probe.samples.last?.x == Double(-2 * count), "not that of \(files[count - 1])")
    }

    @Test("what udev's hardware database says about it corrects the firmware's matrix")
    func udevMountMatrix() throws {
        let machine = try MockMachine()
        var shape = bare()
        shape.mountMatrix = ("in_mount_matrix", "0, 1, 0; -1, 0, 0; 0, 0, -1")
        shape.udev = ["ACCEL_MOUNT_MATRIX": "-1, 0, 0; 0, 1, 0; 0, 0, 1"]
        shape.scale = "1"
        try machine.add(shape).raw = (1, 2, 3)
        let probe = try machine.probe()
        #expect(probe.delivers(1))
        #expect(probe.samples.last.map { [$0.x, $0.y, $0.z] } == [1, -2, -3])
    }

    @Test("a mount matrix that is none leaves the axes as they are, and is told")
    func badMountMatrix() throws {
        let machine = try MockMachine()
        var shape = bare()
        shape.mountMatrix = ("in_mount_matrix", "1, 0, 0; 0, 0; 0, 0, 1")
        try machine.add(shape).raw = (0, 0, 1000)
        let probe = try machine.probe()
        #expect(probe.delivers(1))
        #expect(probe.samples.last.map { abs($0.z - 9.807) < 1e-9 } == true)
        #expect(
            probe.lines("notice").first?.hasPrefix(
                "mount-matrix bmc150_accel: the mount matrix '1, 0, 0; 0, 0; 0, 0, 1'") == true)
    }

    @Test("a sensor at rest wakes at most thirteen times a second, and one that moves is read at fifty")
    func pace() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(bare())
        let probe = try machine.probe()
        #expect(probe.delivers(38))
        #expect(probe.stop())
        let words = try #require(probe.lines("stopped").first).split(separator: " ").compactMap { Double($0) }
        // The first read and the end do not belong to the rest.
        #expect((words[0] - 2) / words[1] <= 13, "\(words)")

        let moving = try machine.probe()
        #expect(moving.delivers(5))
        var count = 0
        let isFast = machine.reactor.turn(until: {
            count += 1
            sensor.raw = (count % 6 < 3 ? 1500 : -1500, 0, 1000)
            // Ten samples in less than 0.45 s.
            let last = moving.samples.suffix(10)
            return last.count == 10 && last[last.endIndex - 1].time - last[last.startIndex].time < 450_000_000
        })
        #expect(isFast)
    }

    @Test("while samples are recorded, a sensor at rest is read at fifty too")
    func noRest() throws {
        let machine = try MockMachine()
        try machine.add(bare())
        let probe = try machine.probe("rest=0")
        try #require(probe.delivers(30))
        // Ten samples in less than 0.45 s. At rest they take 720 ms.
        let isFast = machine.reactor.turn(until: {
            let samples = probe.samples
            return zip(samples, samples.dropFirst(9)).contains { $1.time - $0.time < 450_000_000 }
        })
        #expect(isFast)
    }

    @Test("a scale that is off by ten is told")
    func wrongScale() throws {
        let machine = try MockMachine()
        var shape = bare()
        shape.scale = "0.09807"
        try machine.add(shape)
        let probe = try machine.probe()
        #expect(probe.says("notice gravity bmc150_accel: measures 98.1 m/s² at rest instead of 9.8"))
    }

    @Test("IIO31: negative values that an old hid kernel shows as large ones are negative")
    func repaired() throws {
        let machine = try MockMachine()
        try machine.add().raw = (64497, 0, 0)
        let probe = try machine.probe("reading=poll")
        #expect(probe.delivers(1))
        #expect(probe.samples.last.map { abs($0.x - 1039 * 0.009807) < 1e-9 } == true)
    }

    @Test("an unplugged sensor is gone")
    func unplug() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(bare())
        let probe = try machine.probe()
        #expect(probe.delivers(3))
        try sensor.unplug()
        #expect(probe.says("failed gone bmc150_accel: reading its axes", within: .seconds(25)))
        #expect(machine.reactor.turn(until: { probe.hasEnded }))
    }

    @Test("values that are no numbers have some seconds to become some")
    func garbage() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(bare())
        let probe = try machine.probe()
        #expect(probe.delivers(3))
        try sensor.set("in_accel_y_raw", "nan")
        let count = probe.samples.count
        try sensor.set("in_accel_y_raw", "0")
        #expect(probe.delivers(count + 3))
        try sensor.set("in_accel_y_raw", "nan")
        #expect(probe.says("failed unsupported bmc150_accel: reading its axes", within: .seconds(25)))
    }

    @Test("IIO13: a rate that is too low is raised for as long as it is needed")
    func rate() throws {
        let machine = try MockMachine()
        var shape = bare()
        (shape.rate, shape.availableRates) = ("15.620000", "7.81 15.62 31.25 62.5 125")
        let sensor = try machine.add(shape)
        let probe = try machine.probe()
        #expect(probe.delivers(1))
        #expect(sensor[shape.rateFile] == "62.500000")
        #expect(probe.stop())
        #expect(sensor[shape.rateFile] == "15.620000")
    }
}
