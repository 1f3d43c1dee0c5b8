// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@Suite("IIO: finding an accelerometer")
struct DiscoveryTests {
    @Test("IIO2: no IIO at all is no sensor, and no error to list")
    func none() throws {
        let machine = try MockMachine()
        let list = try machine.probe("discover")
        #expect(list.says("discovered") && list.lines("sensor").isEmpty)
        #expect(try machine.probe().says("refused no-sensor no accelerometer"))
    }

    @Test("IIO1: a sensor that is plugged in later is found by the next look, and not by the one before")
    func later() throws {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.name, shape.type, shape.parent, shape.triggers) = ("gyro_3d", "anglvel", "hid.1", ["gyro_3d-dev0"])
        try machine.add(shape)
        let list = try machine.probe("discover=\(machine.root)/plugged")
        #expect(list.says("discovered") && list.lines("sensor").isEmpty)
        shape = MockShape()
        shape.number = 1
        let sensor = try machine.add(shape)
        try machine.write("", to: "plugged")
        #expect(machine.reactor.turn(until: { list.hasEnded }))
        #expect(list.lines("sensor").count == 1, "\(list.lines)")
        #expect(list.lines("sensor").first?.contains("/\(sensor.path) ") == true)
    }

    @Test("IIO2: a machine that measures temperatures only has none")
    func hardwareMonitor() throws {
        let machine = try MockMachine()
        try machine.addHardwareMonitor()
        let list = try machine.probe("discover")
        #expect(list.says("discovered") && list.lines("sensor").isEmpty)
        #expect(try machine.probe().says("refused no-sensor no accelerometer"))
    }

    @Test("IIO5: a gyroscope and a trigger are none, the accelerometer is found by its channels behind them")
    func channels() throws {
        let machine = try MockMachine()
        var gyro = MockShape()
        (gyro.name, gyro.type, gyro.parent, gyro.triggers) = ("gyro_3d", "anglvel", "hid.1", ["gyro_3d-dev0"])
        try machine.add(gyro)
        var shape = MockShape()
        (shape.number, shape.name) = (1, "whatever")
        let sensor = try machine.add(shape)
        let list = try machine.probe("discover")
        #expect(list.says("discovered"))
        #expect(list.lines("sensor").count == 1)
        #expect(list.lines("sensor").first?.contains("/\(sensor.path) 'whatever'") == true)
    }

    @Test("IIO6: HID's gravity vector is rejected, also when it is asked for")
    func gravity() throws {
        let machine = try MockMachine()
        var shape = MockShape()
        shape.name = "gravity"
        try machine.add(shape)
        let list = try machine.probe("discover")
        #expect(list.says("discovered") && list.lines("sensor").isEmpty)
        #expect(try machine.probe().says("refused no-sensor"))
        #expect(
            try machine.probe("device=gravity").says("refused unsupported 'gravity' measures gravity without motion"))
    }

    @Test(
        "IIO7: of two the lid is taken, by the old word, the new one and udev's, and another by choice",
        arguments: [(true, "lid"), (false, "lid"), (true, "label"), (false, "label"), (true, "udev")])
    func lidAndBase(_ lidFirst: Bool, _ form: String) throws {
        let machine = try MockMachine()
        for (number, isLid) in [lidFirst, !lidFirst].enumerated() {
            var shape = MockShape()
            (shape.number, shape.name, shape.parent) = (number, "cros-ec-accel", isLid ? "ec.1" : "ec.0")
            shape.trigger = nil
            switch form {
            case "lid": shape.location = isLid ? "lid" : "base"
            case "label": shape.label = isLid ? "accel-display" : "accel-base"
            default: shape.udev = ["ACCEL_LOCATION": isLid ? "display" : "base"]
            }
            try machine.add(shape)
        }
        let base = "/sys/devices/ec.0/iio:device\(lidFirst ? 1 : 0)"
        let list = try machine.probe("discover")
        #expect(list.says("discovered"))
        #expect(list.lines("sensor").map { $0.hasSuffix("'display'") } == [true, false])
        let best = try machine.probe("reading=poll")
        #expect(best.delivers(1) && best.lines("sensor").first?.hasSuffix("'display'") == true)
        #expect(best.lines("notice ambiguous").isEmpty)
        for choice in ["base", "iio:device\(lidFirst ? 1 : 0)", base, "/sys/devices/ec.0"] {
            let chosen = try machine.probe("reading=poll", "device=\(choice)")
            #expect(chosen.delivers(1) && chosen.lines("sensor").first?.contains(base) == true, "\(choice)")
        }
        #expect(
            try machine.probe("device=other").says(
                "refused no-sensor there is no accelerometer 'other'; there is cros-ec"))
    }

    @Test("of two that are alike one is taken, and that is said")
    func alike() throws {
        let machine = try MockMachine()
        for number in 0...1 {
            var shape = MockShape()
            (shape.number, shape.name, shape.parent) = (number, "mxc4005", "i2c-\(number)")
            (shape.format, shape.trigger) = (nil, nil)
            try machine.add(shape)
        }
        let probe = try machine.probe()
        #expect(probe.delivers(1))
        #expect(probe.lines("sensor").first?.contains("/sys/devices/i2c-0/") == true)
        #expect(probe.lines("notice").first?.hasPrefix("ambiguous several accelerometers are as good") == true)
    }

    @Test(
        "an address that is none is refused with advice",
        arguments: [("nonsense", "unsupported"), ("ip:127.0.0.1:1", "failed"), ("xml:/nonexistent", "no-sensor")])
    func address(_ uri: String, _ reason: String) throws {
        let machine = try MockMachine()
        let probe = try machine.probe("uri=\(uri)")
        #expect(probe.says("refused"))
        #expect(probe.lines("refused").first?.hasPrefix(uri.hasPrefix("xml") ? "" : reason) == true, "\(probe.lines)")
    }
}
