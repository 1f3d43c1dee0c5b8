// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// The outcome of a press.
///
/// For example:
/// ```swift
/// func handle(_ outcome: ButtonOutcome) {
///     switch outcome.work {
///     case .remoteControl(let command): send(command)
///     case .perform(let action): print("\(action), pressed at \(outcome.pressedAt)")
///     case .passOn(let change): print("\(outcome.key) is not Baton's: \(change)")
///     }
/// }
/// ```
public struct ButtonOutcome: Sendable, Equatable {
    /// What the caller is to do.
    public enum Work: Sendable, Equatable {
        /// Send this media command. Begin and end of seeking come in pairs (rule C3).
        case remoteControl(RemoteControlSubtype)
        /// Perform this action, which is never a media command.
        case perform(ButtonAction)
        /// The key is not bound: relay the change if no other program has received it (rule B10).
        case passOn(ButtonChange)
    }

    /// The number under which the device was connected to the ``ButtonTranslator``.
    public let device: UInt64
    /// The key.
    public let key: PressKey
    /// The pattern that was recognized; nil for a key without patterns.
    public let pattern: ButtonPattern?
    /// What the caller is to do.
    public let work: Work
    /// When the last press began. It tells one press that arrives from two inputs from two presses (rule B8).
    public let pressedAt: Duration
    /// When the outcome was decided, by the clock of the events.
    public let timestamp: Duration
}

/// A change of a key. The raw values are those of an evdev key event.
///
/// For example:
/// ```swift
/// let change = ButtonChange(rawValue: 1)  // .down
/// ```
public enum ButtonChange: Int32, Sendable, CaseIterable {
    /// The key was released.
    case up = 0
    /// The key was pressed.
    case down = 1
    /// The key is still down: auto-repeat, which never makes a click (rule B5).
    case repeated = 2
}
