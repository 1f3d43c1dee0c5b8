// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonDrawing

/// Attitudes as comma-separated values.
package struct AttitudeTable {
    private var first: Double?

    /// The lines before the values: what they are, and the names of the columns.
    package static let beginning = """
        # frame: device to reference, z up
        # unit: quaternion; degrees; rad/s without bias; g
        t_s,qx,qy,qz,qw,yaw,pitch,roll,rx,ry,rz,gx,gy,gz,ux,uy,uz

        """

    /// The line of a point; its time is relative to the first one.
    package init() {}

    package mutating func line(_ point: AttitudePoint) -> String {
        let begin = first ?? point.time
        first = begin
        let q = point.attitude.quaternion
        let gravity = point.attitude.gravity
        let angles = point.degrees.map { DecimalText.text($0.value, 3) }
        let vectors = [point.rate, gravity, point.moved].flatMap { [$0.x, $0.y, $0.z] }.map { DecimalText.text($0, 5) }
        let turn = [q.x, q.y, q.z, q.w].map { DecimalText.text($0, 6) }
        return ([DecimalText.text(point.time - begin, 6)] + turn + angles + vectors).joined(separator: ",") + "\n"
    }

    /// A point for people: the time, the quaternion and the angles.
    package mutating func text(_ point: AttitudePoint) -> String {
        let begin = first ?? point.time
        first = begin
        let q = point.attitude.quaternion
        let turn = [q.x, q.y, q.z, q.w].map { DecimalText.padded(DecimalText.text($0, 4), to: 7) }.joined(
            separator: " ")
        let angles = point.degrees.map { "\($0.name) \(DecimalText.padded(DecimalText.text($0.value), to: 6))°" }
        let time = DecimalText.padded(DecimalText.text(point.time - begin, 1), to: 7)
        return "\(time) s  q \(turn)  \(angles.joined(separator: "  "))"
    }
}
