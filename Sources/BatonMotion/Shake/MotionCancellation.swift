// SPDX-License-Identifier: Apache-2.0

/// Why a shake was cancelled.
public enum MotionCancellation: String, Hashable, Sendable {
    /// It lasted longer than ``ShakeSettings/longestShake``.
    case tooLong = "too-long"
    /// The sensor was lost, a gap came, the session was locked, or nobody listens any more.
    case interrupted
}
