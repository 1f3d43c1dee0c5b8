// SPDX-License-Identifier: Apache-2.0

/// The numbers of the signal and of the states, in m/s² and seconds. What makes a shake is learned; see ``ShakeModel``.
enum ShakeThresholds {
    /// Cut-off of both low passes, in Hz. They remove the ringing of a hard step; a shake swings at 2 to 7.8 Hz. A
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

    /// Specific force below which the device counts as weightless, in m/s² (SHAKE9).
    static let weightless = 6.0
    /// Time constant with which the time in weightlessness fades, in s. A larger value remembers a fall for longer.
    static let weightlessTime = 0.8

    /// Strength of the weakest movement that is judged, in m/s²: that of a swing with peaks of 4 m/s². A larger value
    /// saves work, and misses weak shakes.
    static let leastStrength = 3.0
    /// Smallest magnitude of a sample at which the window is judged, in m/s²: half swings are judged near their peaks. A
    /// larger value saves work, and misses weak shakes.
    static let judged = 5.0
    /// Mean seconds between samples above which a sensor is sparse: all its samples are judged, since few hit a peak (SHAKE7).
    static let sparse = 0.055
    /// Mean seconds between samples above which samples are few: the ringing of a knock looks as a shake in one of them, and
    /// more is asked for (``FewSamples``).
    static let few = 0.045
    /// Smallest magnitude of a strong sample, in m/s². A larger value ends weak shakes early (SHAKE11).
    static let strong = 3.0
    /// The share of a shake's largest magnitude that a strong sample reaches. A larger value ends a shake earlier that
    /// fades.
    static let strongShare = 0.2
    /// Seconds without a strong sample after which a shake is over. A larger value joins shakes that follow each
    /// other (SHAKE11).
    static let quiet = 0.3
    /// Seconds that the window must hold before anything is recognized in it. A larger value delays a shake that follows
    /// another.
    static let leastWindow = 0.6
}
