// SPDX-License-Identifier: Apache-2.0

/// Which of the three motion messages an event becomes (rules M1, M2).
public enum MotionEventPhase: Sendable, CaseIterable {
    /// The motion began.
    case began
    /// The motion ended, and was what it seemed to be.
    case ended
    /// The motion took too long or was something else.
    case cancelled
}
