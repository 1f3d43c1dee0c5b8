// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMotion
import BatonReactor
import BatonTestSupport
import Foundation
import SystemPackage
import Testing

/// The whole way: from the files of a mocked sensor through libiio, baton-sensor, the link, batond and D-Bus to an app.
@Suite("IIO: from the sensor to the app")
struct ShakeTests {
    /// A sensor without a buffer, so that it is polled.
    private static let polled: MockShape = {
        var shape = MockShape()
        shape.format = nil
        return shape
    }()

    @Test("M1: a shake begins once and ends once at the app, polled and buffered", arguments: [true, false])
    func shake(isPolled: Bool) throws {
        let stage = try SensorStage([isPolled ? Self.polled : MockShape()])
        try stage.expectReading()
        #expect(try stage.sensorDetails()["mode"]?.asString == (isPolled ? "poll" : "buffer"))
        // The detector has to know gravity first.
        let calm = stage.machine.reactor.now + .milliseconds(1500)
        #expect(stage.turn { stage.machine.reactor.now > calm })
        try stage.shake(stage.machine.sensors[0], until: 1)
        #expect(stage.turn { stage.phases.count >= 2 }, "\(stage.phases); \(stage.agent.printed)")
        #expect(stage.phases == ["MotionBegan", "MotionEnded"])
    }

    /// The shipped coefficients with bars that no movement reaches.
    private static func unreachableModel(isWhole: Bool) throws -> String {
        let root = URL(filePath: Checkout.root).appending(path: "Sources/Kits/BatonMotion")
        let shipped = try String(
            contentsOf: root.appending(path: "Shake/Model/shake.model"), encoding: .utf8)
        let lines = shipped.split(separator: "\n").filter { !$0.hasPrefix("sum") }.map { line in
            let words = line.split(separator: " ")
            return words[0] == "bars" ? "bars \(words[1]) 1000 999 998" : String(line)
        }
        let text = lines.map { $0 + "\n" }.joined()
        let sum = text.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return text + "sum \(String(isWhole ? sum : sum ^ 1, radix: 16))\n"
    }

    @Test(
        "SHAKE18: the sensor's process recognizes by the coefficients of the configured file, if it is whole",
        arguments: [true, false])
    func ownModel(isWhole: Bool) throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/own.model"
        try Self.unreachableModel(isWhole: isWhole).write(toFile: path, atomically: true, encoding: .utf8)
        let stage = try SensorStage([Self.polled], settings: ["shake.model=\(path)"])
        try stage.expectReading()
        let calm = stage.machine.reactor.now + .milliseconds(1500)
        #expect(stage.turn { stage.machine.reactor.now > calm })
        stage.machine.sensors[0].shake()
        defer { stage.machine.sensors[0].rest() }
        let limit = stage.machine.reactor.now + .seconds(3)
        let isFound = stage.turn { !stage.phases.isEmpty || (isWhole && stage.machine.reactor.now > limit) }
        #expect(isFound && stage.phases.isEmpty == isWhole, "\(stage.phases); \(stage.agent.printed)")
        #expect(stage.agent.printed.contains("the sum does not fit") == !isWhole, "\(stage.agent.printed)")
    }

    @Test("M1: a sensor's process that is killed in a shake cancels it once, and the next shake is seen")
    func killed() throws {
        let stage = try SensorStage([Self.polled])
        try stage.expectReading()
        let calm = stage.machine.reactor.now + .milliseconds(1500)
        #expect(stage.turn { stage.machine.reactor.now > calm })
        stage.machine.sensors[0].shake()
        try #require(stage.turn { !stage.phases.isEmpty }, "\(stage.agent.printed)")
        let helper = try #require(stage.helpers.first)
        kill(helper, SIGKILL)
        #expect(stage.turn { stage.phases.count == 2 })
        stage.machine.sensors[0].rest()
        #expect(stage.phases == ["MotionBegan", "MotionCancelled"])
        try #require(stage.turn { stage.helpers.contains { $0 != helper } }, "it was not started again")
        try stage.expectReading()
        let again = stage.machine.reactor.now + .milliseconds(1500)
        #expect(stage.turn { stage.machine.reactor.now > again })
        try stage.shake(stage.machine.sensors[0], until: 3)
        #expect(stage.turn { stage.phases.count >= 4 }, "\(stage.phases)")
        #expect(stage.phases.suffix(2) == ["MotionBegan", "MotionEnded"])
    }

    @Test("M1: a sensor that is unplugged in a shake cancels it once")
    func unplugged() throws {
        let stage = try SensorStage([Self.polled])
        try stage.expectReading()
        let calm = stage.machine.reactor.now + .milliseconds(1500)
        #expect(stage.turn { stage.machine.reactor.now > calm })
        stage.machine.sensors[0].shake()
        try #require(stage.turn { !stage.phases.isEmpty }, "\(stage.agent.printed)")
        try stage.machine.sensors[0].unplug()
        #expect(stage.turn { stage.phases.count == 2 })
        #expect(stage.phases == ["MotionBegan", "MotionCancelled"])
        #expect(stage.turn { stage.helpers.isEmpty }, "a process is left although there is nothing to read")
    }

    @Test("without an accelerometer there is no process, and a caller that asks is told so")
    func none() throws {
        let stage = try SensorStage([])
        #expect(try stage.sensor() == "no-accelerometer")
        #expect(stage.helpers == [])
        let stream = try stage.call("OpenStream", .vardict([]), of: "org.baton.Baton1.Motion")
        guard case .failure(let error) = stream else {
            Issue.record("a stream of nothing")
            return
        }
        #expect(error.message.contains("no accelerometer"))
        #expect(!stage.agent.printed.contains("warning"), "\(stage.agent.printed)")
    }

    @Test("with shakes off the sensor is read only as long as a caller wants samples, and the stream has samples")
    func stream() throws {
        let stage = try SensorStage([Self.polled], settings: ["shake.enabled=no"])
        #expect(try stage.sensor() == "off-by-configuration")
        #expect(stage.helpers == [])
        let values = try stage.call("OpenStream", .vardict([]), of: "org.baton.Baton1.Motion").get()
        guard case .fileDescriptor(let pipe) = values[0] else {
            Issue.record("no pipe: \(values)")
            return
        }
        #expect(values[1].asVardict?["record-size"] == .uint32(UInt32(StreamRecord.size)))
        var bytes: [UInt8] = []
        let watch = try stage.machine.reactor.watch(pipe.fileDescriptor, for: .readable) { _ in
            withUnsafeTemporaryAllocation(byteCount: 4000, alignment: 8) { buffer in
                let count = (try? pipe.fileDescriptor.read(into: buffer)) ?? 0
                bytes += buffer[..<count]
            }
        }
        #expect(stage.turn { bytes.count >= 25 * StreamRecord.size })
        watch.cancel()
        bytes.prefix(StreamRecord.size).withUnsafeBytes { record in
            guard case .sample(let sample) = StreamRecord(decoding: record) else {
                Issue.record("the first record is no sample")
                return
            }
            #expect(abs(sample.z - 9.807) < 0.01)
        }
        #expect(stage.phases == [])
        // When the app leaves the bus its stream is closed, and the sensor is not read any more.
        stage.app.close()
        #expect(stage.turn { stage.helpers.isEmpty }, "the sensor is read for no caller")
    }

    @Test("a stream has the phases of shakes beside the samples, and with `phases` false the samples alone")
    func phases() throws {
        let stage = try SensorStage([Self.polled])
        try stage.expectReading()
        func open(_ options: [(String, Value)]) throws -> StreamReader {
            let values = try stage.call("OpenStream", .vardict(options), of: "org.baton.Baton1.Motion").get()
            guard case .fileDescriptor(let pipe) = values[0] else { throw StreamReader.Missing() }
            return try StreamReader(pipe, reactor: stage.machine.reactor)
        }
        let usual = try open([])
        let without = try open([("phases", .boolean(false))])
        let calm = stage.machine.reactor.now + .milliseconds(1500)
        #expect(stage.turn { stage.machine.reactor.now > calm })
        try stage.shake(stage.machine.sensors[0], until: 1)
        #expect(stage.turn { usual.phases == 2 && stage.phases.count == 2 })
        let count = without.samples[.accelerometer]?.count ?? 0
        #expect(stage.turn { (without.samples[.accelerometer]?.count ?? 0) > count && count > 0 })
        #expect(without.phases == 0)
    }
}
