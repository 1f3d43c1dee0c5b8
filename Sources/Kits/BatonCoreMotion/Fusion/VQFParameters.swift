// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The parameters of ``VQF`` with the values of its authors (rule VQF1). Times are in seconds, angles in degrees.
///
/// For example:
/// ```swift
/// var parameters = VQFParameters()
/// parameters.accelerometerTime = 2
/// let filter = VQF(parameters)
/// ```
public struct VQFParameters: Hashable, Sendable {
    /// Time constant of the correction by the accelerometer. A larger value resists accelerations of the user longer and
    /// corrects the gyroscope's drift later.
    public var accelerometerTime = 3.0
    /// Time constant of the correction of the heading by the magnetometer.
    public var magnetometerTime = 9.0
    /// Whether the bias of the gyroscope is estimated while the device moves.
    public var estimatesBiasInMotion = true
    /// Whether the bias of the gyroscope is estimated while the device is at rest.
    public var estimatesBiasAtRest = true
    /// Whether a disturbed magnetic field is recognized and not followed.
    public var rejectsDisturbances = true

    /// Makes the parameters of the filter's authors.
    public init() {}

    // Gyroscope, bias and rest, in degrees a second and seconds.
    static let biasClip = 2.0 * degree
    static let biasSigmaInit = 0.5
    static let biasForgettingTime = 100.0
    static let biasSigmaMotion = 0.1
    static let biasVerticalForgetting = 0.0001
    static let biasSigmaRest = 0.03
    static let restTime = 1.5
    static let restFilterTime = 0.5
    static let restRate = 2.0 * degree
    /// In m/s².
    static let restAcceleration = 0.5

    // The magnetic field.
    static let fieldTime = 0.05
    static let referenceTime = 20.0
    /// Share of the norm.
    static let normTolerance = 0.1
    static let dipTolerance = 10.0 * degree
    static let newFieldTime = 20.0
    static let firstFieldTime = 5.0
    static let newFieldRate = 20.0 * degree
    static let undisturbedTime = 0.5
    static let longestRejection = 60.0
    static let rejectionFactor = 2.0

    private static let degree = Double.pi / 180
}
