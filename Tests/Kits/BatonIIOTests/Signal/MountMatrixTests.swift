// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: the mount matrix")
struct MountMatrixTests {
    @Test("the kernel's text is read, with or without spaces and a newline")
    func text() throws {
        #expect(MountMatrix("0, -1, 0; 1, 0, 0; 0, 0, 1\n")?.values == [0, -1, 0, 1, 0, 0, 0, 0, 1])
        #expect(MountMatrix("1,0,0;0,1,0;0,0,1")?.values == SensorDescription.identity)
        #expect(MountMatrix("0.5, 0.5, 0; -0.5, .5, 0; 0, 0, 1.000000")?.values[4] == 0.5)
    }

    @Test(
        "SIGN3: anything else is none",
        arguments: [
            "", "1, 0, 0", "1, 0, 0; 0, 1, 0", "1, 0; 0, 1, 0; 0, 0, 1", "1, 0, 0; 0, 1, 0; 0, 0, 1; 0",
            "a, b, c; d, e, f; g, h, i",
            "1,5, 0, 0; 0, 1, 0; 0, 0, 1", "nan, 0, 0; 0, 1, 0; 0, 0, 1", "inf, 0, 0; 0, 1, 0; 0, 0, 1",
            "0, 0, 0; 0, 0, 0; 0, 0, 0", "1, 0, 0; 1, 0, 0; 0, 0, 1", "1e300, 0, 0; 0, 1, 0; 0, 0, 1",
            "1, 0, 0; 0, 1, 0; 0, 0, 1 2", "1\u{0}9, 0, 0; 0, 1, 0; 0, 0, 1",
        ])
    func bad(_ text: String) {
        #expect(MountMatrix(text) == nil)
    }

    @Test("SIGN3: a singular matrix counts if its first two rows make a right angle or nearly")
    func singular() {
        #expect(MountMatrix("0, 1, 0; 1, 0, 0; 0, 1, 0") != nil)
        #expect(MountMatrix("1, 0, 0; 1, 0.05, 0; 0, 0, 1") == nil)
    }

    @Test("SIGN1, SIGN4: a sample is minus N times what is measured, scaled")
    func applied() throws {
        let matrix = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, -1"))
        let axes = DeviceAxes(matrix, sign: .hid)
        let calibration = ChannelCalibration(scales: [0.5, 1, 2], offsets: [2, 0, -1], axes: axes)
        let sample = calibration.sample(RawScan(x: 2, y: 3, z: 5), nanoseconds: 7)
        // In the sensor's axes: (2 + 2) · 0.5, 3, (5 - 1) · 2.
        #expect((sample.x, sample.y, sample.z) == (-3, 2, -8))
        #expect(sample.nanoseconds == 7)
    }
}
