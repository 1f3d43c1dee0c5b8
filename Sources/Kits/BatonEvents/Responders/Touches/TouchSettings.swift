// SPDX-License-Identifier: Apache-2.0

/// The limits by which an application counts taps and holds touches back (rule T13). Recognizers have settings of their
/// own.
///
/// UIKit has these limits as well, but fixed and not documented.
///
/// For example:
/// ```swift
/// application.touchSettings.tapInterval = .milliseconds(500)
/// ```
public struct TouchSettings: Sendable, Equatable {
    /// The time from the end of a tap within which the next one has to begin to count with it: 350 ms by default. A
    /// larger value lets users tap more slowly (rule T13; observed on iOS).
    public var tapInterval = Duration.milliseconds(350)
    /// The longest duration of a tap: 750 ms by default (rule T14; observed on iOS).
    public var maximumTapDuration = Duration.milliseconds(750)
    /// The farthest that a finger may be from where its tap began: 45 points by default (rule T14; observed on iOS).
    public var maximumTapMovement = 45.0
    /// The farthest that a tap may begin from where the one before ended: 45 points by default (rule T13; observed on
    /// iOS).
    public var maximumTapSeparation = 45.0
    /// The longest time for which recognizers without a deadline hold a view's messages back: 750 ms by default (rule
    /// D10).
    public var longestHold = Duration.milliseconds(750)

    /// Makes the default settings (rule T13).
    public init() {}

    /// The latest time that is taken from outside: from it a deadline can be counted without an overflow.
    static let latestTime = Duration.seconds(Int64.max / 4)
}

/// What a view remembers of its latest tap, to count the next one (rule T13).
struct TapMemory {
    let endedAt: Duration
    /// In the coordinates of the window.
    let place: Point
    let count: Int
}
