// SPDX-License-Identifier: Apache-2.0

import BatonMotion
internal import CMath

/// Makes device motions in one reference frame (rules CM23 to CM26, CM30 and CM41).
struct MotionReference: Sendable {
    let frame: AttitudeReferenceFrame
    /// In radians, east positive.
    private let declination: Double
    private var last: Attitude?
    /// What is taken from the yaw of the filter, for frames without north.
    private var baseline = 0.0
    private var gaps: UInt64 = 0
    private var undisturbedSince: Int64?

    /// The time in nanoseconds without a disturbance after which the accuracy is high.
    private static let highTime: Int64 = 30_000_000_000
    /// The norms that the field of the earth has, in µT.
    private static let norms = 20.0...70.0
    /// The cosine of 10°.
    private static let vertical = 0.984_807_753

    /// - Parameter declination: in degrees, east positive.
    init(_ frame: AttitudeReferenceFrame, declination: Double?) {
        self.frame = frame
        self.declination = (declination ?? 0) * .pi / 180
    }

    /// Whether the frame needs a field that is not accepted yet (rule CM43).
    func needsMovement(_ fused: FusedMotion) -> Bool { frame.usesMagnetometer && fused.fieldNorm == 0 }

    mutating func motion(_ fused: FusedMotion) -> DeviceMotion {
        let attitude = Attitude(quaternion: quaternion(fused), after: last)
        last = attitude
        let force = SIMD3(fused.accelerometer.x, fused.accelerometer.y, fused.accelerometer.z)
        let gravity = attitude.gravity
        let rate = SIMD3(fused.gyroscope.x, fused.gyroscope.y, fused.gyroscope.z)
        return DeviceMotion(
            attitude: attitude, rotationRate: rate - fused.bias, gravity: gravity,
            userAcceleration: force / -Acceleration.standardGravity - gravity, magneticField: field(fused),
            heading: frame.hasNorth ? heading(fused.magneticAttitude) : -1, timestamp: fused.gyroscope.timestamp)
    }

    private mutating func quaternion(_ fused: FusedMotion) -> Quaternion {
        switch frame {
        // The filter has x east and y north, the frames have x north.
        case .xMagneticNorthZVertical: return Quaternion(aroundZ: -.pi / 2) * fused.magneticAttitude
        case .xTrueNorthZVertical: return Quaternion(aroundZ: -.pi / 2 - declination) * fused.magneticAttitude
        default:
            let found = frame.usesMagnetometer ? fused.magneticAttitude : fused.attitude
            if last == nil || fused.gaps != gaps {
                // After a gap the heading is unknown; it continues from the last one.
                gaps = fused.gaps
                baseline = Attitude(quaternion: found).yaw - (last?.yaw ?? 0)
            }
            return Quaternion(aroundZ: -baseline) * found
        }
    }

    private mutating func field(_ fused: FusedMotion) -> CalibratedMagneticField {
        guard frame.usesMagnetometer, let sample = fused.magnetometer else {
            return CalibratedMagneticField(field: SIMD3(), accuracy: .uncalibrated)
        }
        let field = SIMD3(sample.x, sample.y, sample.z)
        let time = fused.gyroscope.nanoseconds
        guard !fused.isFieldDisturbed else {
            undisturbedSince = nil
            return CalibratedMagneticField(field: field, accuracy: fused.fieldNorm == 0 ? .uncalibrated : .low)
        }
        let since = undisturbedSince ?? time
        undisturbedSince = since
        guard Self.norms.contains(fused.fieldNorm) else {
            return CalibratedMagneticField(field: field, accuracy: .uncalibrated)
        }
        return CalibratedMagneticField(field: field, accuracy: time &- since >= Self.highTime ? .high : .medium)
    }

    /// In degrees clockwise from north.
    private func heading(_ attitude: Quaternion) -> Double {
        var direction = attitude.rotate(SIMD3(0, 1, 0))
        if abs(direction.z) > Self.vertical { direction = attitude.rotate(SIMD3(0, 0, -1)) }
        let north = frame == .xTrueNorthZVertical ? declination : 0
        let degrees = (cmath_atan2(direction.x, direction.y) + north) * 180 / .pi
        let wrapped = degrees - 360 * (degrees / 360).rounded(.down)
        return wrapped < 360 ? wrapped : 0
    }
}
