// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// Asks for the six poses of a device, one after the other, and notes when each was held (rule SIGN7).
///
/// Which axis points up is not judged: the recording is made to find that out. A pose counts when it differs from all earlier ones.
package struct PoseQuestions {
    /// The poses in the order in which the device is turned least.
    package static let poses: [Orientation] = [.faceUp, .normal, .leftUp, .bottomUp, .rightUp, .faceDown]

    /// What a sample led to.
    package enum Answer: Equatable {
        /// The pose was held: ask for the next one, or end after the last.
        case held(RecordedPose)
        /// The pose is not the one that was asked for; it is waited on.
        case refused(PoseRefusal)
    }

    private var hold = PoseHold()
    private var held: [Acceleration] = []
    private var isTold = false
    private var last: PoseRefusal?

    /// The cosine of 45°: the largest one between two poses that differ.
    private static let likeness = 0.707

    package init() {}

    /// The pose that is asked for; nil when all are known.
    package var wanted: Orientation? { held.count < Self.poses.count ? Self.poses[held.count] : nil }

    /// Takes a sample of the accelerometer.
    ///
    /// - Returns: nil while nothing is to be told.
    package mutating func process(_ sample: SensorSample) -> Answer? {
        guard let wanted, let pose = hold.process(sample) else { return nil }
        let direction = pose.force * (1 / max(pose.force.magnitude, 1e-9))
        let refusal: PoseRefusal? =
            !pose.isGravity ? .notGravity : held.contains { $0.dot(direction) > Self.likeness } ? .repeated : nil
        guard let refusal else {
            held.append(direction)
            (isTold, last) = (false, nil)
            return .held(RecordedPose(wanted, begin: pose.begin, end: pose.end))
        }
        defer { last = refusal }
        guard refusal == last, !isTold else { return nil }
        isTold = true
        return .refused(refusal)
    }
}

extension Orientation {
    /// What the user is asked to do.
    package var request: String {
        switch self {
        case .faceUp: "Lay the device on its back, with the screen up"
        case .normal: "Stand it upright, with the top edge of the display up"
        case .leftUp: "Stand it on its right side, with the left edge up"
        case .bottomUp: "Stand it on its head, with the bottom edge up"
        case .rightUp: "Stand it on its left side, with the right edge up"
        case .faceDown: "Lay it on its screen"
        case .undefined: "Hold it still"
        }
    }
}
