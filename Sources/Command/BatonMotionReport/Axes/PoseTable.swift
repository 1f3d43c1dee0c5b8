// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// What the poses of a recording say of the sensor's axes (rule SIGN7).
package struct PoseTable {
    /// A pose with the mean of the specific force in it, in m/s².
    package struct Row: Equatable {
        package let pose: RecordedPose
        package let force: Acceleration
    }

    /// The poses that have samples, in their order.
    package let rows: [Row]
    private let sign: AccelerationSign?
    private let matrix: [Double]

    package init(_ recording: Recording) {
        rows = RecordedPose.all(in: recording).compactMap { pose in
            let samples = recording.samples.lazy.filter { $0.nanoseconds >= pose.begin && $0.nanoseconds <= pose.end }
            var (sum, count) = (Acceleration.zero, 0.0)
            for sample in samples {
                sum = sum + Acceleration(sample)
                count += 1
            }
            return count > 0 ? Row(pose: pose, force: sum * (1 / count)) : nil
        }
        sign = recording.isInDeviceFrame ? recording.value(of: "sign").flatMap(AccelerationSign.init(rawValue:)) : nil
        matrix = (recording.mountMatrix ?? .identity).values
    }

    /// Whether the axes are right, and else what corrects them; nil unless there are all six poses, and the recording says
    /// which sign was used.
    ///
    /// - Throws: ``PoseRefusal`` when the poses contradict each other.
    package var finding: AxesFinding? {
        get throws(PoseRefusal) {
            guard let sign, let x = axis(.rightUp, .leftUp), let y = axis(.normal, .bottomUp),
                let z = axis(.faceUp, .faceDown)
            else { return nil }
            return try AxesFinding(axes: [x, y, z], sign: sign, matrix: matrix)
        }
    }

    /// The sentence about ``finding``; nil without one.
    package var conclusion: String? {
        do throws(PoseRefusal) {
            switch try finding {
            case nil: return nil
            case .right?: return "the axes are right"
            case .correction(let correction)?:
                return "the axes are wrong; right would be, below [motion]: "
                    + correction.settings.map { "\($0.key) = \($0.value)" }.joined(separator: " and ")
            }
        } catch {
            return "the poses contradict each other, so they say nothing of the axes"
        }
    }

    /// Half of the difference of two opposite poses, in which a zero offset of the sensor has no part.
    private func axis(_ up: Orientation, _ down: Orientation) -> Acceleration? {
        guard let one = rows.first(where: { $0.pose.orientation == up }),
            let other = rows.first(where: { $0.pose.orientation == down })
        else { return nil }
        return (one.force - other.force) * 0.5
    }
}
