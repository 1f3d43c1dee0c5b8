// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@Suite("IIO: the kernel's buffer")
struct BufferTests {
    @Test(
        "IIO21, IIO22, IIO23: every form is read as it was meant, with stamps and without",
        arguments: [
            MockFormat(bits: 16, storage: 32), MockFormat(bits: 12, storage: 16, shift: 4),
            MockFormat(isBigEndian: true, bits: 12, storage: 16, shift: 4), MockFormat(bits: 32, storage: 32),
            MockFormat(isBigEndian: true, bits: 16, storage: 16), MockFormat(bits: 16, storage: 16),
            MockFormat(bits: 8, storage: 8), MockFormat(bits: 24, storage: 32, shift: 8),
        ], [false, true])
    func formats(_ format: MockFormat, _ hasTimestamp: Bool) throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.format, shape.hasTimestamp, shape.scale) = (format, hasTimestamp, "0.1")
        let sensor = try machine.add(shape)
        sensor.raw = (-3, 125, -128)
        // The timestamps differ from the time of arrival by an amount that has no other cause.
        sensor.stamp = { MockSensor.now(CLOCK_REALTIME) - 1_500_000_000 }
        let probe = try machine.probe("reading=auto")
        #expect(probe.delivers(20))
        #expect(probe.mode == "buffer")
        for sample in probe.samples {
            #expect(abs(sample.x - 0.3) < 1e-9 && abs(sample.y + 12.5) < 1e-9 && abs(sample.z - 12.8) < 1e-9)
        }
        let samples = probe.samples
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
        let age = try MockSensor.now(CLOCK_MONOTONIC) - #require(samples.last).time
        #expect(hasTimestamp ? age > 1_500_000_000 : age < 1_400_000_000, "\(age)")
        #expect(age < 10_000_000_000 && age > -40_000_000)
        #expect(probe.stop())
    }

    @Test("at rest it wakes at most five times a second")
    func wakeUps() throws {
        let machine = try MockMachine()
        try machine.add()
        let probe = try machine.probe()
        #expect(probe.delivers(150))
        #expect(probe.stop())
        let words = try #require(probe.lines("stopped").first).split(separator: " ").compactMap { Double($0) }
        // Measured by the sensor's time, at 50 samples a second, because a feeder that is late catches up. The first
        // read and the end do not belong to the rest, which may begin with a wake-up.
        let seconds = Double(probe.samples.count) / 50
        #expect((words[0] - 3) / seconds <= 5, "\(words) \(seconds)")
    }

    @Test("IIO19, IIO24: what was found is put back", arguments: ["auto", "buffer"])
    func restores(_ reading: String) throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.hasTimestamp, shape.rate, shape.trigger) = (true, "10.000000", "")
        let sensor = try machine.add(shape)
        try sensor.set("scan_elements/in_accel_x_en", "1")
        try sensor.set("buffer/length", "77")
        try sensor.set("buffer/watermark", "3")
        let before = sensor.state
        let probe = try machine.probe("reading=\(reading)")
        #expect(probe.delivers(20))
        #expect(sensor.isOn)
        #expect(sensor["scan_elements/in_accel_z_en"] == "1")
        #expect(sensor["trigger/current_trigger"] == "accel_3d-dev0")
        #expect(sensor["buffer/watermark"] == "10")
        #expect(sensor["buffer/length"] == "40", "room for four times as many")
        #expect(sensor[shape.rateFile] == "50.000000")
        #expect(probe.stop())
        #expect(sensor.state == before)
    }

    @Test("it may be stopped in the midst of a batch")
    func stopsInBatch() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        for axis in ["x", "y", "z"] { try sensor.set("scan_elements/in_accel_\(axis)_en", "1") }
        try sensor.set("buffer/enable", "1")
        let before = sensor.state
        let probe = try machine.probe("reading=buffer", "count=13")
        #expect(probe.says("stopped"))
        #expect(probe.samples.count == 13)
        #expect(sensor.state == before)
    }

    @Test("IIO26: a buffer that is on for another program is left alone, and polled beside")
    func held() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        try sensor.set("buffer/length", "128")
        try sensor.set("buffer/enable", "1")
        let before = sensor.state
        let probe = try machine.probe("reading=auto")
        #expect(probe.delivers(5))
        #expect(probe.mode == "poll")
        #expect(
            probe.lines("notice").first?.hasPrefix(
                "polling accel_3d: polls instead of reading the kernel's buffer: its buffer is on") == true)
        #expect(sensor.state == before)
        #expect(probe.stop())
        #expect(sensor.state == before)
    }

    @Test("IIO25: on explicit wish it is taken, and given back switched on")
    func taken() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        for axis in ["x", "y", "z"] { try sensor.set("scan_elements/in_accel_\(axis)_en", "1") }
        try sensor.set("buffer/length", "128")
        try sensor.set("buffer/enable", "1")
        let before = sensor.state
        let probe = try machine.probe("reading=buffer")
        #expect(probe.delivers(10))
        #expect(probe.mode == "buffer")
        #expect(sensor["buffer/length"] != "128")
        #expect(probe.stop())
        #expect(sensor.state == before)
        #expect(sensor.isOn)
    }

    @Test("with iio-sensor-proxy there, the buffer is left to it")
    func proxy() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        let before = sensor.state
        let probe = try machine.probe("reading=auto", "proxy=1")
        #expect(probe.delivers(3))
        #expect(probe.mode == "poll")
        #expect(sensor.state == before)
    }

    @Test(
        "IIO16, IIO17: a device without a trigger gets the driver's own, or one named baton",
        arguments: ["bmc150_accel-dev0", "baton"])
    func trigger(_ name: String) throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.name, shape.trigger) = ("bmc150_accel", "")
        shape.triggers = ["bmc150_accel-any-motion-dev0", name]
        let sensor = try machine.add(shape)
        let probe = try machine.probe()
        #expect(probe.delivers(10))
        #expect(sensor["trigger/current_trigger"] == name)
        #expect(probe.stop())
        #expect(sensor["trigger/current_trigger"] == "")
    }

    @Test(
        "IIO12, IIO19: the device's own rate is the least that is enough, wherever the driver has it",
        arguments: ["sampling_frequency", "in_accel_sampling_frequency"])
    func rate(_ file: String) throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.rateFile, shape.rate, shape.availableRates) = (file, "15.62", "7.81 15.62 31.25 62.5 125")
        let sensor = try machine.add(shape)
        let probe = try machine.probe()
        #expect(probe.delivers(13))
        #expect(probe.lines("sensor").first?.hasPrefix("buffer 62.5 ") == true)
        #expect(sensor["buffer/watermark"] == "13")
        #expect(probe.stop())
        #expect(sensor[file] == "15.62")
    }

    @Test("IIO34: an unprivileged user polls without a word, and is told why when the buffer is asked for")
    func unprivileged() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(machine.root)/\(sensor.path)")
        for file in files where access("\(machine.root)/\(sensor.path)/\(file)/.", F_OK) != 0 {
            chmod("\(machine.root)/\(sensor.path)/\(file)", 0o444)
        }
        let probe = try machine.probe("reading=auto", asNobody: true)
        #expect(probe.delivers(3), "\(probe.lines)")
        #expect(probe.mode == "poll")
        #expect(probe.lines("notice") == [])
        #expect(probe.stop())
    }

    @Test("IIO34: asking for the buffer without the rights is refused with advice")
    func notPermitted() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(machine.root)/\(sensor.path)")
        for file in files where access("\(machine.root)/\(sensor.path)/\(file)/.", F_OK) != 0 {
            chmod("\(machine.root)/\(sensor.path)/\(file)", 0o444)
        }
        let probe = try machine.probe("reading=buffer", asNobody: true)
        #expect(probe.says("refused not-permitted accel_3d: reading its buffer"), "\(probe.lines)")
    }
}
