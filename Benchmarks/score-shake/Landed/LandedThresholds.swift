// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// The numbers of the detector, in m/s² and seconds. They were chosen on recordings (docs/shake.md).
///
/// A larger least strength or magnitude misses weaker shakes and mistakes fewer other movements for a shake.
enum LandedThresholds {
    // MARK: The signal

    /// Cut-off of both low passes, in Hz. They remove the ringing of a hard step; a shake swings at 2.3 to 7.8 Hz. A
    /// larger value lets more of a step through (SHAKE2).
    static let cutOff = 8.0
    /// A sample that comes more of the low pass's time constants than this after the one before is not smoothed:
    /// below about 16 Hz.
    static let smoothLimit = 3.1
    /// Time constant with which gravity follows the specific force, in s. A larger value takes longer to follow a
    /// turn of the device (SHAKE3).
    static let gravityTime = 0.6
    /// A difference from gravity beyond this, in m/s², moves gravity no more than this does. A larger value lets a
    /// knock move it further (SHAKE3).
    static let gravityClip = 5.0
    /// Seconds after the first sample in which nothing is recognized, because gravity is not known yet.
    static let warmUp = 1.0
    /// Seconds between two samples beyond which the detector begins anew (SHAKE1).
    static let longestGap = 1.0
    /// Limit of a value on an axis, in m/s²: 40 g, which no hand reaches.
    static let largestValue = 400.0
    /// An axis that repeats its own extreme is at the rail of the sensor (±2 g in many). Its value is multiplied by
    /// this (SHAKE8).
    static let railFactor = 1.4
    /// Smallest extreme that can be a rail, in m/s²: about 1.5 g. Below it, equal values are chance.
    static let leastRail = 15.0

    // MARK: Swings

    /// Magnitude above which a sample belongs to a swing and counts as strong, in m/s².
    static let swing = 6.0
    /// Two swings are opposite if the cosine between them is below this.
    static let oppositeCosine = -0.2
    /// Shortest half swing, in s, where samples are dense enough to tell. A shorter one is not counted.
    static let shortestHalfSwing = 0.06
    /// Longest half swing, in s, unless a few samples take longer. After a longer one the count starts anew.
    static let longestHalfSwing = 0.35
    /// Seconds without a sample as strong as a swing, after which a movement to the same side is another half swing.
    static let pause = 0.05
    /// Seconds without a strong sample after which a shake is over. A larger value joins shakes that follow each
    /// other (SHAKE11).
    static let quiet = 0.3

    // MARK: What makes a shake

    /// Length of the window of the mean magnitude, in s. It is not a multiple of a common sampling interval, so that
    /// rounding does not decide whether a sample is inside.
    static let window = 0.41
    /// A larger magnitude counts as this much in the mean, in m/s²: a single knock is not a shake.
    static let knock = 45.0
    /// Smallest mean magnitude of a shake, in m/s².
    static let mean = 8.0

    /// Reversals without a pause between them that a shake needs.
    static let reversals = 2
    /// Smallest peak of each of the last two swings, in m/s². It is more than gravity: legs push a body up with
    /// several g, but nothing pulls it down with more than one (SHAKE5).
    static let opposite = 11.0
    /// Smallest peak of the swing before these two, in m/s².
    static let third = 8.0
    /// Smallest √(mean/10 · weaker swing/12) out of calm.
    static let strength = 1.5
    /// Smallest strength out of rest.
    static let restStrength = 1.15
    /// Smallest ratio of the weaker to the stronger one of the last two swings. A fall is one blow and a weaker
    /// echo.
    static let balance = 0.35
    /// Strength out of calm at which one reversal is enough, if the two swings are alike.
    static let greatStrength = 2.3
    /// Strength out of rest at which one reversal is enough, if the two swings are alike.
    static let greatRestStrength = 1.4
    /// Smallest ratio of the two swings, where one reversal is enough.
    static let greatBalance = 0.5

    /// Mean magnitude out of rest, in m/s², at which no reversal needs to have been counted, if two opposite samples
    /// are strong. Reversals may be missing where samples are.
    static let greatMean = 15.0
    /// Smallest magnitude of these two samples, in m/s².
    static let greatOpposite = 10.0
    /// Longest time since rest for this, in s.
    static let greatSinceRest = 1.0
    /// Where samples are sparse: mean magnitude, in m/s², at which opposite samples are enough without any rest
    /// before.
    static let sparseGreatMean = 20.0
    /// Smallest magnitude of these two samples, in m/s².
    static let sparseGreatOpposite = 15.0

    /// Smallest peak of an even swing, in m/s². Enough even swings are a shake without rest or calm before.
    static let evenSwing = 14.0
    /// Smallest ratio between an even swing and the one before. A runner's swings are stronger to one side.
    static let evenBalance = 0.65
    /// Even swings in a row that are a shake.
    static let even = 6
    /// Even swings in a row that are a shake after a fall or a jump (SHAKE9).
    static let evenAfterFall = 7
    /// Smallest strength of such a shake.
    static let evenStrength = 1.4

    // MARK: Sparse samples

    /// Mean time between samples, in s, above which ``coarseGain`` applies: a hard step looks stronger there,
    /// because nothing smooths it (SHAKE7).
    static let coarseInterval = 0.03
    /// Factor of all magnitudes there.
    static let coarseGain = 0.9
    /// Mean time between samples, in s, above which swings cannot be followed and only amplitudes decide: below
    /// about 22 Hz (SHAKE7).
    static let sparseInterval = 0.045
    /// Out of rest, with sparse samples: longest time since rest, in s.
    static let sparseSinceRest = 0.6
    /// Out of rest: smallest strength with one reversal.
    static let sparseRestStrength = 1.25
    /// Out of rest, without a reversal: smallest sum of the mean and the smallest magnitude of the window, in m/s².
    /// A walk has samples near 0 between its steps.
    static let sparseRestFloor = 20.0
    /// Out of rest, without a reversal: smallest magnitude of two opposite samples, in m/s².
    static let sparseRestOpposite = 5.0
    /// Out of rest: smallest magnitude of the strongest sample of the window, in m/s².
    static let sparseRestPeak = 14.0
    /// Out of rest: smallest magnitude of the third strongest sample, in m/s². A hard step is one or two samples.
    static let sparseRestThird = 7.6
    /// Out of calm, with sparse samples: longest time since calm, in s. The next five are as those out of rest.
    static let sparseSinceCalm = 0.9
    /// Out of calm: smallest strength with one reversal.
    static let sparseStrength = 2.4
    /// Out of calm, without a reversal: smallest sum of the mean and the smallest magnitude, in m/s².
    static let sparseFloor = 28.0
    /// Out of calm, without a reversal: smallest magnitude of two opposite samples, in m/s².
    static let sparseOpposite = 10.5
    /// Out of calm: smallest magnitude of the strongest sample, in m/s².
    static let sparsePeak = 19.0
    /// Out of calm: smallest magnitude of the third strongest sample, in m/s².
    static let sparseThird = 13.5

    // MARK: What speaks against a shake

    /// Magnitude below which the device is calm, in m/s². A runner's device is never calm.
    static let calm = 7.0
    /// Seconds below ``calm`` after which the device is calm.
    static let calmTime = 0.25
    /// Longest time since calm at which a shake can begin, in s.
    static let sinceCalm = 2.0
    /// Magnitude below which the device is at rest, in m/s². A walker's device is hardly ever at rest.
    static let rest = 3.9
    /// The same where samples are sparse: a walker's device seems to be at rest more often there.
    static let sparseRest = 3.5
    /// Seconds below ``rest`` after which the device is at rest.
    static let restTime = 0.3
    /// The same where samples are sparse.
    static let sparseRestTime = 0.58
    /// Longest time since rest at which the lower thresholds apply, in s.
    static let sinceRest = 0.8
    /// Largest share of the movement that may go to one side, 0…1. A blow that turns the device over leaves all of
    /// it there (SHAKE9).
    static let bias = 0.8
    /// Specific force below this for ``fallTime`` is a fall or a jump, in m/s² (SHAKE9).
    static let fall = 5.0
    /// Seconds below ``fall`` that are a fall.
    static let fallTime = 0.1
    /// Specific force below this for ``shallowFallTime`` is a fall or a jump as well, in m/s².
    static let shallowFall = 6.5
    /// Seconds below ``shallowFall`` that are a fall.
    static let shallowFallTime = 0.15
    /// Seconds after a fall in which a shake needs ``evenAfterFall`` even swings.
    static let afterFall = 1.5
}
