// SPDX-License-Identifier: Apache-2.0

/// The type of an event (rule E1). The raw values are part of the interface.
///
/// 3 (presses) and 10, 11, 14 (pointer) are types of later UIKit versions. They are reserved and never sent.
///
/// For example:
/// ```swift
/// final class Desk: Application {
///     let mediaWindow = Window()
///     let desktopWindow = Window()
///
///     override func window(for event: Event) -> Window? { event.type == .motion ? desktopWindow : mediaWindow }
/// }
/// ```
public enum EventType: Int, Sendable, CaseIterable {
    /// Fingers on a screen.
    case touches = 0
    /// The device was moved.
    case motion = 1
    /// A media command.
    case remoteControl = 2
}

/// The subtype of an event (rule E2). The raw values are part of the interface.
///
/// For example:
/// ```swift
/// final class Editor: Responder {
///     override func motionEnded(_ motion: EventSubtype, with event: Event) {
///         guard motion == .motionShake else { return super.motionEnded(motion, with: event) }
///         print("undo")
///     }
/// }
/// ```
public enum EventSubtype: Int, Sendable, CaseIterable {
    /// A touches event has no subtype.
    case none = 0
    /// The device was shaken.
    case motionShake = 1
    /// Play.
    case remoteControlPlay = 100
    /// Pause.
    case remoteControlPause = 101
    /// Stop, and go back to the beginning (rule C2).
    case remoteControlStop = 102
    /// Play or pause, as the only button of a headset sends it (rule C5).
    case remoteControlTogglePlayPause = 103
    /// Go to the next track.
    case remoteControlNextTrack = 104
    /// Go to the previous track.
    case remoteControlPreviousTrack = 105
    /// A rewind button went down.
    case remoteControlBeginSeekingBackward = 106
    /// The rewind button went up.
    case remoteControlEndSeekingBackward = 107
    /// A fast-forward button went down.
    case remoteControlBeginSeekingForward = 108
    /// The fast-forward button went up.
    case remoteControlEndSeekingForward = 109
}

/// The subtypes that a motion event can have (rule E3).
///
/// For example:
/// ```swift
/// let event = Event(motion: .shake, phase: .ended, timestamp: now)
/// ```
public enum MotionSubtype: Int, Sendable, CaseIterable {
    /// The device was shaken.
    case shake = 1

    /// The corresponding subtype of an event (rule E3).
    public var eventSubtype: EventSubtype { .motionShake }
}

/// The phase of a motion: which of the three motion handlers the event calls (rules M1 and M2).
///
/// Unlike UIKit, which has three handlers and no such type, the event keeps its phase.
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
