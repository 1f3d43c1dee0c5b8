// SPDX-License-Identifier: Apache-2.0

/// A copy of an event that later events do not change (rule E8).
///
/// For example:
/// ```swift
/// var path: [Point] = []
/// func note(_ event: Event) { path += event.snapshot().touches.map(\.location) }
/// ```
public struct EventSnapshot: Sendable, Equatable {
    /// The type of the event (rule E4).
    public let type: EventType
    /// The subtype of the event (rule E3).
    public let subtype: EventSubtype
    /// The time of the event, since boot on the monotonic clock (rule E4).
    public let timestamp: Duration
    /// The touches of the event, in the order in which they began; empty for other events (rule E8).
    public let touches: [TouchSnapshot]
}

/// A copy of what a touch was in an event (rule E8).
///
/// For example:
/// ```swift
/// func fingersDown(in event: Event) -> Int { event.snapshot().touches.filter { !$0.phase.isOver }.count }
/// ```
public struct TouchSnapshot: Sendable, Equatable {
    /// The number of the touch: the same in all its snapshots, and different from every other touch's (rule E8).
    public let number: UInt64
    /// The phase in the event (rule E8).
    public let phase: InputPhase
    /// The number of taps (rule T13).
    public let tapCount: Int
    /// When the touch began, since boot (rule E8).
    public let beganAt: Duration
    /// The time of its last change, since boot (rule T7).
    public let timestamp: Duration
    /// The place, in the coordinates of the touch's window (rule E8).
    public let location: Point
    /// The place before the last change, in the coordinates of the touch's window (rule E8).
    public let previousLocation: Point
}
