// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation
import Testing

@Suite("Orientation")
struct OrientationTests {
    /// The specific force at rest, along a direction in the device's axes.
    private static func force(_ direction: Acceleration) -> Acceleration {
        direction * (Acceleration.standardGravity / direction.magnitude)
    }

    @Test(
        "SIGN9, O13, O17: the axis that points up names the pose, within 0.6 s",
        arguments: [
            (Acceleration(x: 0, y: 1, z: 0), Orientation.normal), (Acceleration(x: 0, y: -1, z: 0), .bottomUp),
            (Acceleration(x: -1, y: 0, z: 0), .leftUp), (Acceleration(x: 1, y: 0, z: 0), .rightUp),
            (Acceleration(x: 0, y: 0, z: 1), .faceUp), (Acceleration(x: 0, y: 0, z: -1), .faceDown),
        ], [12.5, 50, 200])
    func names(_ pose: (Acceleration, Orientation), _ rate: Double) throws {
        var signal = Signal(rate: rate)
        signal.gravity = Self.force(pose.0)
        signal.still(2)
        var tracker = OrientationTracker()
        let told = signal.samples.compactMap { sample in
            tracker.process(sample).map { (sample.timestamp / .seconds(1), $0) }
        }
        #expect(told.map(\.1) == [pose.1])
        #expect(try #require(told.first).0 - 1000 <= 0.6)
        #expect(tracker.orientation == pose.1)
    }

    @Test("O7, O16: a wobble about the limit does not change the orientation")
    func hysteresis() {
        var signal = Signal()
        func tilt(_ degrees: Double) -> Acceleration {
            Self.force(Acceleration(x: 0, y: sin(degrees * .pi / 180), z: cos(degrees * .pi / 180)))
        }
        signal.gravity = tilt(50)
        signal.still(1.5)
        for index in 0..<30 {
            signal.gravity = tilt(index.isMultiple(of: 2) ? 37 : 28)
            signal.still(0.7)
        }
        var tracker = OrientationTracker()
        #expect(signal.samples.compactMap { tracker.process($0) } == [.normal])
    }

    @Test("M3, O8: from a shake's beginning until half a second after its end the orientation does not change")
    func frozen() {
        var tracker = OrientationTracker()
        var signal = Signal()
        signal.still(1)
        #expect(signal.samples.compactMap { tracker.process($0) } == [.faceUp])
        tracker.note(.began(at: .seconds(signal.time)))
        var turned = Signal(from: signal.time)
        turned.gravity = Self.force(Acceleration(x: -1, y: 0, z: 0))
        turned.still(3)
        #expect(turned.samples.compactMap { tracker.process($0) }.isEmpty)
        tracker.note(.ended(at: .seconds(turned.time), duration: .seconds(1)))
        var after = Signal(from: turned.time)
        after.gravity = turned.gravity
        after.still(0.45)
        #expect(after.samples.compactMap { tracker.process($0) }.isEmpty)
        after.still(1)
        #expect(after.samples.compactMap { tracker.process($0) } == [.leftUp])
    }

    @Test("O17: movement, and samples that are not numbers, do not change the orientation")
    func moved() {
        var signal = Signal()
        signal.shake(3, amplitude: 15)
        var tracker = OrientationTracker()
        #expect(signal.samples.compactMap { tracker.process($0) }.isEmpty)
        #expect(tracker.process(SensorSample(nanoseconds: 0, x: .nan, y: 0, z: 0)) == nil)
        #expect(tracker.process(SensorSample(nanoseconds: .min, x: 0, y: 0, z: 9.8)) == nil)
        #expect(tracker.process(SensorSample(nanoseconds: .max, x: 0, y: 0, z: 9.8)) == nil)
        #expect(tracker.orientation == .undefined)
    }
}
