// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMotion
import BatonMotionSupport
import BatonTestSupport
import Foundation
import Testing

@testable import BatonMotionReport
@testable import batonctl

/// `batonctl calibrate --axes` and `record --poses` as processes, with an agent that returns a real pipe.
@Suite struct AxesCommandTests {
    private let stage: Stage
    private let agent: StubMotionAgent
    private var home: String { stage.directory.appending(path: "home").path }
    private var file: String { "\(home)/.config/baton/baton.conf" }
    private var text: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

    /// What the stub's format says of the sensor, while it has the kernel's sign in truth.
    private static let sensor = MountedSensor(
        turn: [0, -1, 0, 1, 0, 0, 0, 0, 1], sign: .kernel, assumed: .hid, matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1])

    init() throws {
        stage = try Stage()
        agent = try StubMotionAgent(on: stage, hasDoctor: true)
    }

    private func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            [Stage.program("batonctl")] + arguments,
            environment: [
                "HOME": home, "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": stage.address,
                "SWIFT_BACKTRACE": "enable=no",
            ])
    }

    /// Runs a command to its end, with the device held in these poses.
    private func run(_ arguments: [String], _ poses: [Orientation]) throws -> ChildProcess {
        agent.close()
        let child = try start(arguments)
        try #require(stage.turn { agent.hasReader || child.hasEnded }, "\(child.errors)")
        agent.write(Self.sensor.held(poses).map(StreamRecord.sample))
        _ = try child.waited(on: stage)
        return child
    }

    @Test("SIGN7: calibrate --axes shows the change, makes it with --yes, and setup --revert takes it back")
    func andBack() throws {
        try FileManager.default.createDirectory(atPath: "\(home)/.config/baton", withIntermediateDirectories: true)
        let before = "[motion]\nacceleration-sign = hid\n"
        try before.write(toFile: file, atomically: false, encoding: .utf8)
        agent.configurationFile = file
        let poses: [Orientation] = [.faceUp, .normal]
        let dry = try run(["calibrate", "--axes", "--dry-run"], poses)
        #expect(dry.status == 0, "\(dry.errors)")
        #expect(dry.output.contains("+acceleration-sign = kernel\n"), "\(dry.output)")
        #expect(text == before)
        #expect(dry.errors.contains("1 of 2 ") && dry.errors.contains("2 of 2 "))
        let unasked = try run(["calibrate", "--axes"], poses)
        #expect(unasked.status == 1 && unasked.errors.contains("--yes"), "nobody was asked: \(unasked.errors)")
        #expect(text == before)
        for _ in 0..<2 {
            let done = try run(["calibrate", "--axes", "--yes"], poses)
            #expect(done.status == 0, "\(done.errors)")
            #expect(text == "[motion]\nacceleration-sign = kernel\n")
        }
        let revert = try start(["setup", "--revert"])
        #expect(try revert.waited(on: stage) == 0, "\(revert.errors)")
        #expect(text == before)
    }

    @Test("SIGN11: calibrate --axes says what other programs get, and checks it when the entry is installed")
    func system() throws {
        let path = stage.directory.appending(path: "iio:device0").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        agent.format += [("path", .string(path))]
        let without = try run(["calibrate", "--axes", "--dry-run"], [.faceUp, .normal])
        #expect(without.status == 0, "\(without.errors)")
        #expect(without.output.hasPrefix("The system has no mount matrix: other programs"), "\(without.output)")
        try "0, 1, 0; -1, 0, 0; 0, 0, 1\n".write(
            toFile: "\(path)/in_accel_mount_matrix", atomically: false, encoding: .utf8)
        let installed = try run(["calibrate", "--axes", "--dry-run"], [.faceUp, .normal])
        #expect(
            installed.output.hasPrefix("The mount matrix of the kernel is right too: 0, 1, 0;"), "\(installed.output)")
    }

    @Test("SIGN7: calibrate --axes refuses a device that moves, or that shows one pose twice, and changes nothing")
    func refuses() throws {
        let lying = try run(["calibrate", "--axes", "--yes", "--seconds", "8"], Array(repeating: .faceUp, count: 5))
        #expect(lying.status == 1 && lying.errors.hasSuffix("\(PoseRefusal.stillFlat.sentence)\n"), "\(lying.errors)")
        agent.close()
        let moved = try start(["calibrate", "--axes", "--yes", "--seconds", "5"])
        try #require(stage.turn { agent.hasReader || moved.hasEnded })
        agent.write(MotionSignal.shakes([25, 25, 25]).samples.map(StreamRecord.sample))
        #expect(try moved.waited(on: stage) == 1)
        #expect(moved.errors.hasSuffix("\(PoseRefusal.moving.sentence)\n"), "\(moved.errors)")
        #expect(!FileManager.default.fileExists(atPath: file))
        for arguments in [["--axes", "--json"], ["--axes", "--forget"], ["--yes"]] {
            #expect(try start(["calibrate"] + arguments).waited(on: stage) == 64)
        }
    }

    @Test("SIGN7: record --poses marks six poses and ends, and replay tells what is wrong with the axes")
    func records() throws {
        let path = stage.directory.appending(path: "poses.csv").path
        let child = try run(["record", "--poses", path], PoseQuestions.poses)
        #expect(child.status == 0, "\(child.errors)")
        #expect(child.errors.contains("6 of 6  Lay it on its screen"))
        let recording = try RecordingReader.read(String(contentsOfFile: path, encoding: .utf8))
        #expect(RecordedPose.all(in: recording).map(\.orientation) == PoseQuestions.poses)
        let told = try start(["replay", path])
        #expect(try told.waited(on: stage) == 0)
        #expect(told.lines.filter { $0.contains("  pose ") }.count == 6, "\(told.output)")
        #expect(told.lines.last?.hasSuffix("acceleration-sign = kernel") == true, "\(told.output)")
        let json = try start(["replay", "--json", path])
        #expect(try json.waited(on: stage) == 0)
        #expect(json.output.contains(#""event":"pose","pose":"face-down""#), "\(json.output)")
        let half = try run(["record", "--poses", "--seconds", "1", "-"], [.faceUp])
        #expect(half.status == 1 && half.errors.contains("before the pose"), "\(half.errors)")
    }

    @Test("CM24: replay --attitude prints, writes and draws how a recorded device was turned")
    func attitude() throws {
        let path = stage.directory.appending(path: "turn.csv").path
        var writer = RecordingWriter(header: [RecordingField("frame", "device")], hasKinds: true)
        let recording = Recording.turning()
        let all = (recording.samples + recording.others).sorted { $0.nanoseconds < $1.nanoseconds }
        let text = all.reduce(into: writer.beginning) { $0 += writer.line($1) }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        func replay(_ arguments: String...) throws -> ChildProcess {
            let child = try start(["replay", "--attitude", path] + arguments)
            _ = try child.waited(on: stage)
            return child
        }
        let told = try replay()
        #expect(told.status == 0 && told.errors.isEmpty, "\(told.errors)")
        #expect(told.lines.count > 40 && told.lines.allSatisfy { $0.contains(" s  q ") && $0.contains("yaw") })
        let table = try replay("--csv", "-")
        #expect(table.output.hasPrefix(AttitudeTable.beginning) && table.lines.count > 200, "\(table.lines.count)")
        let picture = try replay("--svg", "-")
        #expect(picture.output.hasPrefix("<svg ") && picture.output.contains(">pitch<"))
        for arguments in [["--json"], ["--sensitivity", "low"], ["--csv", "-", "--svg", "-"]] {
            #expect(try start(["replay", "--attitude", path] + arguments).waited(on: stage) == 64)
        }
        #expect(try start(["replay", path, "--csv", "-"]).waited(on: stage) == 64)
        let rows = (0..<100).flatMap { index in
            ["w,0,0,0.5", "v,0,0,-1", "u,0,0,0", "q,0,0,0"].map { "\(Double(index) / 100),\($0)" } + [
                "\(Double(index) / 100),a,0,0,9.8"
            ]
        }
        let fused = stage.directory.appending(path: "fused.csv").path
        try ("# frame: device\nt_s,kind,x,y,z\n" + rows.joined(separator: "\n")).write(
            toFile: fused, atomically: false, encoding: .utf8)
        let again = try start(["replay", "--attitude", fused])
        #expect(try again.waited(on: stage) == 0, "\(again.errors)")
        #expect((9...11).contains(again.lines.count), "\(again.output)")
        let plain = stage.directory.appending(path: "plain.csv").path
        try MotionSignal.shakes([25]).text.write(toFile: plain, atomically: false, encoding: .utf8)
        let refused = try start(["replay", "--attitude", plain])
        #expect(try refused.waited(on: stage) == 1)
        #expect(refused.errors.contains("record --all"), "\(refused.errors)")
    }
}
