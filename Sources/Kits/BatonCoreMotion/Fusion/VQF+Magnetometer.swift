// SPDX-License-Identifier: Apache-2.0

internal import CMath

extension VQF {
    /// Takes the magnetic field, in any unit (rules VQF9 to VQF11). A field of exactly zero is skipped.
    ///
    /// - Parameters:
    ///   - value: the field of each axis.
    ///   - interval: seconds since the magnetometer's sample before.
    public mutating func update(magnetometer value: SIMD3<Double>, after interval: Double) {
        guard value != SIMD3() else { return }
        if let old = magnetometerRate.take(interval) {
            field.change(from: old.field, to: magnetometerRate.coefficients.field)
        }
        let coefficients = magnetometerRate.coefficients
        let earth = attitude.rotate(value)
        if parameters.rejectsDisturbances { judge(earth, coefficients) }

        var gain = coefficients.headingGain
        if parameters.rejectsDisturbances { gain = reduced(gain, coefficients) }
        if firstGain != 0 {
            gain = max(gain, firstGain)
            firstGain /= firstGain + 1
            if firstGain * parameters.magnetometerTime < coefficients.interval { firstGain = 0 }
        }
        let error = Self.wrapped(cmath_atan2(earth.x, earth.y) - heading)
        heading = Self.wrapped(heading + gain * error)
    }

    /// Compares the field with the accepted one, and with the one that may follow it.
    private mutating func judge(_ earth: SIMD3<Double>, _ coefficients: MagnetometerCoefficients) {
        let norm = (earth * earth).sum().squareRoot()
        let dip = -cmath_asin(min(max(earth.z / norm, -1), 1))
        let present = field.pass(SIMD2(norm, dip), coefficients.field)
        if isNear(present, fieldNorm, fieldDip) {
            undisturbedTime += coefficients.interval
            if undisturbedTime >= VQFParameters.undisturbedTime {
                isFieldDisturbed = false
                fieldNorm += coefficients.referenceGain * (present.x - fieldNorm)
                fieldDip += coefficients.referenceGain * (present.y - fieldDip)
            }
        } else {
            undisturbedTime = 0
            isFieldDisturbed = true
        }
        followCandidate(present, coefficients)
    }

    private mutating func followCandidate(_ present: SIMD2<Double>, _ coefficients: MagnetometerCoefficients) {
        guard isNear(present, candidateNorm, candidateDip) else {
            candidateTime = 0
            (candidateNorm, candidateDip) = (present.x, present.y)
            return
        }
        // Only while the device turns: a magnet that moves with it would look like the earth's field.
        let slow = slowRate.output
        if (slow * slow).sum() >= square(VQFParameters.newFieldRate) { candidateTime += coefficients.interval }
        candidateNorm += coefficients.referenceGain * (present.x - candidateNorm)
        candidateDip += coefficients.referenceGain * (present.y - candidateDip)
        let wanted = fieldNorm == 0 ? VQFParameters.firstFieldTime : VQFParameters.newFieldTime
        guard isFieldDisturbed, candidateTime >= wanted else { return }
        (fieldNorm, fieldDip) = (candidateNorm, candidateDip)
        isFieldDisturbed = false
        undisturbedTime = VQFParameters.undisturbedTime
    }

    private func isNear(_ present: SIMD2<Double>, _ norm: Double, _ dip: Double) -> Bool {
        abs(present.x - norm) < VQFParameters.normTolerance * norm
            && abs(present.y - dip) < VQFParameters.dipTolerance
    }

    /// The gain of the heading: none in a disturbed field for a minute, and half of it afterwards.
    private mutating func reduced(_ gain: Double, _ coefficients: MagnetometerCoefficients) -> Double {
        guard isFieldDisturbed else {
            rejectionTime = max(rejectionTime - VQFParameters.rejectionFactor * coefficients.interval, 0)
            return gain
        }
        guard rejectionTime <= VQFParameters.longestRejection else { return gain / VQFParameters.rejectionFactor }
        rejectionTime += coefficients.interval
        return 0
    }

    /// An angle in −π … π.
    static func wrapped(_ angle: Double) -> Double {
        if angle > .pi { return angle - 2 * .pi }
        return angle < -.pi ? angle + 2 * .pi : angle
    }
}

/// Of the magnetometer.
struct MagnetometerCoefficients: RateDependent {
    let interval: Double
    let field: ButterworthCoefficients
    let referenceGain: Double
    let headingGain: Double

    init(interval: Double, _ parameters: VQFParameters) {
        self.interval = interval
        field = ButterworthCoefficients(timeConstant: VQFParameters.fieldTime, interval: interval)
        referenceGain = 1 - cmath_exp(-interval / VQFParameters.referenceTime)
        headingGain = 1 - cmath_exp(-interval / parameters.magnetometerTime)
    }
}
