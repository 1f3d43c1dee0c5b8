// SPDX-License-Identifier: Apache-2.0

/// The phase of an input in an event (rule T3). The raw values are part of the interface.
///
/// For example:
/// ```swift
/// let pressed = event.allPresses.filter { !$0.phase.isOver }
/// ```
public enum InputPhase: Int, Sendable, CaseIterable {
    /// The input went down.
    case began = 0
    /// The input is down and changed. A press never changes.
    case changed = 1
    /// The input is down and did not change in this event.
    case stationary = 2
    /// The input came up.
    case ended = 3
    /// The input was cancelled: the device is gone, or the session became inactive (rule T21).
    case cancelled = 4

    /// Whether the phase is the last one of an input (rule T22).
    public var isOver: Bool { self == .ended || self == .cancelled }
}
