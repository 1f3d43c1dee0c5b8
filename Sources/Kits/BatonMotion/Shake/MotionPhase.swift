// SPDX-License-Identifier: Apache-2.0

/// A phase of a shake. Exactly one end follows each beginning (rule M1).
///
/// For example:
/// ```swift
/// func report(_ phase: MotionPhase) {
///     switch phase {
///     case .began(let time): print("began at \(time)")
///     case .ended(_, let duration): print("lasted \(duration)")
///     case .cancelled(_, let reason): print("cancelled: \(reason.rawValue)")
///     }
/// }
/// ```
public enum MotionPhase: Hashable, Sendable {
    /// A shake was recognized.
    case began(at: Duration)
    /// The shake ended within the longest shake.
    ///
    /// - Parameter duration: the time from its recognition to the last strong sample.
    case ended(at: Duration, duration: Duration)
    /// The shake lasted too long, or was interrupted.
    case cancelled(at: Duration, reason: MotionCancellation)

    /// The time of the phase, since boot on CLOCK_MONOTONIC.
    public var timestamp: Duration {
        switch self {
        case .began(let at), .ended(let at, _), .cancelled(let at, _): at
        }
    }
}

/// Why a shake was cancelled.
public enum MotionCancellation: String, Hashable, Sendable {
    /// The shake lasted longer than ``ShakeSettings/longestShake``.
    case tooLong = "too-long"
    /// The sensor was lost, samples were missing for more than a second, the session was locked, or shakes were
    /// switched off.
    case interrupted
}
