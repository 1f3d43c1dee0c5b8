// SPDX-License-Identifier: Apache-2.0

/// What became of a key or a finger in an event (rule T3). The raw values are part of the interface.
public enum InputPhase: Int, Sendable, CaseIterable {
    /// It went down.
    case began = 0
    /// It is down and changed; a press never does.
    case changed = 1
    /// It is down and did not change in this event.
    case stationary = 2
    /// It came up.
    case ended = 3
    /// Nobody knows how it went on: the device is gone, or the session is somebody else's (rule T21).
    case cancelled = 4

    /// Whether nothing more can follow (rule T22).
    public var isOver: Bool { self == .ended || self == .cancelled }
}
