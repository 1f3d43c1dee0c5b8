// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@Suite("IIO: a buffer in trouble")
struct BufferTroubleTests {
    @Test("IIO28: a buffer that brings nothing is given up for polling after a second and a half")
    func noData() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        sensor.isFeeding = false
        let before = sensor.state
        let probe = try machine.probe("reading=auto")
        #expect(probe.says("sensor buffer"))
        #expect(probe.delivers(3, within: .seconds(25)))
        #expect(probe.lines("changed") == ["poll"])
        #expect(probe.lines("notice").first?.hasPrefix("polling accel_3d: polls instead") == true)
        #expect(sensor.state == before)
    }

    @Test("on explicit wish it is tried three times, then the sensor is silent")
    func silent() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        sensor.isFeeding = false
        let before = sensor.state
        let probe = try machine.probe("reading=buffer")
        #expect(probe.says("failed silent accel_3d: reading its buffer", within: .seconds(25)))
        #expect(probe.lines("notice").filter { $0.hasPrefix("restarted") }.count == 2)
        #expect(machine.reactor.turn(until: { probe.hasEnded }))
        #expect(sensor.state == before)
    }

    @Test("a node that cannot be opened leaves polling")
    func noNode() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        let before = sensor.state
        unlink("\(machine.root)/dev/iio:device0")
        try machine.makeFolder("dev/iio:device0")
        let probe = try machine.probe("reading=auto")
        #expect(probe.delivers(3))
        #expect(probe.mode == "poll")
        #expect(probe.lines("notice").first?.hasPrefix("polling") == true)
        #expect(sensor.state == before)
    }

    @Test("IIO28: a buffer that another program switched off is set up anew")
    func stolen() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        let probe = try machine.probe("reading=auto")
        #expect(probe.delivers(20))
        try sensor.set("buffer/enable", "0")
        #expect(probe.says("notice restarted", within: .seconds(25)))
        let count = probe.samples.count
        #expect(probe.delivers(count + 20))
        #expect(probe.lines("changed") == [])
        #expect(probe.stop())
    }

    @Test("IIO28, IIO32: an unplugged sensor is gone, though its descriptor says nothing")
    func unplug() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        let probe = try machine.probe("reading=auto")
        #expect(probe.delivers(20))
        try sensor.unplug()
        #expect(probe.says("failed gone accel_3d", within: .seconds(25)))
        #expect(machine.reactor.turn(until: { probe.hasEnded }))
    }

    @Test("IIO27: a process that was killed leaves a note, and the next one puts the buffer back")
    func killed() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        try sensor.set("buffer/length", "128")
        let before = sensor.state
        let note = machine.root + "/note"
        let first = try machine.probe("reading=auto", "recovery=\(note)")
        #expect(first.delivers(10))
        first.kill()
        #expect(sensor.isOn && sensor.state != before)
        let second = try machine.probe("reading=auto", "recovery=\(note)")
        #expect(second.delivers(10))
        #expect(second.lines("notice").map { String($0.prefix { $0 != " " }) } == ["recovered"])
        #expect(second.mode == "buffer")
        #expect(second.stop())
        #expect(sensor.state == before)
        #expect(access(note, F_OK) != 0)
    }

    @Test("a note is not believed when it is about another device or boot, and never names a file to write")
    func badNote() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        try sensor.set("buffer/enable", "1")
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        let victim = "../../../../victim"
        try machine.write("untouched", to: "victim")
        let before = sensor.state
        for (boot, device) in [("\(boot)", "/elsewhere"), ("yesterday", "/\(sensor.path)")] {
            try machine.write("baton-iio 1\nboot \(boot)\ndevice \(device)\nenabled 0", to: "note")
            let probe = try machine.probe("recovery=\(machine.root)/note")
            #expect(probe.delivers(1) && probe.mode == "poll")
            #expect(sensor.state == before)
        }
        try machine.write(
            "baton-iio 1\nboot \(boot)\ndevice /\(sensor.path)\nenabled 0\nvalue \(victim) overwritten\nvalue\n\nvalue a",
            to: "note")
        let probe = try machine.probe("recovery=\(machine.root)/note")
        #expect(probe.delivers(1))
        #expect(probe.lines("notice").first?.hasPrefix("recovered") == true)
        #expect(FileManager.default.contents(atPath: machine.root + "/victim") == Data("untouched\n".utf8))
    }

    @Test("stamps of an unknown clock are not used")
    func unknownClock() throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.hasTimestamp, shape.clock) = (true, "sundial")
        let sensor = try machine.add(shape)
        sensor.stamp = { 5 }
        let probe = try machine.probe()
        #expect(probe.delivers(20))
        let age = try MockSensor.now(CLOCK_MONOTONIC) - #require(probe.samples.last).time
        #expect(age < 10_000_000_000 && age >= -1_000_000)
    }
}
