// SPDX-License-Identifier: Apache-2.0

/// The numbers of the recognizer, in m/s² and seconds; how they were found is in docs/shake.md.
enum ShakeThresholds {
    // MARK: The signal

    /// Cut-off of the low pass that takes the ringing of a hard step away, in Hz.
    static let cutOff = 8.0
    /// A sample that comes so many of the filter's time constants after the one before is not smoothed (below 16 Hz).
    static let smoothLimit = 3.1
    /// How slowly gravity is followed.
    static let gravityTime = 0.6
    /// A difference beyond this is followed as if it were this much: a knock must not drag gravity along.
    static let gravityClip = 5.0
    /// Nothing is recognized before gravity is known.
    static let warmUp = 1.0
    /// A longer pause between samples begins anew.
    static let longestGap = 1.0
    /// What no hand does, in m/s² on an axis: 40 g.
    static let largestValue = 400.0
    /// An axis that repeats its own extreme is at the sensor's rail (±2 g in many): its true value is taken as this much
    /// more.
    static let railFactor = 1.4
    /// The least a rail can be: below 1.5 g, equal values are chance.
    static let leastRail = 15.0

    // MARK: Swings

    /// A swing is stronger than this.
    static let swing = 6.0
    /// Two swings are opposite when the cosine between them is below this.
    static let oppositeCosine = -0.2
    /// A half swing takes at least this long, where samples are dense enough to tell.
    static let shortestHalfSwing = 0.06
    /// And at most this long, or a few samples.
    static let longestHalfSwing = 0.35
    /// After nothing that strong for this long, a movement to the same side is another half swing.
    static let pause = 0.05
    /// Over when nothing was stronger than a swing for this long.
    static let quiet = 0.3

    // MARK: What makes a shake

    /// The window over which the mean magnitude is taken: no multiple of a common interval, so that rounding decides nothing.
    static let window = 0.41
    /// A larger magnitude counts as this much in the mean: one knock is no shake.
    static let knock = 45.0
    /// The mean magnitude, at least.
    static let mean = 8.0

    /// Reversals in a row.
    static let reversals = 2
    /// Each of the last two swings, at least: more than gravity. Legs push a body up with several g, but nothing pulls it
    /// down with more than one.
    static let opposite = 11.0
    /// The swing before them, at least.
    static let third = 8.0
    /// √(mean/10 · weaker swing/12), at least, where the device was calm before.
    static let strength = 1.5
    /// Where it was at rest right before.
    static let restStrength = 1.15
    /// The weaker of the last two swings against the stronger: a fall is one blow and its echo.
    static let balance = 0.35
    /// One reversal is enough at this strength, if the two swings are alike.
    static let greatStrength = 2.3
    /// Where it was at rest right before.
    static let greatRestStrength = 1.4
    /// How alike they must be then.
    static let greatBalance = 0.5

    /// No reversal needs to have been followed at this mean, if two opposite samples say the same.
    static let greatMean = 15.0
    /// As strong as this.
    static let greatOpposite = 10.0
    /// And it was at rest so recently.
    static let greatSinceRest = 1.0
    /// Where samples are sparse that is enough, whatever was before: the mean,
    static let sparseGreatMean = 20.0
    /// and the opposite samples.
    static let sparseGreatOpposite = 15.0

    /// Swings in a row, each as strong as this,
    static let evenSwing = 14.0
    /// and this much alike, are a shake without any calm before:
    static let evenBalance = 0.65
    /// so many of them,
    static let even = 6
    /// so many after a fall or a jump,
    static let evenAfterFall = 7
    /// at this strength.
    static let evenStrength = 1.4

    // MARK: Sparse samples

    /// Above this mean spacing of samples a hard step looks stronger than it is, as nothing smooths it,
    static let coarseInterval = 0.03
    /// and everything counts this much.
    static let coarseGain = 0.9
    /// Above this mean spacing swings cannot be followed; only amplitudes say something.
    static let sparseInterval = 0.045
    /// Out of rest: how long ago that may have been,
    static let sparseSinceRest = 0.6
    /// the strength of one reversal,
    static let sparseRestStrength = 1.25
    /// or else mean and least magnitude of the window together: a walk has samples of nothing between its steps,
    static let sparseRestFloor = 20.0
    /// and two opposite samples of at least this each;
    static let sparseRestOpposite = 5.0
    /// in any case, the strongest sample,
    static let sparseRestPeak = 14.0
    /// and the third: a hard step is one or two.
    static let sparseRestThird = 7.6
    /// The same out of calm.
    static let sparseSinceCalm = 0.9
    static let sparseStrength = 2.4
    static let sparseFloor = 28.0
    static let sparseOpposite = 10.5
    static let sparsePeak = 19.0
    static let sparseThird = 13.5

    // MARK: What speaks against it

    /// A shake rises out of calm; who runs is never calm.
    static let calm = 7.0
    /// How long it takes to be calm.
    static let calmTime = 0.25
    /// How long ago it may have been.
    static let sinceCalm = 2.0
    /// At rest is less than calm: who walks is hardly ever at rest,
    static let rest = 3.9
    /// and less often where samples are sparse.
    static let sparseRest = 3.5
    /// How long it takes to be at rest,
    static let restTime = 0.3
    /// where samples are sparse,
    static let sparseRestTime = 0.58
    /// and how long ago it may have been.
    static let sinceRest = 0.8
    /// How much of it may go to one side: a blow that turns the device over leaves all of it there.
    static let bias = 0.8
    /// Specific force below this for ``fallTime`` is a fall or a jump.
    static let fall = 5.0
    /// How long it takes to be one.
    static let fallTime = 0.1
    /// So is less weight lost,
    static let shallowFall = 6.5
    /// for longer.
    static let shallowFallTime = 0.15
    /// For how long after it many even swings are asked for.
    static let afterFall = 1.5
}
