// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: what was found of a sensor that is opened again")
struct SensorFindingsTests {
    private let findings = SensorFindings()

    /// Samples a second apart. What is found of them is told.
    private func find(_ seconds: ClosedRange<Int64>, _ kind: SensorKind = .gyroscope, z: (Int64) -> Double)
        -> [SampleMonitor.Finding]
    {
        seconds.compactMap { second in
            findings.process(SensorSample(kind, nanoseconds: second * 1_000_000_000, x: 0.1, y: 0, z: z(second)))
        }
    }

    @Test("IIO40: a sensor that hangs does so when it is opened anew, and works again when its values change")
    func again() {
        #expect(findings.begin(.gyroscope, of: "gyro", isOpened: true).isEmpty)
        #expect(find(0...60) { _ in 1 } == [.stuck(.seconds(60))])
        findings.note(IIONotice(.stuck, of: .gyroscope, ""))
        #expect(findings.begin(.gyroscope, of: "gyro", isOpened: true).isEmpty)
        #expect(findings.holds(.stuck, of: .gyroscope))
        #expect(find(70...80) { _ in 1 } == [])
        #expect(find(81...90) { Double($0) } == [.changing])
    }

    @Test("IIO40: of another sensor in its place nothing is known")
    func other() {
        _ = findings.begin(.gyroscope, of: "gyro", isOpened: true)
        #expect(find(0...60) { _ in 1 } == [.stuck(.seconds(60))])
        findings.note(IIONotice(.stuck, of: .gyroscope, ""))
        #expect(findings.begin(.gyroscope, of: "other", isOpened: true) == [.stuck])
        #expect(!findings.holds(.stuck, of: .gyroscope))
        #expect(find(61...120) { _ in 1 } == [])
        #expect(find(121...122) { _ in 1 } == [.stuck(.seconds(60))])
    }

    @Test("IIO40: what a reading or the opening has told is over with the next one, unless that tells it too")
    func readings() {
        _ = findings.begin(.accelerometer, of: "accel", isOpened: true)
        for kind in [.ambiguous, .polling, .slow, .notRestored] as [IIONotice.Kind] {
            findings.note(IIONotice(kind, of: .accelerometer, ""))
        }
        #expect(findings.begin(.accelerometer, of: "accel", isOpened: false) == [.polling, .slow])
        findings.note(IIONotice(.polling, of: .accelerometer, ""))
        #expect(findings.holds(.polling, of: .accelerometer) && !findings.holds(.slow, of: .accelerometer))
        #expect(findings.begin(.accelerometer, of: "accel", isOpened: true) == [.ambiguous, .polling])
        #expect(findings.holds(.notRestored, of: .accelerometer))
        #expect(findings.begin(.gyroscope, of: "gyro", isOpened: true).isEmpty)
    }
}
