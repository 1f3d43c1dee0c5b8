// SPDX-License-Identifier: Apache-2.0

/// The phase of a motion: which of the three motion handlers the event calls (rules M1 and M2).
///
/// For example:
/// ```swift
/// application.postEvent(Event(motion: .shake, phase: .began, timestamp: now))
/// ```
public enum MotionEventPhase: Sendable, CaseIterable {
    /// The motion began.
    case began
    /// The motion ended in time.
    case ended
    /// The motion took too long, was interrupted, or was not a shake.
    case cancelled
}
