// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonProcesses
import BatonReactor
import BatonTestSupport
import SystemPackage
import Testing

@testable import BatonSensorLink

@Suite("Sensor link")
struct LinkTests {
    static let reports: [SensorReport] = [
        .ready(
            SensorDescription(
                name: "accel_3d", path: "/sys/bus/iio/devices/iio:device1", location: "display", mode: .buffer,
                rate: 50,
                scale: 0.0098, mountMatrix: [0, 1, 0, -1, 0, 0, 0, 0, 1], sign: .hid, signEvidence: .name)),
        .phase(.began(at: .milliseconds(1234))),
        .phase(.ended(at: .seconds(99), duration: .milliseconds(450))),
        .phase(.cancelled(at: .seconds(1), reason: .tooLong)),
        .phase(.cancelled(at: .nanoseconds(1), reason: .interrupted)),
        .orientation(.leftUp),
        .notice(SensorNotice("Größe: \u{1F4F1}")), .opening,
        .notice(SensorNotice("again", kind: "mount-matrix", of: .gyroscope, isOver: true)),
        .failed(SensorFailure(.gone, "unplugged")),
        .streamEnded(id: 7, lost: 4_000_000_000),
        .streamOpened(
            id: 8,
            sensors: [
                SensorDescription(name: "accel_3d", path: "/sys/a", rate: 100),
                SensorDescription(.gyroscope, name: "gyro_3d", path: "/sys/b", mode: .buffer, rate: 100),
            ]),
        .ready(contradictory), .paired([]), .paired([.gyroscope, .magnetometer]),
        .streamRefused(id: 9, failure: SensorFailure(.noSensor, "no gyroscope")),
    ]
    static let commands: [SensorCommand] = [
        .configure(
            SensorSetup(
                shake: ShakeSettings(sensitivity: .high, longestShake: .milliseconds(2500), raise: -0.35),
                source: "poll", sensor: "ip:[::1]", accelerationSign: .hid, isProxyPresent: true,
                recoveryFile: "/run/user/1000/baton/sensor", model: "/home/user/shake.model",
                modelChecksum: 0x2142_e31e)),
        .configure(SensorSetup()),
        .configure(
            {
                var setup = SensorSetup(watches: [.orientation])
                setup.partners = [.gyroscope: "gyro-display"]
                setup.mountMatrices = [.accelerometer: "0, 1, 0; -1, 0, 0; 0, 0, 1", .magnetometer: "x"]
                return setup
            }()),
        .openStream(id: 3, StreamRequest()),
        .openStream(
            id: 4,
            StreamRequest(
                intervals: [.accelerometer: 10_000, .gyroscope: 50_000, .magnetometer: 0], isFullRate: false,
                hasPhases: false)),
        .openStream(
            id: 5,
            StreamRequest(
                intervals: [:],
                fused: FusedRequest(kinds: [.attitude, .rotationRate], interval: 10_000, frame: 8, declination: -3.5))),
        .openStream(id: 6, StreamRequest(fused: FusedRequest(kinds: Set(FusedKind.allCases)))),
        .closeStream(id: .max), .discover,
    ]

    private static let contradictory: SensorDescription = {
        var sensor = SensorDescription(name: "accel_3d", path: "/sys/a")
        sensor.contradictsGyroscope = true
        return sensor
    }()

    private static func encode(_ message: some LinkMessage) -> [UInt8] {
        var writer = LinkWriter()
        writer.write(SensorReport.version)
        message.encode(into: &writer)
        return writer.bytes
    }

    @Test("a report is read as it was written", arguments: reports)
    func report(_ report: SensorReport) throws {
        #expect(try MessageLink<SensorCommand, SensorReport>.decode(Self.encode(report)[...]) == report)
    }

    @Test("a command is read as it was written", arguments: commands)
    func command(_ command: SensorCommand) throws {
        #expect(try MessageLink<SensorReport, SensorCommand>.decode(Self.encode(command)[...]) == command)
    }

    @Test("a message that is cut, too long, or of another version is refused, never trapped on")
    func damage() {
        for bytes in Self.reports.map({ Self.encode($0) }) {
            for length in 0..<bytes.count {
                #expect(throws: LinkError.malformed) {
                    try MessageLink<SensorCommand, SensorReport>.decode(bytes[..<length])
                }
            }
            #expect(throws: LinkError.malformed) {
                try MessageLink<SensorCommand, SensorReport>.decode((bytes + [0])[...])
            }
        }
        var random = SeededRandom(seed: 11)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in UInt8.random(in: 0...8, using: &random)
            }
            _ = try? MessageLink<SensorCommand, SensorReport>.decode(([SensorReport.version] + bytes)[...])
            _ = try? MessageLink<SensorReport, SensorCommand>.decode(([SensorReport.version] + bytes)[...])
        }
    }

    @Test("both ends understand each other, descriptors included, and see the end")
    func ends() throws {
        let reactor = try Reactor()
        let (ours, theirs) = try MessageSocket.pair()
        var heard: [SensorReport] = []
        var told: [SensorCommand] = []
        var passed: FileDescriptor?
        var end: LinkError?
        let agent = try MessageLink<SensorCommand, SensorReport>(ours, reactor: reactor) { report, _ in
            heard.append(report)
        } ended: {
            end = $0
        }
        let sensor = try MessageLink<SensorReport, SensorCommand>(theirs, reactor: reactor) { command, file in
            told.append(command)
            passed = file ?? passed
        } ended: { _ in
        }
        let (reading, writing) = try FileDescriptor.pipe()
        for command in Self.commands { try agent.send(command, descriptor: writing) }
        for report in Self.reports { try sensor.send(report) }
        #expect(reactor.turn(until: { told.count == Self.commands.count && heard.count == Self.reports.count }))
        #expect(told == Self.commands)
        #expect(heard == Self.reports)
        sensor.close()
        #expect(reactor.turn(until: { end != nil }))
        #expect(end == .closed)
        #expect(throws: LinkError.closed) { try agent.send(.closeStream(id: 1)) }
        for file in [reading, writing, passed] { try? file?.close() }
    }

    @Test("an end that speaks another version is told so, once")
    func version() throws {
        let reactor = try Reactor()
        let (ours, theirs) = try MessageSocket.pair()
        var ends: [LinkError] = []
        let agent = try MessageLink<SensorCommand, SensorReport>(ours, reactor: reactor) { _, _ in
            Issue.record("read a message of another version")
        } ended: {
            ends.append($0)
        }
        let other = try MessageSocket(theirs, reactor: reactor, received: { _, _ in }, closed: {})
        try other.send([99, 1, 2, 3])
        try other.send([99, 1, 2, 3])
        #expect(reactor.turn(until: { !ends.isEmpty }))
        reactor.turnUntilIdle()
        #expect(ends == [.malformed])
        agent.close()
    }
}
