// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@testable import BatonIIO

@Suite("IIO: how the axes of each kind lie")
struct SensorFrameTests {
    private static let mirroring = "0, -1, 0; -1, 0, 0; 0, 0, 1"

    @Test("SIGN4: an accelerometer finds the axes, and its values are minus the matrix times the driver's")
    func accelerometer() throws {
        let matrix = try #require(MountMatrix(Self.mirroring))
        for given in [matrix, nil] {
            let frame = SensorFrame(accelerometer: given, (.kernel, .matrix))
            #expect(frame.axes == DeviceAxes(given ?? .identity, sign: .kernel))
            #expect(frame.mounting == .own && frame.evidence == .matrix)
            #expect(frame.rows == frame.axes.matrix.map { -$0 } && frame.describedMatrix == frame.axes.matrix)
        }
    }

    @Test("SIGN5: another kind is turned by its own matrix, else as the accelerometer, else not at all")
    func others() throws {
        let matrix = try #require(MountMatrix(Self.mirroring))
        let turning = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        let leader = SensorFrame(accelerometer: matrix, (.hid, .hub))
        func frame(_ own: MountMatrix?, _ leader: SensorFrame?, isShared: Bool) -> SensorFrame {
            SensorFrame(own, (.kernel, .chip), beside: leader, isShared: isShared)
        }
        let rows: [(SensorFrame, SensorFrame.Mounting, [Double])] = [
            (frame(turning, leader, isShared: true), .own, turning.values),
            (frame(matrix, leader, isShared: false), .own, matrix.values.map { -$0 }),
            (frame(nil, leader, isShared: true), .shared, leader.axes.rotation),
            (frame(nil, leader, isShared: false), .unknown, SensorDescription.identity),
            (frame(nil, nil, isShared: false), .unknown, SensorDescription.identity),
        ]
        for (frame, mounting, rows) in rows {
            #expect(frame.mounting == mounting && frame.rows == rows && frame.describedMatrix == rows)
        }
        #expect(rows[0].0.axes == leader.axes && rows[0].0.evidence == .hub, "the sign is the accelerometer's")
        #expect(rows[4].0.axes.sign == .kernel && rows[4].0.evidence == .chip, "there is none beside it")
    }

    @Test("IIO5, IIO36: each kind has its channels and its unit")
    func traits() {
        let traits = SensorKind.allCases.map(\.traits)
        #expect(traits.map(\.channel) == ["accel", "anglvel", "magn"])
        #expect(traits.map(\.unit) == [1, 1, 100])
        #expect(traits.map(\.findsAxes) == [true, false, false])
        #expect(traits.map(\.isInHardwareDatabase) == [true, false, false])
    }
}
