// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMotion
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonIIO

/// The poses of mocked devices as the real iio-sensor-proxy and Baton's tracker name them, from the same files at the same
/// time.
@Suite("IIO: the frame of mocked devices beside iio-sensor-proxy", .enabled(if: SensorProxyProgram.path != nil))
struct ProxyFrameTests {
    private static let proxy: BusName = "net.hadess.SensorProxy"

    private static let edges: [(up: Acceleration, word: Orientation, turned: Orientation)] = [
        (Acceleration(x: 0, y: 1, z: 0), .normal, .bottomUp), (Acceleration(x: -1, y: 0, z: 0), .leftUp, .rightUp),
        (Acceleration(x: 0, y: -1, z: 0), .bottomUp, .normal), (Acceleration(x: 1, y: 0, z: 0), .rightUp, .leftUp),
    ]
    private static let faces: [(up: Acceleration, word: Orientation)] = [
        (Acceleration(x: 0, y: 0, z: 1), .faceUp), (Acceleration(x: 0, y: 0, z: -1), .faceDown),
    ]

    private func machine(_ mounted: MountedSensor) throws -> (MockMachine, MockSensor) {
        let machine = try MockMachine()
        var shape = MockShape()
        (shape.name, shape.format, shape.scale) = (mounted.name, nil, "0.009807")
        shape.udev = ["IIO_SENSOR_PROXY_TYPE": "iio-poll-accel"]
        if let matrix = mounted.matrix {
            if let file = mounted.file {
                shape.mountMatrix = (file, matrix)
            } else {
                shape.udev["ACCEL_MOUNT_MATRIX"] = matrix
            }
        }
        return (machine, try machine.add(shape))
    }

    private func call(_ stage: BusStage, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value]) throws
        -> [Value]
    {
        try stage.call(Self.proxy, "/net/hadess/SensorProxy", interface, member, arguments).get()
    }

    /// Starts iio-sensor-proxy with the stage's bus as its system bus, and claims the accelerometer.
    private func start(_ machine: MockMachine, _ stage: BusStage) throws -> ChildProcess {
        let environment = machine.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address]) { $1 }
        let path = try #require(SensorProxyProgram.path)
        let program = try ChildProcess(["umockdev-wrapper", path], environment: environment)
        try stage.wait(for: Self.proxy, of: program)
        _ = try call(stage, "net.hadess.SensorProxy", "ClaimAccelerometer", [])
        return program
    }

    @Test(
        "O13, SIGN9: the four edges have the words of iio-sensor-proxy, and the faces are right on every device",
        arguments: MountedSensor.all)
    func poses(_ mounted: MountedSensor) throws {
        let (machine, sensor) = try machine(mounted)
        let stage = try BusStage(reactor: machine.reactor)
        let program = try start(machine, stage)
        defer { program.kill() }
        let probe = try machine.probe("rest=0")
        defer { probe.kill() }
        var tracker = OrientationTracker()
        var used = 0
        func hold(_ up: Acceleration, until condition: (Orientation) -> Bool) -> Bool {
            let raw = mounted.raw(up, unit: 1000)
            sensor.raw = (raw.x, raw.y, raw.z)
            return stage.turn(within: .seconds(20)) {
                let samples = probe.samples
                for sample in samples[used...] {
                    _ = tracker.process(
                        SensorSample(nanoseconds: sample.time, x: sample.x, y: sample.y, z: sample.z))
                }
                used = samples.count
                return condition(tracker.orientation)
            }
        }
        for edge in Self.edges {
            let word = mounted.isTurned ? edge.turned : edge.word
            var theirs = ""
            let isEqual = hold(edge.up) { ours in
                let name: Value = .string("AccelerometerOrientation")
                let values = try? call(
                    stage, "org.freedesktop.DBus.Properties", "Get", [.string("net.hadess.SensorProxy"), name])
                theirs = values?.first?.unwrapped.asString ?? ""
                return ours == word && theirs == word.rawValue
            }
            #expect(isEqual, "\(word): Baton says \(tracker.orientation), the proxy \(theirs); \(program.printed)")
        }
        for face in Self.faces {
            #expect(hold(face.up) { $0 == face.word }, "\(face.word): Baton says \(tracker.orientation)")
        }
    }
}

/// The program of the distribution, if it is installed.
private enum SensorProxyProgram {
    static let path = ["/usr/sbin/iio-sensor-proxy", "/usr/libexec/iio-sensor-proxy"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
