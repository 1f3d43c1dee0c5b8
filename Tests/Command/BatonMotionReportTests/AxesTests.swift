// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionSupport
import Testing

@testable import BatonMotionReport

/// How the axes of an accelerometer are found from poses.
@Suite struct AxesTests {
    static func pose(_ force: Acceleration) -> HeldPose { HeldPose(force: force, begin: 0, end: 3_000_000_000) }

    private static func isNear(_ one: Acceleration, _ other: Acceleration) -> Bool { (one - other).magnitude < 1e-6 }

    static let sensors: [(name: String, sensor: MountedSensor)] = [
        ("right", MountedSensor(matrix: MountedSensor.reversed)),
        ("no matrix for the kernel's sign", MountedSensor()),
        ("the sign of HID unseen", MountedSensor(sign: .hid, matrix: SensorDescription.identity)),
        ("HID that lies", MountedSensor(sign: .kernel, assumed: .hid, matrix: MountedSensor.reversed)),
        ("on its head", MountedSensor(turn: [-1, 0, 0, 0, -1, 0, 0, 0, 1], matrix: MountedSensor.reversed)),
        ("a quarter turn", MountedSensor(turn: [0, 1, 0, -1, 0, 0, 0, 0, 1], matrix: MountedSensor.reversed)),
        ("the other quarter turn, HID", MountedSensor(turn: [0, -1, 0, 1, 0, 0, 0, 0, 1], sign: .hid, assumed: .hid)),
    ]

    @Test(
        "SIGN7: two poses find the sign and the matrix, and all six poses are right with them",
        arguments: sensors.indices)
    func twoPoses(_ index: Int) throws {
        let (name, sensor) = Self.sensors[index]
        let (flat, upright) = (Self.pose(sensor.measured(.faceUp)), Self.pose(sensor.measured(.normal)))
        try AxesFinding.checkFlat(flat)
        try AxesFinding.checkUpright(upright, after: flat)
        let finding = AxesFinding(
            flat: flat.force, upright: upright.force, sign: sensor.assumed, matrix: sensor.used)
        #expect((finding == .right) == (index == 0), "\(name): \(finding)")
        for (orientation, force) in MountedSensor.up {
            let corrected = sensor.corrected(orientation, finding)
            #expect(Self.isNear(corrected, force), "\(name), \(orientation): \(corrected), found \(finding)")
        }
    }

    @Test("SIGN7: six poses also find a sensor on the rear of a board, which two poses take for another sign")
    func sixPoses() throws {
        var sensors = Self.sensors
        sensors.append(
            ("on the rear", MountedSensor(turn: [-1, 0, 0, 0, 1, 0, 0, 0, -1], matrix: MountedSensor.reversed)))
        sensors.append(("across", MountedSensor(turn: [0, 0, 1, 0, 1, 0, -1, 0, 0], matrix: MountedSensor.reversed)))
        for (name, sensor) in sensors {
            let axes = [Orientation.rightUp, .normal, .faceUp].map(sensor.measured)
            let finding = try AxesFinding(axes: axes, sign: sensor.assumed, matrix: sensor.used)
            for (orientation, force) in MountedSensor.up {
                let corrected = sensor.corrected(orientation, finding)
                #expect(Self.isNear(corrected, force), "\(name), \(orientation): \(corrected), found \(finding)")
            }
        }
    }

    @Test("SIGN7: a pose that cannot be the one asked for is refused, and the reason says which")
    func refusals() {
        func refusal(_ body: () throws(PoseRefusal) -> Void) -> PoseRefusal? {
            do throws(PoseRefusal) { try body() } catch { return error }
            return nil
        }
        let flat = Self.pose(Acceleration(x: 0.3, y: -0.2, z: 9.7))
        func upright(_ x: Double, _ y: Double, _ z: Double) -> PoseRefusal? {
            refusal { () throws(PoseRefusal) in
                try AxesFinding.checkUpright(Self.pose(Acceleration(x: x, y: y, z: z)), after: flat)
            }
        }
        #expect(upright(0, 9.8, 0.5) == nil)
        #expect(upright(0, 0.4, 9.8) == .stillFlat)
        #expect(upright(0, 0.4, -9.8) == .turnedOver)
        #expect(upright(6.9, 6.9, 0) == .tilted)
        #expect(upright(0, 6, 7.5) == .tilted)
        #expect(upright(0, 1, 0) == .notGravity)
        func lying(_ force: Acceleration) -> PoseRefusal? {
            refusal { () throws(PoseRefusal) in try AxesFinding.checkFlat(Self.pose(force)) }
        }
        #expect(lying(flat.force) == nil && lying(flat.force * -1) == nil)
        #expect(lying(Acceleration(x: 0, y: 9.8, z: 0)) == .notFlat)
        #expect(lying(Acceleration(x: 0, y: 0, z: 98)) == .notGravity)
        let sentences = Set(PoseRefusal.allCases.map(\.sentence))
        #expect(sentences.count == PoseRefusal.allCases.count)
    }

    @Test(
        "SIGN7: a pose counts after three still seconds, whatever the rate, and a gap or a jump of the clock begins anew"
    )
    func holds() {
        for rate in [12.5, 100, 1600] {
            var hold = PoseHold()
            let poses = MotionSignal(rate: rate).resting(7).compactMap { hold.process($0) }
            #expect(poses.count == 2, "\(rate) Hz")
            #expect(poses.allSatisfy { abs($0.force.z - 9.81) < 1e-9 && $0.isGravity })
        }
        var moving = PoseHold()
        #expect(MotionSignal.shakes([25, 25, 25]).samples.compactMap { moving.process($0) }.isEmpty)
        for (amplitude, isStill) in [(0.8, true), (1.2, false)] {
            var swaying = MotionSignal(rate: 50)
            swaying.shake(10, amplitude: amplitude, frequency: 10)
            var hold = PoseHold()
            #expect(swaying.samples.contains { hold.process($0) != nil } == isStill, "\(amplitude) m/s²")
        }
        var hostile = PoseHold()
        for time in [Int64.min, .max, 0, .max, 2_000_000_000, 1_999_999_999, -1] {
            #expect(hostile.process(SensorSample(nanoseconds: time, x: 0, y: 0, z: 9.8)) == nil, "\(time)")
            #expect(hostile.process(SensorSample(nanoseconds: time, x: .nan, y: .infinity, z: 0)) == nil)
        }
        var gaps = PoseHold()
        for second in stride(from: Int64(0), to: 60, by: 2) {
            #expect(gaps.process(SensorSample(nanoseconds: second * 1_000_000_000, x: 0, y: 0, z: 9.8)) == nil)
        }
    }

    @Test("SIGN7: the two questions wait for their poses, tell a wrong one once, and give up in the samples' time")
    func questions() {
        func answers(_ poses: [Orientation]) -> [AxesQuestions.Answer] {
            var questions = AxesQuestions(sign: .kernel, matrix: MountedSensor.reversed, patience: 30)
            return MountedSensor(matrix: MountedSensor.reversed).held(poses).compactMap { questions.process($0) }
        }
        #expect(answers([.faceUp, .normal]) == [.flat, .finding(.right)])
        #expect(answers([.normal, .normal, .normal, .normal, .faceUp]) == [.refused(.notFlat), .flat])
        let flat = answers(Array(repeating: .faceUp, count: 12))
        #expect(flat.prefix(2) == [.flat, .refused(.stillFlat)])
        #expect(flat.dropFirst(2).first == .givenUp(.stillFlat), "\(flat)")
        #expect(answers([.faceUp, .faceDown, .faceDown]).last == .refused(.turnedOver))
        var shaken = AxesQuestions(sign: .kernel, matrix: MountedSensor.reversed, patience: 5)
        #expect(
            MotionSignal.shakes([25, 25, 25, 25]).samples.compactMap { shaken.process($0) }.first == .givenUp(.moving))
    }

    @Test("SIGN7: six poses are marked, can be read again, and a repeated one is refused")
    func marks() throws {
        let sensor = MountedSensor(sign: .kernel, assumed: .hid, matrix: MountedSensor.reversed)
        var questions = PoseQuestions()
        var writer = RecordingWriter(header: [
            RecordingField("frame", "device"), RecordingField("sign", "hid"),
            RecordingField("mount_matrix", "-1 0 0 0 -1 0 0 0 1"),
        ])
        var text = writer.beginning
        var refused: [PoseRefusal] = []
        let order = [Orientation.faceUp, .faceUp, .faceUp] + PoseQuestions.poses.dropFirst()
        for sample in sensor.held(order) {
            text += writer.line(sample)
            switch questions.process(sample) {
            case .held(let pose): text += writer.line(pose.field(writer))
            case .refused(let refusal): refused.append(refusal)
            case nil: break
            }
        }
        #expect(refused == [.repeated])
        #expect(questions.wanted == nil)
        let recording = try RecordingReader.read(text)
        #expect(RecordedPose.all(in: recording).map(\.orientation) == PoseQuestions.poses)
        let table = PoseTable(recording)
        #expect(table.rows.count == 6)
        let correction = AxesCorrection(sign: .kernel, matrix: nil)
        #expect(try table.finding == .correction(correction), "\(String(describing: table.conclusion))")
        #expect(table.conclusion?.hasSuffix("acceleration-sign = kernel") == true)
    }

    @Test("SIGN10: a recording has the matrix beside the samples, and both give back what the driver reported")
    func rawAxes() throws {
        for (name, sensor) in Self.sensors {
            let words = sensor.used.map { String($0) }.joined(separator: " ")
            var writer = RecordingWriter(header: [
                RecordingField("frame", "device"), RecordingField("mount_matrix", words),
            ])
            let text = sensor.held([.leftUp]).reduce(into: writer.beginning) { $0 += writer.line($1) }
            let recording = try RecordingReader.read(text)
            let matrix = try #require(recording.mountMatrix)
            let sample = try #require(recording.samples.first)
            let force = try #require(MountedSensor.up[.leftUp])
            // The rows are at right angles and of length 1, so the inverse is the transposed matrix.
            for (axis, raw) in sensor.raw(force).enumerated() {
                let column = (0..<3).map { matrix.values[3 * $0 + axis] }
                let value = -(column[0] * sample.x + column[1] * sample.y + column[2] * sample.z)
                #expect(abs(value - raw) < 1e-3, "\(name), axis \(axis): \(value) for \(raw)")
            }
        }
    }

    @Test("SIGN7: a line of a pose that is not valid is a line of the header, and there are at most 64")
    func hostileMarks() throws {
        let lines = [
            "# pose: face-up 0 1", "# pose: face-up nan 1", "# pose: undefined 0 1", "# pose: x 0 1",
            "# pose: normal 2 1",
            "# pose: normal 0 1e99", "# pose:", "# pose: normal 0 1 2",
        ]
        let body = "t_s,ax,ay,az\n5,0,0,9.8\n5.5,0,0,9.8\n"
        let one = try RecordingReader.read(lines.joined(separator: "\n") + "\n" + body)
        #expect(RecordedPose.all(in: one) == [RecordedPose(.faceUp, begin: -5_000_000_000, end: -4_000_000_000)])
        #expect(PoseTable(one).rows.isEmpty && PoseTable(one).conclusion == nil)
        let many = try RecordingReader.read(String(repeating: "# pose: face-up 5 6\n", count: 100) + body)
        #expect(RecordedPose.all(in: many).count == 64)
    }
}
