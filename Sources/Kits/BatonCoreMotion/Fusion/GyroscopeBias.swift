// SPDX-License-Identifier: Apache-2.0

/// The estimate of a gyroscope's bias: a Kalman filter with three states (rule VQF7).
struct GyroscopeBias: Sendable {
    /// In rad/s.
    private(set) var bias = SIMD3<Double>()
    /// The rows of the covariance, in (0.01 °/s)².
    private(set) var covariance: Matrix3

    /// The largest variance of an axis, which is that of the beginning.
    private static let largest = square(100 * VQFParameters.biasSigmaInit)

    /// The variances that depend on the interval of the accelerometer.
    struct Weights: Hashable, Sendable {
        let growth: Double
        let motion: SIMD3<Double>
        let rest: SIMD3<Double>

        init(interval: Double) {
            growth = square(0.1 * 100) * interval / VQFParameters.biasForgettingTime
            let (moving, still) = (
                square(100 * VQFParameters.biasSigmaMotion), square(100 * VQFParameters.biasSigmaRest)
            )
            let side = moving * moving / growth + moving
            motion = SIMD3(side, side, side / VQFParameters.biasVerticalForgetting)
            rest = SIMD3(repeating: still * still / growth + still)
        }
    }

    init() {
        covariance = .diagonal(SIMD3(repeating: Self.largest))
    }

    /// The largest standard deviation of an axis, in rad/s.
    var sigma: Double {
        let row = Swift.max(
            covariance.row(covariance.x), Swift.max(covariance.row(covariance.y), covariance.row(covariance.z)))
        return Swift.min(row, Self.largest).squareRoot() * Double.pi / 18_000
    }

    /// Lets the uncertainty grow, as it does with and without a measurement.
    @inline(__always)
    mutating func age(_ weights: Weights) {
        if covariance.x.x < Self.largest { covariance.x.x += weights.growth }
        if covariance.y.y < Self.largest { covariance.y.y += weights.growth }
        if covariance.z.z < Self.largest { covariance.z.z += weights.growth }
    }

    /// Takes the mean rate of a device at rest.
    mutating func observe(rest rate: SIMD3<Double>, _ weights: Weights) {
        let gain = covariance * (covariance + .diagonal(weights.rest)).inverse
        correct(gain, Self.clipped(rate - bias))
        covariance = covariance - gain * covariance
    }

    /// Takes the error that the accelerometer shows while the device moves.
    ///
    /// - Parameter model: the smoothed rotation to the earth, which tells how the bias makes that error.
    mutating func observe(error: SIMD3<Double>, model: Matrix3, _ weights: Weights) {
        let spread = covariance * model.transposed
        let gain = spread * (model * spread + .diagonal(weights.motion)).inverse
        correct(gain, Self.clipped(error))
        covariance = covariance - gain * (model * covariance)
    }

    private mutating func correct(_ gain: Matrix3, _ error: SIMD3<Double>) {
        bias = Self.clipped(bias + gain * error)
    }

    private static func clipped(_ value: SIMD3<Double>) -> SIMD3<Double> {
        value.clamped(
            lowerBound: SIMD3(repeating: -VQFParameters.biasClip), upperBound: SIMD3(repeating: VQFParameters.biasClip))
    }
}

@inline(__always)
func square(_ value: Double) -> Double { value * value }
