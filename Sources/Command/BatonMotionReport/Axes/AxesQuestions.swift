// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// Asks for two poses, one after the other, and finds from them how the axes lie (rule SIGN7).
///
/// A pose counts when it was held for three seconds. A wrong one is told when it was held twice in a row, and waited out.
///
/// | state | what comes | next |
/// |---|---|---|
/// | flat | a pose with the screen up or, by the signs in use, down | upright, ``Answer/flat`` |
/// | upright | a pose with an edge up | over, ``Answer/finding(_:)`` |
/// | flat, upright | another pose, twice | the same, ``Answer/refused(_:)`` |
/// | flat, upright | more time than the user has for it | over, ``Answer/givenUp(_:)`` |
package struct AxesQuestions {
    /// What a sample led to.
    package enum Answer: Equatable {
        /// The first pose is known: ask for the second.
        case flat
        /// Both poses are known.
        case finding(AxesFinding)
        /// The pose is not the one that was asked for; it is waited on.
        case refused(PoseRefusal)
        /// The time for a pose is over.
        case givenUp(PoseRefusal)
    }

    private let sign: AccelerationSign
    private let matrix: [Double]
    /// For how many seconds a pose is waited for.
    private let patience: Double
    private var hold = PoseHold()
    private var flat: HeldPose?
    private var asked: Int64?
    private var refusal = PoseRefusal.moving
    private var isTold = false

    /// - Parameters:
    ///   - sign: The sign in use.
    ///   - matrix: The mount matrix in use, row by row.
    ///   - patience: For how many seconds each pose is waited for.
    package init(sign: AccelerationSign, matrix: [Double], patience: Double) {
        (self.sign, self.matrix, self.patience) = (sign, matrix, patience)
    }

    /// Takes a sample of the accelerometer.
    ///
    /// - Returns: nil while nothing is to be told.
    package mutating func process(_ sample: SensorSample) -> Answer? {
        let begin = asked ?? sample.nanoseconds
        asked = begin
        if let pose = hold.process(sample) {
            do throws(PoseRefusal) {
                return try take(pose)
            } catch {
                let isAgain = error == refusal
                if !isAgain { isTold = false }
                refusal = error
                if isAgain, !isTold {
                    isTold = true
                    return .refused(error)
                }
            }
        }
        return PoseHold.seconds(from: begin, to: sample.nanoseconds) > patience ? .givenUp(refusal) : nil
    }

    private mutating func take(_ pose: HeldPose) throws(PoseRefusal) -> Answer {
        guard let flat else {
            try AxesFinding.checkFlat(pose)
            (flat, asked, refusal, isTold) = (pose, nil, .moving, false)
            return .flat
        }
        try AxesFinding.checkUpright(pose, after: flat)
        return .finding(AxesFinding(flat: flat.force, upright: pose.force, sign: sign, matrix: matrix))
    }
}
