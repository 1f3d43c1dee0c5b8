// SPDX-License-Identifier: Apache-2.0

/// The numbers of the recognizer, in m/s² and seconds; how they were found is in docs/shake.md.
enum ShakeThresholds {
    // MARK: The signal

    /// Cut-off of the low pass that takes the ringing of a hard step away, in Hz.
    static let cutOff = 6.0
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
    /// Over when nothing was stronger than a swing for this long.
    static let quiet = 0.3

    // MARK: What makes a shake

    /// The window over which the mean magnitude is taken: no multiple of a common interval, so that rounding decides nothing.
    static let window = 0.41
    /// A larger magnitude counts as this much in the mean: one knock is no shake.
    static let knock = 45.0
    /// Below this mean spacing of samples swings can be followed; above it only amplitudes say something.
    static let sparseInterval = 0.045

    /// Reversals in a row.
    static let reversals = 2
    /// The mean magnitude, at least.
    static let mean = 9.0
    /// Each of the last two swings, at least: more than gravity. Legs push a body up with several g, but nothing pulls it
    /// down with more than one.
    static let opposite = 12.0
    /// The swing before them, at least.
    static let third = 8.0
    /// √(mean/10 · weaker swing/12), at least.
    static let strength = 1.4
    /// The weaker of the last two swings against the stronger: a fall is one blow and its echo.
    static let balance = 0.35
    /// One reversal is enough at this strength, if the two swings are alike.
    static let greatStrength = 2.3
    /// How alike they must be then.
    static let greatBalance = 0.5

    /// No reversal needs to have been followed at this mean, if two opposite samples say the same.
    static let greatMean = 17.0
    /// As strong as this.
    static let greatOpposite = 12.0

    /// Where samples are sparse, strength for one reversal.
    static let sparseStrength = 1.95
    /// Where samples are sparse: mean and least magnitude of the window together. A walk has samples of nothing between
    /// its steps.
    static let sparseFloor = 22.5
    /// With two opposite samples of at least this each.
    static let sparseOpposite = 11.0
    /// Or this much together,
    static let sparseHighFloor = 26.0
    /// with two opposite samples of at least this.
    static let sparseHighOpposite = 6.5
    /// Where samples are sparse, it must have been calm so recently.
    static let sparseSinceCalm = 1.1

    // MARK: What speaks against it

    /// A shake rises out of calm; who runs is never calm.
    static let calm = 7.0
    /// How long it takes to be calm.
    static let calmTime = 0.25
    /// How long ago it may have been.
    static let sinceCalm = 2.0
    /// Specific force below this for ``fallTime`` is a fall or a jump.
    static let fall = 5.0
    /// How long it takes to be one.
    static let fallTime = 0.1
    /// For how long after it many more reversals are asked for.
    static let afterFall = 1.5
    /// How many.
    static let reversalsAfterFall = 7
}
