// SPDX-License-Identifier: Apache-2.0

internal import CMath

/// The orientation of a device from its gyroscope, accelerometer and magnetometer: the filter VQF of D. Laidig and T. Seel,
/// "VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic disturbance rejection", Information
/// Fusion 91, 2023 (rules VQF1 to VQF12).
///
/// Each sensor has its own rate. Call the three updates in the order of time; ``MotionFusion`` does that for samples with
/// time stamps. All values are in the frame of the device (rule SIGN9). An update makes no allocation. Values that are not
/// numbers must not be passed.
///
/// For example:
/// ```swift
/// var filter = VQF()
/// filter.update(gyroscope: SIMD3(0.01, 0, 0), after: 0.01)
/// filter.update(accelerometer: SIMD3(0, 0, 9.81), after: 0.01)
/// print(filter.attitude)
/// ```
public struct VQF: Sendable {
    /// The parameters.
    public let parameters: VQFParameters

    /// Whether the device has been at rest for 1.5 s.
    public internal(set) var isAtRest = false
    /// Whether the magnetic field differs from the accepted one, or none has been accepted.
    public internal(set) var isFieldDisturbed = true
    /// The correction of the heading by the magnetometer, in radians.
    public internal(set) var heading = 0.0
    /// The accepted magnetic field: its norm in the unit of the input, 0 while there is none.
    public internal(set) var fieldNorm = 0.0
    /// The accepted magnetic field: its dip in radians, positive below the horizontal.
    public internal(set) var fieldDip = 0.0

    // The attitude of the gyroscope alone, and its correction by the accelerometer.
    var strapdown = Quaternion.identity
    var correction = Quaternion.identity
    var estimate = GyroscopeBias()

    var gyroscopeRate: Interval<GyroscopeCoefficients>
    var accelerometerRate: Interval<AccelerometerCoefficients>
    var magnetometerRate: Interval<MagnetometerCoefficients>

    var restTime = 0.0
    var slowRate = ButterworthFilter<SIMD3<Double>>()
    var slowForce = ButterworthFilter<SIMD3<Double>>()
    var earthForce = ButterworthFilter<SIMD3<Double>>()
    var model = (
        ButterworthFilter<SIMD3<Double>>(), ButterworthFilter<SIMD3<Double>>(), ButterworthFilter<SIMD3<Double>>()
    )
    var predicted = ButterworthFilter<SIMD2<Double>>()

    var field = ButterworthFilter<SIMD2<Double>>()
    var candidateNorm = -1.0
    var candidateDip = 0.0
    var candidateTime = 0.0
    var undisturbedTime = 0.0
    var rejectionTime = VQFParameters.longestRejection
    var firstGain = 1.0

    /// Makes a filter whose attitude is the identity.
    public init(_ parameters: VQFParameters = VQFParameters()) {
        self.parameters = parameters
        gyroscopeRate = Interval(parameters)
        accelerometerRate = Interval(parameters)
        magnetometerRate = Interval(parameters)
    }

    /// The rotation from the device to the earth by gyroscope and accelerometer: z is up, and the heading is arbitrary and
    /// drifts slowly (rule VQF6).
    public var attitude: Quaternion { correction * strapdown }

    /// The rotation from the device to the earth by all three sensors: x is east, y magnetic north, z up (rule VQF11).
    public var magneticAttitude: Quaternion { Quaternion(aroundZ: heading) * attitude }

    /// The estimated bias of the gyroscope, in rad/s.
    public var bias: SIMD3<Double> { estimate.bias }

    /// The uncertainty of ``bias``: the standard deviation of its worst axis, in rad/s.
    public var biasSigma: Double { estimate.sigma }

    /// Forgets the attitude after a gap, and keeps the bias with its uncertainty (rule VQF12). The accepted field is kept
    /// too, since the earth has not changed.
    public mutating func forgetAttitude() {
        var fresh = VQF(parameters)
        fresh.estimate = estimate
        fresh.gyroscopeRate = gyroscopeRate
        fresh.accelerometerRate = accelerometerRate
        fresh.magnetometerRate = magnetometerRate
        (fresh.fieldNorm, fresh.fieldDip) = (fieldNorm, fieldDip)
        self = fresh
    }

    // MARK: The gyroscope

    /// Takes the angular velocity, in rad/s (rules VQF3 and VQF4).
    ///
    /// - Parameters:
    ///   - rate: the velocity around each axis.
    ///   - interval: seconds since the gyroscope's sample before.
    public mutating func update(gyroscope rate: SIMD3<Double>, after interval: Double) {
        if let old = gyroscopeRate.take(interval) {
            slowRate.change(from: old.rest, to: gyroscopeRate.coefficients.rest)
        }
        let slow = slowRate.pass(rate, gyroscopeRate.coefficients.rest)
        let (difference, limit) = (rate - slow, VQFParameters.biasClip)
        if (difference * difference).sum() >= square(VQFParameters.restRate) || abs(slow.x) > limit
            || abs(slow.y) > limit || abs(slow.z) > limit
        {
            restTime = 0
            isAtRest = false
        }
        let unbiased = rate - estimate.bias
        let speed = (unbiased * unbiased).sum().squareRoot()
        guard speed > 0 else { return }
        let half = speed * interval / 2
        let part = unbiased * (cmath_sin(half) / speed)
        strapdown = (strapdown * Quaternion(x: part.x, y: part.y, z: part.z, w: cmath_cos(half))).normalized
    }
}

/// The interval of a sensor's samples, and the coefficients that depend on it (rule VQF2).
struct Interval<Coefficients: RateDependent>: Sendable {
    private(set) var coefficients: Coefficients
    private let parameters: VQFParameters
    /// The smoothed interval; 0 before the first sample.
    private var smoothed = 0.0
    /// The share of a new interval in the smoothed one: a mean at first.
    private var share = 1.0
    private static var smallestShare: Double { 0.02 }

    init(_ parameters: VQFParameters) {
        self.parameters = parameters
        coefficients = Coefficients(interval: 0.01, parameters)
    }

    /// The interval of the coefficients, in seconds.
    var seconds: Double { coefficients.interval }

    /// Takes note of an interval.
    ///
    /// - Returns: the coefficients so far, if others take their place.
    @inline(__always)
    mutating func take(_ interval: Double) -> Coefficients? {
        // A gap of lost samples does not make the sensor slower.
        guard smoothed > 0 else { return change(to: interval) }
        share = max(share / (1 + share), Self.smallestShare)
        smoothed += (min(interval, 4 * smoothed) - smoothed) * share
        guard abs(smoothed - coefficients.interval) > 0.05 * coefficients.interval else { return nil }
        return change(to: smoothed)
    }

    private mutating func change(to interval: Double) -> Coefficients? {
        smoothed = min(max(interval, 1e-5), 10)
        guard smoothed != coefficients.interval else { return nil }
        let old = coefficients
        coefficients = Coefficients(interval: smoothed, parameters)
        return old
    }
}

/// What depends on the interval of a sensor's samples.
protocol RateDependent: Sendable {
    /// In seconds.
    var interval: Double { get }

    init(interval: Double, _ parameters: VQFParameters)
}

/// Of the gyroscope.
struct GyroscopeCoefficients: RateDependent {
    let interval: Double
    let rest: ButterworthCoefficients

    init(interval: Double, _: VQFParameters) {
        self.interval = interval
        rest = ButterworthCoefficients(timeConstant: VQFParameters.restFilterTime, interval: interval)
    }
}
