// SPDX-License-Identifier: Apache-2.0

/// The subtypes that a motion event can have (rule E3).
///
/// For example:
/// ```swift
/// let event = Event(motion: .shake, phase: .ended, timestamp: now)
/// ```
public enum MotionSubtype: Int, Sendable, CaseIterable {
    /// The device was shaken.
    case shake = 1

    /// The corresponding subtype of an event.
    public var eventSubtype: EventSubtype { .motionShake }
}
