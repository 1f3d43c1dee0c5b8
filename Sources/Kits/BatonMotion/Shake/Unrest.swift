// SPDX-License-Identifier: Apache-2.0

/// How much the device moved at its calmest moment lately (rule SHAKE21): people hold a device still before they shake it, and
/// who walks or bounces a knee is never calm.
///
/// The moment is forgotten slowly, so that it is still known at the third half swing, and not in the next minute.
struct Unrest: Sendable {
    /// Time constant with which the movement is smoothed, in seconds. A larger value needs a longer pause; a smaller one takes
    /// the turning point of a swing for one.
    private static let smoothingTime = 0.2
    /// How much the calmest moment counts as moved for each second since, in m/s². A larger value forgets it sooner.
    private static let forgetting = 4.0
    /// A larger magnitude counts as this, in m/s², so that a blow is forgotten soon.
    private static let most = 40.0

    /// The smoothed magnitude at its lowest, and what has been added since, in m/s².
    private(set) var least = 0.0
    private var smoothed = 0.0
    private var decay = SteadyDecay(timeConstant: Self.smoothingTime)

    /// Takes the next sample: the magnitude of the user's acceleration.
    // Inlined into the detector: it is called with each sample.
    @inline(__always)
    mutating func add(_ magnitude: Double, interval: Double) {
        smoothed += (min(magnitude, Self.most) - smoothed) * (1 - decay.remaining(after: interval))
        least = min(smoothed, least + Self.forgetting * interval)
    }
}
