// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMotion
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// Streams of several kinds over the real bus, from mocked sensors.
@Suite("IIO: streams of the motion sensors")
struct MotionStreamTests {
    private static let motion: InterfaceName = "org.baton.Baton1.Motion"

    static func shape(_ type: String, _ number: Int) -> MockShape {
        var shape = MockShape()
        (shape.type, shape.number, shape.scale) = (type, number, "0.01")
        shape.name = ["accel": "accel_3d", "anglvel": "gyro_3d", "magn": "magn_3d"][type] ?? ""
        shape.parent = "0020.1/HID-SENSOR-\(number).auto"
        shape.rateFile = "in_\(type)_sampling_frequency"
        (shape.trigger, shape.triggers) = ("\(shape.name)-dev\(number)", ["\(shape.name)-dev\(number)"])
        return shape
    }

    static let hub = [shape("accel", 0), shape("anglvel", 1)]

    private static func numbers(_ numbers: [UInt32]) -> Value {
        .array(DBusArray("u", numbers.map { .uint32($0) }))
    }

    private static func intervals(_ intervals: [UInt32: UInt32]) -> Value {
        .dictionary(
            DBusDictionary("u", "u", intervals.map { DBusDictionary.Entry(.uint32($0.key), .uint32($0.value)) }))
    }

    private func open(_ stage: SensorStage, _ options: [(String, Value)]) throws -> (StreamReader, [String: Value]) {
        let values = try stage.call("OpenStream", .vardict(options), of: Self.motion).get()
        guard case .fileDescriptor(let pipe)? = values.first else { throw StreamReader.Missing() }
        return (try StreamReader(pipe, reactor: stage.machine.reactor), values[1].asVardict ?? [:])
    }

    @Test("CAP6, IIO37: the machine's kinds are a property, and a stream has those that were asked for")
    func kinds() throws {
        let stage = try SensorStage(Self.hub, settings: ["shake.enabled=no"])
        stage.machine.sensors[1].raw = (1, 2, -3)
        let capabilities = try stage.property("Capabilities", of: Self.motion)
        #expect(capabilities?.asStringArray == ["accelerometer", "gyroscope"])
        let (reader, format) = try open(
            stage, [("kinds", Self.numbers([1, 2])), ("intervals", Self.intervals([2: 10_000, 1: 50_000]))])
        #expect(stage.turn { reader.samples[.gyroscope, default: []].count >= 50 })
        let gyroscope = try #require(reader.samples[.gyroscope]?.first)
        #expect(abs(gyroscope.x - 0.01) < 1e-9 && abs(gyroscope.z + 0.03) < 1e-9)
        let accelerometer = try #require(reader.samples[.accelerometer]?.first)
        #expect(abs(accelerometer.z - 10) < 1e-9)
        #expect(format["device"] == .string("accel_3d"))
        guard case .dictionary(let sensors)? = format["sensors"]?.unwrapped else {
            Issue.record("no sensors in \(format)")
            return
        }
        let names = sensors.entries.map { $0.value.asVardict?["device"]?.asString }
        #expect(names == ["accel_3d", "gyro_3d"])
        #expect(sensors.entries.map { $0.value.asVardict?["unit"]?.asString } == ["m/s^2", "rad/s"])
    }

    @Test("CM13, IIO38: a client at 100 Hz and one at 20 Hz get their rates from one sensor, in the order of time")
    func rates() throws {
        let stage = try SensorStage(Self.hub, settings: ["shake.enabled=no"])
        stage.machine.sensors[1].rate = 100
        func open(_ intervals: [UInt32: UInt32]) throws -> StreamReader {
            try self.open(stage, [("kinds", Self.numbers([2])), ("intervals", Self.intervals(intervals))]).0
        }
        let (every, slow, fast) = (try open([:]), try open([2: 50_000]), try open([2: 10_000]))
        #expect(stage.turn { fast.samples[.gyroscope, default: []].count >= 400 })
        let read = [every, slow, fast].map { $0.samples[.gyroscope, default: []].map(\.nanoseconds) }
        let end = try #require(read.compactMap(\.last).min())
        let times = read.map { $0.filter { $0 <= end } }
        for times in times { #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }) }
        // The mocked sensor is as punctual as this machine. However late it is, each client gets the samples that are
        // due among all, and no others; MotionManagerTests say which those are.
        for (reader, interval) in [(1, 50_000_000), (2, 10_000_000)] {
            let (first, last) = (try #require(times[reader].first), try #require(times[reader].last))
            let all = times[0].filter { (first...last).contains($0) }
            var thinner = SampleThinner()
            let due = all.filter { thinner.takes($0, every: Double(interval) / 1e9) }
            #expect(times[reader] == due, "the reader of \(interval) ns")
            let worst = zip(all, all.dropFirst()).map { $1 - $0 }.max() ?? 0
            let count = Int64(times[reader].count - 1)
            #expect(last - first >= count * Int64(interval) - worst, "more samples than one in \(interval) ns")
            #expect(last - first <= count * (Int64(interval) + worst), "fewer samples than one in \(interval) ns")
        }
    }

    @Test(
        "CM28, CM40: gravity, the user's acceleration, the rotation and the attitude come together, the attitude last")
    func fused() throws {
        let stage = try SensorStage(Self.hub, settings: ["shake.enabled=no"])
        for sensor in stage.machine.sensors { sensor.rate = 100 }
        // On its right side, at rest.
        stage.machine.sensors[0].raw = (-981, 0, 0)
        stage.machine.sensors[1].raw = (0, 0, 0)
        let (reader, format) = try open(
            stage,
            [
                ("kinds", Self.numbers([16, 17, 18, 19])), ("intervals", Self.intervals([16: 50_000])),
                ("reference-frame", .uint32(1)),
            ])
        #expect(stage.turn { reader.fused.count >= 120 })
        #expect(reader.samples.isEmpty, "nobody asked for samples")
        let whole = reader.fused.prefix(reader.fused.count / 4 * 4)
        for start in stride(from: 0, to: whole.count, by: 4) {
            let group = whole[start..<start + 4]
            #expect(group.map(\.kind) == [.gravity, .userAcceleration, .rotationRate, .attitude])
            #expect(Set(group.map(\.nanoseconds)).count == 1)
        }
        let times = whole.filter { $0.kind == .attitude }.map(\.nanoseconds)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let last = Dictionary(uniqueKeysWithValues: whole.suffix(4).map { ($0.kind, SIMD3($0.x, $0.y, $0.z)) })
        func near(_ kind: FusedKind, _ x: Double, _ y: Double, _ z: Double) -> Bool {
            last[kind].map { (($0 - SIMD3(x, y, z)) * ($0 - SIMD3(x, y, z))).sum() < 1e-4 } ?? false
        }
        #expect(near(.gravity, -1, 0, 0) && near(.userAcceleration, 0, 0, 0) && near(.rotationRate, 0, 0, 0), "\(last)")
        let turn = try #require(last[.attitude])
        let length = (turn * turn).sum()
        #expect(length > 0.49 && length <= 1.000001, "a device on its side is turned by 90° at least: \(turn)")
        guard case .dictionary(let sensors)? = format["sensors"]?.unwrapped else {
            Issue.record("no sensors in \(format)")
            return
        }
        #expect(sensors.entries.count == 2, "those that it is computed from")
        try stage.machine.sensors[1].unplug()
        #expect(stage.turn { reader.hasEnded }, "\(stage.agent.printed)")
    }

    @Test("IIO35, CM15: only the sensor that is asked for is on; with the last reader all is off, and nothing wakes up")
    func offWhenNobodyListens() throws {
        let stage = try SensorStage(Self.hub, settings: ["shake.enabled=no"])
        let (accelerometer, gyroscope) = (stage.machine.sensors[0], stage.machine.sensors[1])
        let before = [accelerometer.state, gyroscope.state]
        let (reader, _) = try open(stage, [("kinds", Self.numbers([2])), ("intervals", Self.intervals([2: 10_000]))])
        #expect(stage.turn { reader.samples[.gyroscope, default: []].count >= 20 })
        #expect(gyroscope.isOn && !accelerometer.isOn)
        reader.close()
        #expect(stage.turn { stage.helpers.isEmpty }, "baton-sensor runs for nobody")
        #expect([accelerometer.state, gyroscope.state] == before)
        // What is left of the end is over after a moment; after that an idle agent waits once, for ever.
        let calm = stage.machine.reactor.now + .seconds(8)
        #expect(stage.turn { stage.machine.reactor.now > calm })
        let waits = stage.waits
        let later = stage.machine.reactor.now + .seconds(3)
        #expect(stage.turn { stage.machine.reactor.now > later })
        #expect(stage.waits == waits, "batond woke up \(stage.waits - waits) times in 3 s with nobody listening")
    }

    @Test("O1, O15: orientation is followed while it is asked for, requests count, and a client that leaves ends all")
    func orientation() throws {
        let stage = try SensorStage([Self.hub[0]], settings: ["shake.enabled=no"])
        func orientation() throws -> String? { try stage.property("Orientation", of: Self.motion)?.asString }
        #expect(try orientation() == "undefined")
        _ = try stage.call("EndOrientation", of: Self.motion).get()
        for _ in 0..<2 { _ = try stage.call("BeginOrientation", of: Self.motion).get() }
        #expect(stage.turn { (try? orientation()) == "face-up" }, "\(stage.agent.printed)")
        _ = try stage.call("EndOrientation", of: Self.motion).get()
        #expect(stage.helpers.count == 1)
        stage.machine.sensors[0].raw = (0, -981, 0)
        #expect(stage.turn { (try? orientation()) == "normal" })
        _ = try stage.call("EndOrientation", of: Self.motion).get()
        #expect(stage.turn { stage.helpers.isEmpty })
        #expect(try orientation() == "undefined")
        _ = try stage.call("BeginOrientation", of: Self.motion).get()
        #expect(stage.turn { !stage.helpers.isEmpty })
        stage.app.close()
        #expect(stage.turn { stage.helpers.isEmpty }, "a client that has left keeps the sensor on")
    }

    @Test("CM8, IIO39: a device that measures two kinds is unplugged: both end at once, and the accelerometer goes on")
    func combinedUnplugged() throws {
        var chip = Self.shape("anglvel", 1)
        chip.second = "magn"
        let stage = try SensorStage([Self.hub[0], chip])
        try stage.expectReading()
        let (force, _) = try open(stage, [("kinds", Self.numbers([1]))])
        let (gyroscope, _) = try open(stage, [("kinds", Self.numbers([2]))])
        let (magnetometer, _) = try open(stage, [("kinds", Self.numbers([3]))])
        #expect(stage.turn { gyroscope.samples[.gyroscope] != nil && magnetometer.samples[.magnetometer] != nil })
        let helpers = stage.helpers
        try stage.machine.sensors[1].unplug()
        #expect(stage.turn { gyroscope.hasEnded && magnetometer.hasEnded }, "\(stage.agent.printed)")
        let count = force.samples[.accelerometer, default: []].count
        #expect(stage.turn { force.samples[.accelerometer, default: []].count > count + 60 })
        #expect(!force.hasEnded && stage.helpers == helpers)
        let notices = stage.agent.printed.split(separator: "\n").filter { $0.contains("not read:") }
        #expect(notices.count == 1 && notices[0].contains("the gyroscope and the magnetometer are"), "\(notices)")
    }

    @Test("CM8, IIO39: a chip that measures force and rotation is unplugged: all its streams end")
    func chipUnplugged() throws {
        var chip = Self.shape("accel", 0)
        (chip.second, chip.parent) = ("anglvel", "i2c-1/1-0068")
        let stage = try SensorStage([chip], settings: ["shake.enabled=no"])
        let (both, _) = try open(stage, [("kinds", Self.numbers([1, 2]))])
        #expect(stage.turn { both.samples[.gyroscope] != nil && both.samples[.accelerometer] != nil })
        try stage.machine.sensors[0].unplug()
        #expect(stage.turn { both.hasEnded }, "\(stage.agent.printed)")
        func words() -> [String]? { (try? stage.property("Capabilities", of: Self.motion))?.asStringArray }
        #expect(stage.turn { words() == [] }, "\(words() ?? [])")
        let outcome = try stage.call("OpenStream", .vardict([("kinds", Self.numbers([1]))]), of: Self.motion)
        #expect(throws: DBusError.self) { try outcome.get() }
    }

    @Test("SIGN8: a gyroscope that turns the wrong way is told of the accelerometer, as long as that is read")
    func disagreement() throws {
        let stage = try SensorStage(Self.hub)
        let (accelerometer, gyroscope) = (stage.machine.sensors[0], stage.machine.sensors[1])
        gyroscope.raw = (150, 0, 0)
        for sensor in stage.machine.sensors { sensor.rate = 100 }
        let (reader, _) = try open(
            stage, [("kinds", Self.numbers([1, 2])), ("intervals", Self.intervals([1: 10_000, 2: 10_000]))])
        var written = -1.0
        func tilt() {
            let time = stage.machine.reactor.now / .seconds(1)
            guard time - written >= 0.005 else { return }
            written = time
            // The top sinks by 1.5 rad/s, and the gyroscope says that it rises. A hub gives minus the force.
            let angle = 1.5 * time
            accelerometer.raw = (0, Int64((981 * sin(angle)).rounded()), Int64((-981 * cos(angle)).rounded()))
        }
        func axes() throws -> String? { try stage.sensorDetails()["axes"]?.asString }
        for _ in 0..<60 where try axes() == nil {
            let count = reader.samples[.accelerometer, default: []].count
            #expect(
                stage.turn {
                    tilt()
                    return reader.samples[.accelerometer, default: []].count >= count + 100
                })
        }
        #expect(try axes() == "disagree", "\(stage.agent.printed)")
        #expect(stage.agent.printed.contains("do not agree about how the device turns"))
    }

    @Test("CM1, CM42: the bus tells which sensors belong together, and the declination that is configured")
    func deviceMotion() throws {
        var (accelerometer, gyroscope) = (Self.hub[0], Self.hub[1])
        (accelerometer.location, gyroscope.location) = ("display", "base")
        gyroscope.parent = "0020.2/HID-SENSOR-1.auto"
        let stage = try SensorStage([accelerometer, gyroscope], settings: ["motion.declination=3.5"])
        func values() -> [String: Value] {
            (try? stage.property("DeviceMotion", of: Self.motion))?.asVardict ?? [:]
        }
        try stage.expectReading()
        #expect(stage.turn { values()["paired"]?.asStringArray == [] }, "\(values())")
        #expect(values()["declination"]?.asDouble == 3.5)
        #expect(try stage.property("Capabilities", of: Self.motion)?.asStringArray == ["accelerometer", "gyroscope"])
        let pair = try SensorStage(Self.hub)
        try pair.expectReading()
        let found = try pair.property("DeviceMotion", of: Self.motion)?.asVardict ?? [:]
        #expect(found["paired"]?.asStringArray == ["gyroscope"] && found["declination"] == nil, "\(found)")
    }

    @Test("CM8: a gyroscope that is unplugged ends its streams and leaves the accelerometer's and the shakes")
    func unplugged() throws {
        let stage = try SensorStage(Self.hub)
        try stage.expectReading()
        let (both, _) = try open(stage, [("kinds", Self.numbers([1, 2]))])
        let (gyroscope, _) = try open(stage, [("kinds", Self.numbers([2]))])
        #expect(stage.turn { gyroscope.samples[.gyroscope] != nil && both.samples[.gyroscope] != nil })
        try stage.machine.sensors[1].unplug()
        #expect(stage.turn { gyroscope.hasEnded }, "\(stage.agent.printed)")
        let count = both.samples[.accelerometer, default: []].count
        #expect(stage.turn { both.samples[.accelerometer, default: []].count > count + 60 })
        #expect(!both.hasEnded)
        func capabilities() -> [String]? {
            (try? stage.property("Capabilities", of: Self.motion))?.asStringArray
        }
        #expect(stage.turn { capabilities() == ["accelerometer"] })
        let outcome = try stage.call("OpenStream", .vardict([("kinds", Self.numbers([2]))]), of: Self.motion)
        guard case .failure(let error) = outcome else {
            Issue.record("a stream of a gyroscope that is gone")
            return
        }
        #expect(error.name == .invalidArguments && error.message == "this machine has no gyroscope")
        try stage.shake(stage.machine.sensors[0], until: 1)
        #expect(stage.turn { stage.phases.count >= 2 })
        #expect(stage.phases == ["MotionBegan", "MotionEnded"])
    }

    @Test("SIGN6: the user's matrices and gyroscope go before what the system says")
    func chosen() throws {
        var other = Self.shape("anglvel", 2)
        (other.name, other.format) = ("other", nil)
        let stage = try SensorStage(
            Self.hub + [other],
            settings: [
                "shake.enabled=no", "motion.gyroscope=other", "motion.mount-matrix=0, 1, 0; -1, 0, 0; 0, 0, 1",
                "motion.gyroscope-mount-matrix=0, 0, 1; 1, 0, 0; 0, 1, 0",
            ])
        stage.machine.sensors[0].raw = (0, -1000, 0)
        stage.machine.sensors[2].raw = (1, 2, 3)
        let (reader, _) = try open(stage, [("kinds", Self.numbers([1, 2]))])
        #expect(stage.turn { reader.samples[.gyroscope] != nil && reader.samples[.accelerometer] != nil })
        let (force, rate) = (reader.samples[.accelerometer]?.first, reader.samples[.gyroscope]?.first)
        #expect(force.map { abs($0.x - 10) < 1e-6 } == true, "\(String(describing: force))")
        #expect(rate.map { [$0.x, $0.y, $0.z].map { ($0 * 1000).rounded() } } == [30, 10, 20])
    }

    @Test("CAP1, CAP6: an app that requires what the machine lacks is not registered, and is told the keys")
    func required() throws {
        let stage = try SensorStage([Self.hub[0]])
        func register(_ required: Value) throws -> DBusError? {
            let options = Value.vardict([("required-capabilities", required)])
            let outcome = try stage.call("Register", .objectPath("/other"), options)
            guard case .failure(let error) = outcome else { return nil }
            return error
        }
        let keys = ["gyroscope", "accelerometer", "tea", "gyroscope"]
        let error = try register(.array(DBusArray("s", keys.map { .string($0) })))
        #expect(error?.name == .failed)
        #expect(error?.message == "this machine lacks what the app requires: gyroscope, tea")
        let optional = DBusDictionary(
            "s", "b",
            [
                DBusDictionary.Entry(.string("accelerometer"), .boolean(true)),
                DBusDictionary.Entry(.string("gyroscope"), .boolean(false)),
            ])
        #expect(try register(.dictionary(optional)) == nil)
        #expect(try register(.boolean(true))?.name == .invalidArguments)
    }
}
