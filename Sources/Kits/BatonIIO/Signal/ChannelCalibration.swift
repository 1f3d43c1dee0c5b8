// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Converts raw values to the unit and the frame of the device: a matrix times ((raw + offset) · scale) (rules IIO10, SIGN1, SIGN4
/// and SIGN5).
struct ChannelCalibration: Sendable {
    // Tuples and not arrays, so that a sample needs no allocation.
    private let scale: (Double, Double, Double)
    private let offset: (Double, Double, Double)
    private let matrix: ((Double, Double, Double), (Double, Double, Double), (Double, Double, Double))

    private let kind: SensorKind

    /// Makes a calibration.
    ///
    /// - Parameters:
    ///   - scales: in the unit of the samples for a raw value of 1, one for each axis.
    ///   - offsets: in raw units, one for each axis.
    ///   - matrix: nine numbers, row by row.
    init(_ kind: SensorKind = .accelerometer, scales: [Double], offsets: [Double], matrix m: [Double]) {
        precondition(scales.count == 3 && offsets.count == 3 && m.count == 9, "a sensor has three axes")
        self.kind = kind
        scale = (scales[0], scales[1], scales[2])
        offset = (offsets[0], offsets[1], offsets[2])
        matrix = ((m[0], m[1], m[2]), (m[3], m[4], m[5]), (m[6], m[7], m[8]))
    }

    /// Makes the calibration of an accelerometer.
    init(scales: [Double], offsets: [Double], axes: DeviceAxes) {
        self.init(scales: scales, offsets: offsets, matrix: axes.forceRows)
    }

    /// Converts three raw values to a sample.
    func sample(_ raw: RawScan, nanoseconds: Int64) -> SensorSample {
        sample(SIMD3(Double(raw.x), Double(raw.y), Double(raw.z)), nanoseconds: nanoseconds)
    }

    /// Converts three values as sysfs has them, which may have fractions.
    func sample(_ values: SIMD3<Double>, nanoseconds: Int64) -> SensorSample {
        let x = (values.x + offset.0) * scale.0
        let y = (values.y + offset.1) * scale.1
        let z = (values.z + offset.2) * scale.2
        return SensorSample(
            kind, nanoseconds: nanoseconds,
            x: matrix.0.0 * x + matrix.0.1 * y + matrix.0.2 * z,
            y: matrix.1.0 * x + matrix.1.1 * y + matrix.1.2 * z,
            z: matrix.2.0 * x + matrix.2.1 * y + matrix.2.2 * z)
    }
}
