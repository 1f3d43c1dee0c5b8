// SPDX-License-Identifier: Apache-2.0

/// Why a shake was cancelled.
public enum MotionCancellation: String, Hashable, Sendable {
    /// The shake lasted longer than ``ShakeSettings/longestShake``.
    case tooLong = "too-long"
    /// The sensor was lost, samples were missing for more than a second, the session was locked, or shakes were
    /// switched off.
    case interrupted
}
