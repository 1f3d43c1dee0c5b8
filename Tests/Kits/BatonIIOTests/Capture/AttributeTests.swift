// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@Suite("IIO: attributes that cannot be read or set")
struct AttributeTests {
    private func bare() -> MockShape {
        var shape = MockShape()
        (shape.name, shape.format, shape.trigger, shape.triggers) = ("bmc150_accel", nil, nil, [])
        return shape
    }

    private func replace(
        _ attribute: String, of sensor: MockSensor, in machine: MockMachine, by target: String
    ) throws {
        // Renamed over the old file, so that the attribute exists at every moment.
        try machine.link("beside", to: target)
        let path = "\(machine.root)/\(sensor.path)/\(attribute)"
        guard rename("\(machine.root)/beside", path) == 0 else { throw MockMachine.Errno(errno) }
    }

    @Test(
        "IIO15: an attribute that cannot be read makes the sensor no less usable",
        arguments: [
            "in_accel_hysteresis", "in_accel_offset", "in_accel_scale", "in_accel_sampling_frequency",
            "in_accel_sampling_frequency_available", "in_mount_matrix", "location", "current_timestamp_clock",
        ])
    func unreadable(_ attribute: String) throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        // A regular file whose first bytes nobody can read.
        try replace(attribute, of: sensor, in: machine, by: "/proc/self/mem")
        for reading in ["poll", "buffer"] {
            let probe = try machine.probe("reading=\(reading)")
            #expect(probe.delivers(3), "\(probe.lines)")
            #expect(probe.mode == reading)
            #expect(probe.stop())
        }
    }

    @Test("IIO12, IIO34: a rate that could not be set is the one that is told")
    func readBack() throws {
        let machine = try MockMachine()
        var shape = bare()
        shape.rate = "10.000000"
        let sensor = try machine.add(shape)
        chmod("\(machine.root)/\(sensor.path)/\(shape.rateFile)", 0o444)
        let probe = try machine.probe(asNobody: true)
        #expect(probe.delivers(1), "\(probe.lines)")
        #expect(
            probe.lines("notice").first?.hasPrefix("rate bmc150_accel: measures at 10.0 Hz only") == true,
            "\(probe.lines)")
        #expect(sensor[shape.rateFile] == "10.000000")
    }

    @Test("IIO13: the rate of a sensor that another program reads is left as it is")
    func rateOfAnother() throws {
        let machine = try MockMachine()
        var shape = MockShape()
        shape.rate = "10.000000"
        let sensor = try machine.add(shape)
        try sensor.set("buffer/enable", "1")
        let probe = try machine.probe("reading=auto")
        #expect(probe.delivers(3))
        #expect(probe.mode == "poll")
        #expect(sensor[shape.rateFile] == "10.000000", "the other program gets another rate")
        #expect(probe.stop())
        #expect(sensor[shape.rateFile] == "10.000000")
    }

    /// A locale of which only the numbers are said: with a decimal comma. The bytes are glibc's form of LC_NUMERIC.
    private func writeCommaLocale(in machine: MockMachine) throws -> String {
        let fields: [UInt32] = [0x2003_1114, 6, 32, 34, 35, 36, 40, 44]
        var bytes = fields.flatMap { field in (0..<4).map { UInt8(truncatingIfNeeded: field >> (8 * $0)) } }
        bytes += [0x2c, 0, 0, 0] + [0x2c, 0, 0, 0] + [0, 0, 0, 0] + Array("UTF-8\0".utf8)
        try machine.makeFolder("locale/comma")
        try Data(bytes).write(to: URL(filePath: "\(machine.root)/locale/comma/LC_NUMERIC"))
        return "\(machine.root)/locale"
    }

    @Test("IIO14: in a locale with a decimal comma numbers are read and written as the kernel has them")
    func locale() throws {
        let machine = try MockMachine()
        var shape = bare()
        (shape.rate, shape.availableRates) = ("7.810000", "7.81 15.62 62.5")
        let sensor = try machine.add(shape)
        for axis in ["x", "y", "z"] {
            try FileManager.default.removeItem(atPath: "\(machine.root)/\(sensor.path)/in_accel_\(axis)_raw")
            try sensor.set("in_accel_\(axis)_input", "9.806650")
        }
        let probe = try machine.probe("locale=comma", variables: ["LOCPATH": try writeCommaLocale(in: machine)])
        #expect(probe.delivers(1), "\(probe.lines)")
        #expect(probe.lines("there is no locale").isEmpty)
        #expect(probe.samples.last.map { abs($0.z) } == 9.80665, "\(probe.lines)")
        #expect(sensor[shape.rateFile] == "62.500000")
        #expect(probe.stop())
        #expect(sensor[shape.rateFile] == "7.810000")
    }

    /// A terminal that one program has for itself: whoever else opens it gets EBUSY, but not a superuser.
    private final class BusyFile {
        let path: String
        private let master: Int32
        private let slave: Int32

        init() throws {
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (isLocked, number): (Int32, Int32) = (0, 0)
            // TIOCSPTLCK and TIOCGPTN, which Swift does not see.
            guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
            else { throw MockMachine.Errno(errno) }
            path = "/dev/pts/\(number)"
            slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
            chmod(path, 0o666)
            guard slave >= 0, ioctl(slave, UInt(TIOCEXCL)) == 0 else { throw MockMachine.Errno(errno) }
        }

        deinit {
            close(slave)
            close(master)
        }
    }

    @Test("IIO30: a driver that refuses readings for a moment, because a buffer is on, is asked again")
    func busy() throws {
        let machine = try MockMachine()
        let sensor = try machine.add(bare())
        let probe = try machine.probe(asNobody: true)
        #expect(probe.delivers(3), "\(probe.lines)")
        let file = try BusyFile()
        try replace("in_accel_y_raw", of: sensor, in: machine, by: file.path)
        // At rest it reads 13 times a second.
        _ = machine.reactor.turn(until: { probe.hasEnded }, within: .milliseconds(700))
        let count = probe.samples.count
        unlink("\(machine.root)/\(sensor.path)/in_accel_y_raw")
        try sensor.set("in_accel_y_raw", "0")
        #expect(probe.delivers(count + 3), "\(probe.lines.suffix(2))")
        try replace("in_accel_y_raw", of: sensor, in: machine, by: file.path)
        #expect(probe.says("failed busy bmc150_accel: reading its axes"), "\(probe.lines.suffix(2))")
    }
}
