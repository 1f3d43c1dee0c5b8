// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Testing

@Suite("Records of a stream")
struct StreamRecordTests {
    private func bytes(_ record: StreamRecord) -> [UInt8] {
        var result = [UInt8](repeating: 0xAA, count: StreamRecord.size)
        result.withUnsafeMutableBytes { record.encode(into: $0) }
        return result
    }

    private func record(_ bytes: [UInt8]) -> StreamRecord? {
        bytes.withUnsafeBytes { StreamRecord(decoding: $0) }
    }

    @Test(
        "each record is read as it was written",
        arguments: [
            StreamRecord.sample(SensorSample(nanoseconds: 123_456_789_012, x: 1.5, y: -2.25, z: 9.80665)),
            .fused(FusedSample(.attitude, nanoseconds: 5, x: 0.5, y: -0.5, z: 0.5)),
            .fused(FusedSample(.rotationRate, nanoseconds: .max, x: 0, y: -0.0, z: 1e-300)),
            .lost(count: 70_000, at: .seconds(5)), .phase(.began(at: .milliseconds(1500))),
            .phase(.ended(at: .seconds(3), duration: .milliseconds(750))),
            .phase(.cancelled(at: .seconds(4), reason: .tooLong)),
            .phase(.cancelled(at: .seconds(4), reason: .interrupted)),
        ])
    func roundTrip(_ original: StreamRecord) {
        #expect(record(bytes(original)) == original)
    }

    @Test("the bytes are those that are documented: version, kind, code, count, time, values; little-endian")
    func layout() {
        let sample = bytes(.sample(SensorSample(nanoseconds: 0x0102_0304_0506_0708, x: 1, y: 0, z: -2)))
        #expect(sample[0..<16] == [2, 1, 0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(sample[16..<24] == [0, 0, 0, 0, 0, 0, 0xF0, 0x3F] && sample[39] == 0xC0)
        let kinds = FusedKind.allCases.map { bytes(.fused(FusedSample($0, nanoseconds: 0, x: 0, y: 0, z: 0)))[1] }
        #expect(kinds == [17, 18, 19, 16], "the attitude is last")
        #expect(bytes(.lost(count: 258, at: .zero))[0..<8] == [2, 0x80, 0, 0, 2, 1, 0, 0])
        #expect(bytes(.phase(.cancelled(at: .zero, reason: .interrupted)))[0..<4] == [2, 0x81, 4, 0])
    }

    @Test("SIGN10: a record of version 1 has the same layout and is read")
    func version1() {
        let original = StreamRecord.sample(SensorSample(nanoseconds: 5, x: 1, y: 2, z: 3))
        var old = bytes(original)
        old[0] = 1
        #expect(record(old) == original)
    }

    @Test("what is no record is none")
    func refuses() {
        var valid = bytes(.phase(.began(at: .seconds(1))))
        #expect(record(Array(valid.dropLast())) == nil && record([]) == nil)
        valid[2] = 9
        #expect(record(valid) == nil)
        valid[1] = 7
        #expect(record(valid) == nil)
        (valid[0], valid[1], valid[2]) = (3, 0x81, 1)
        #expect(record(valid) == nil)
        var endless = bytes(.phase(.ended(at: .zero, duration: .seconds(1))))
        endless.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0xF0, 0x7F])
        #expect(record(endless) == nil)
    }

    @Test("any bytes are a record or none, and what is one is written as itself", arguments: 0..<200)
    func anything(_ seed: Int) {
        var dice = Dice(seed)
        var input = (0..<StreamRecord.size).map { _ in UInt8.random(in: 0...255, using: &dice) }
        input[0] = UInt8(seed % 2 + 1)
        input[1] = [1, 0x80, 0x81, 17][seed % 4]
        input[2] = UInt8(seed % 6)
        input[3] = 0
        guard let first = record(input) else { return }
        if case .sample(let sample) = first, !Acceleration(sample).isFinite { return }
        if case .fused(let sample) = first, !SIMD3(sample.x, sample.y, sample.z).sum().isFinite { return }
        #expect(record(bytes(first)) == first)
    }
}
