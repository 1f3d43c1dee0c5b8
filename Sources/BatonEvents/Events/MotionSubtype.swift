// SPDX-License-Identifier: Apache-2.0

/// The subtypes a motion event can have (rule E3).
public enum MotionSubtype: Int, Sendable, CaseIterable {
    /// The device was shaken.
    case shake = 1

    /// The subtype as an event carries it.
    public var eventSubtype: EventSubtype { .motionShake }
}
