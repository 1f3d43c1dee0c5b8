// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonDrawing
import BatonMotion
import BatonMotionSupport
import Testing

@testable import BatonMotionReport

@Suite("The attitude in the terminal and in files")
struct AttitudeTests {
    private static func attitude(_ degrees: Double, _ axis: SIMD3<Double>) -> Attitude {
        Attitude(quaternion: Quaternion(angle: degrees * .pi / 180, around: axis))
    }

    @Test("a raised top is seen higher, a lowered right side lower, and a turn to the left moves the top to the left")
    func places() {
        let (top, right) = (SIMD3(0.0, 1, 0), SIMD3(1.0, 0, 0))
        let flat = AttitudeCube(Attitude(quaternion: .identity))
        let pitched = AttitudeCube(Self.attitude(40, SIMD3(1, 0, 0)))
        #expect(pitched.place(top).up > flat.place(top).up + 0.2)
        let rolled = AttitudeCube(Self.attitude(40, SIMD3(0, 1, 0)))
        #expect(rolled.place(right).up < flat.place(right).up - 0.3)
        let turned = AttitudeCube(Self.attitude(40, SIMD3(0, 0, 1)))
        #expect(turned.place(top).right < -0.5 && flat.place(top).right == 0)
    }

    @Test("the box fits into every size of terminal and differs when the device is turned")
    func screen() {
        for (columns, rows) in [(40, 12), (80, 24), (200, 60), (1, 1)] {
            var texts: Set<String> = []
            for degrees in stride(from: 0.0, to: 90, by: 30) {
                let lines = AttitudeScreen.lines(
                    AttitudePoint(at: 1, Self.attitude(degrees, SIMD3(1, 0.3, 0.2))), message: "", columns: columns,
                    rows: rows, colored: false
                ).map { $0.rendered { $0 } }
                #expect(lines.count == max(rows, 12) && lines.allSatisfy { $0.count <= max(columns, 40) })
                texts.insert(lines.joined())
            }
            #expect(texts.count == 3)
        }
    }

    @Test("a table begins at time 0, and its angles are in degrees; a picture has the three angles")
    func files() {
        var table = AttitudeTable()
        let points = [100.0, 100.02].map { AttitudePoint(at: $0, Self.attitude(90, SIMD3(0, 0, 1))) }
        let lines = points.map { table.line($0) }
        #expect(lines[0].hasPrefix("0.000000,0.000000,0.000000,0.707107,0.707107,90.000,0.000,0.000,"))
        #expect(lines[1].hasPrefix("0.020000,"))
        let names = AttitudeTable.beginning.split(separator: "\n").last?.split(separator: ",").count
        #expect(lines[0].split(separator: ",").count == names)
        let picture = AttitudePicture.svg(points)
        for name in ["yaw", "pitch", "roll"] { #expect(picture.contains(">\(name)<")) }
    }

    @Test("samples of several sensors are written in the order of time, however late one of them comes")
    func order() {
        var order = SampleOrder([.accelerometer, .gyroscope])
        var written: [SensorSample] = []
        func take(_ kind: SensorKind, _ milliseconds: Int64) {
            written += order.take(SensorSample(kind, nanoseconds: milliseconds * 1_000_000, x: 0, y: 0, z: 0))
        }
        for time in [0, 10, 20, 30] as [Int64] { take(.gyroscope, time) }
        #expect(written.isEmpty)
        for time in [5, 15] as [Int64] { take(.accelerometer, time) }
        #expect(written.map { $0.nanoseconds / 1_000_000 } == [0, 5, 10, 15])
        take(.gyroscope, 400)
        #expect(written.map { $0.nanoseconds / 1_000_000 } == [0, 5, 10, 15, 20, 30])
        written += order.finish()
        #expect(written.last?.nanoseconds == 400_000_000)
    }

    @Test("CM23: what was computed while recording is read again, and hostile rows are left out")
    func fusedRows() throws {
        let recording = Recording.turning()
        var writer = RecordingWriter(header: [RecordingField("frame", "device")], hasKinds: true)
        var text = writer.beginning
        var live: [DeviceMotion] = []
        let fusion = AttitudeFusion([.accelerometer, .gyroscope], every: 0.01) { live.append($0) }
        for sample in (recording.samples + recording.others).sorted(by: { $0.nanoseconds < $1.nanoseconds }) {
            text += writer.line(sample)
            let before = live.count
            fusion.take(sample)
            for motion in live[before...] { text += FusedRows.text(motion, writer) }
        }
        let read = try RecordingReader.read(text)
        #expect(read.samples == recording.samples && read.others == recording.others)
        let points = FusedRows.read(text)
        #expect(points.count == live.count && live.count > 450)
        for (point, motion) in zip(points, live) {
            #expect(abs(point.time - motion.timestamp / .seconds(1)) < 1e-6)
            let turn = point.attitude.relative(to: motion.attitude).quaternion
            #expect(abs(turn.x) + abs(turn.y) + abs(turn.z) < 1e-4)
            #expect(
                abs(point.rate.z - motion.rotationRate.z) < 1e-6
                    && abs(point.moved.z - motion.userAcceleration.z) < 1e-6)
        }
        for row in ["1,q,2,0,0", "1,q,nan,0,0", "1,q,0,0", "nan,q,0,0,0", "1,q,0,0,0", "1e300,w,0,0,0", "1,w,1,1,1"] {
            #expect(FusedRows.read("t_s,kind,x,y,z\n\(row)\n").isEmpty, "\(row)")
        }
        #expect(FusedRows.read("1,w,0,0,0\n1,u,0,0,0\n1,q,0,0,0\n1,q,0,0,0\n0.5,w,0,0,0\n0.5,q,0,0,0").count == 1)
    }

    @Test("CM24, CM41: a recording is fused as live samples are, at the interval that is asked for")
    func replay() throws {
        #expect(!AttitudeReplay.isPossible(Recording.turning(hasGyroscope: false)))
        let recording = Recording.turning()
        #expect(AttitudeReplay.isPossible(recording))
        var motions: [DeviceMotion] = []
        AttitudeReplay.run(recording, every: 0.1) { motions.append($0) }
        #expect((48...50).contains(motions.count), "\(motions.count)")
        let last = try #require(motions.last)
        let seconds = last.timestamp / .seconds(1)
        #expect(abs(last.attitude.yaw * 180 / .pi - (seconds - 1.99) * 30) < 0.5, "\(last.attitude.yaw) at \(seconds)")
        #expect(abs(last.gravity.z + 1) < 1e-6)
        #expect(motions.first.map { abs($0.attitude.yaw) < 1e-9 } == true)
        var table = AttitudeTable()
        #expect(table.text(AttitudePoint(last)).contains("0.0 s  q "))
    }
}
