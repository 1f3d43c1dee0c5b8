// SPDX-License-Identifier: Apache-2.0

import BatonMotion

extension VQF {
    /// Takes the specific force, in m/s² (rules VQF5 to VQF8). A force of exactly zero is skipped.
    ///
    /// - Parameters:
    ///   - force: the force of each axis.
    ///   - interval: seconds since the accelerometer's sample before.
    public mutating func update(accelerometer force: SIMD3<Double>, after interval: Double) {
        guard force != SIMD3() else { return }
        if let old = accelerometerRate.take(interval) { changeAccelerometer(from: old) }
        let coefficients = accelerometerRate.coefficients
        noteRest(force, coefficients)

        // The mean of the force in the frame of the gyroscope: what the user adds has no mean over some seconds.
        let mean = earthForce.pass(strapdown.rotate(force), coefficients.inclination)
        let up = correction.rotate(mean)
        let length = (up * up).sum().squareRoot()
        guard length > 0 else { return }
        let direction = up / length
        let half = ((direction.z + 1) / 2).squareRoot()
        let tilt =
            half > 1e-6
            ? Quaternion(x: direction.y / (2 * half), y: -direction.x / (2 * half), z: 0, w: half)
            : Quaternion(x: 1, y: 0, z: 0, w: 0)
        correction = (tilt * correction).normalized
        estimateBias(direction, coefficients)
    }

    @inline(__always)
    private mutating func noteRest(_ force: SIMD3<Double>, _ coefficients: AccelerometerCoefficients) {
        let difference = force - slowForce.pass(force, coefficients.rest)
        if (difference * difference).sum() >= square(VQFParameters.restAcceleration) {
            restTime = 0
            isAtRest = false
        } else {
            restTime += coefficients.interval
            if restTime >= VQFParameters.restTime { isAtRest = true }
        }
    }

    /// - Parameter direction: where up was on the earth before the correction.
    private mutating func estimateBias(_ direction: SIMD3<Double>, _ coefficients: AccelerometerCoefficients) {
        let rotation = Matrix3(attitude)
        let bias = rotation * estimate.bias
        let smoothed = predicted.pass(SIMD2(bias.x, bias.y), coefficients.inclination)
        let smoothedRotation = Matrix3(
            model.0.pass(rotation.x, coefficients.inclination), model.1.pass(rotation.y, coefficients.inclination),
            model.2.pass(rotation.z, coefficients.inclination))
        estimate.age(coefficients.weights)
        if isAtRest, parameters.estimatesBiasAtRest {
            estimate.observe(rest: slowRate.output, coefficients.weights)
        } else if parameters.estimatesBiasInMotion {
            let expected = smoothedRotation * estimate.bias
            let error = SIMD3(
                -direction.y / coefficients.interval + smoothed.x - expected.x,
                direction.x / coefficients.interval + smoothed.y - expected.y, -expected.z)
            estimate.observe(error: error, model: smoothedRotation, coefficients.weights)
        }
    }

    private mutating func changeAccelerometer(from old: AccelerometerCoefficients) {
        let new = accelerometerRate.coefficients
        slowForce.change(from: old.rest, to: new.rest)
        earthForce.change(from: old.inclination, to: new.inclination)
        predicted.change(from: old.inclination, to: new.inclination)
        model.0.change(from: old.inclination, to: new.inclination)
        model.1.change(from: old.inclination, to: new.inclination)
        model.2.change(from: old.inclination, to: new.inclination)
    }
}

/// Of the accelerometer.
struct AccelerometerCoefficients: RateDependent {
    let interval: Double
    let rest: ButterworthCoefficients
    let inclination: ButterworthCoefficients
    let weights: GyroscopeBias.Weights

    init(interval: Double, _ parameters: VQFParameters) {
        self.interval = interval
        rest = ButterworthCoefficients(timeConstant: VQFParameters.restFilterTime, interval: interval)
        inclination = ButterworthCoefficients(timeConstant: parameters.accelerometerTime, interval: interval)
        weights = GyroscopeBias.Weights(interval: interval)
    }
}
