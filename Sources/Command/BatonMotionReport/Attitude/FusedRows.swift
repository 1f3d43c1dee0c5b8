// SPDX-License-Identifier: Apache-2.0

package import BatonCoreMotion
import BatonDrawing
package import BatonMotion

/// What was computed from samples while they were recorded, as rows of the recording: `w` the rotation rate without bias in
/// rad/s, `v` gravity and `u` the user's acceleration in g, and `q` x, y and z of the quaternion, whose w is not negative.
/// The four of a time stand in this order.
package enum FusedRows {
    /// The rows of a motion.
    package static func text(_ motion: DeviceMotion, _ writer: RecordingWriter) -> String {
        let time = writer.time(motion.timestamp.wholeNanoseconds)
        let turn = motion.attitude.quaternion.turn
        let rows = [("w", motion.rotationRate), ("v", motion.gravity), ("u", motion.userAcceleration), ("q", turn)]
        return rows.map { letter, value in
            let numbers = [value.x, value.y, value.z].map { DecimalText.text($0, 6) }
            return "\(time),\(letter),\(numbers.joined(separator: ","))\n"
        }.joined()
    }

    /// Reads the rows of a recording. Leaves out malformed rows, and rows without the other three of their time.
    package static func read(_ text: String) -> [AttitudePoint] {
        var points: [AttitudePoint] = []
        var group: (time: Double, values: [Substring: SIMD3<Double>]) = (0, [:])
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 5, ["w", "v", "u", "q"].contains(fields[1]), let time = number(fields[0], 1e9),
                let x = number(fields[2], 1e6), let y = number(fields[3], 1e6), let z = number(fields[4], 1e6)
            else { continue }
            if time != group.time { group = (time, [:]) }
            group.values[fields[1]] = SIMD3(x, y, z)
            guard fields[1] == "q", time > points.last?.time ?? -.infinity, let point = point(group) else { continue }
            points.append(point)
        }
        return points
    }

    private static func point(_ group: (time: Double, values: [Substring: SIMD3<Double>])) -> AttitudePoint? {
        guard let q = group.values["q"], let rate = group.values["w"], let moved = group.values["u"] else { return nil }
        let square = (q * q).sum()
        guard square <= 1.001 else { return nil }
        let w = max(0, 1 - square).squareRoot()
        let attitude = Attitude(quaternion: Quaternion(x: q.x, y: q.y, z: q.z, w: w).normalized)
        return AttitudePoint(at: group.time, attitude, rate: rate, moved: moved)
    }

    private static func number(_ text: Substring, _ limit: Double) -> Double? {
        Double(text).flatMap { abs($0) < limit ? $0 : nil }
    }
}
