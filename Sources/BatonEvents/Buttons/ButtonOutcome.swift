// SPDX-License-Identifier: Apache-2.0

/// What came of a press.
public struct ButtonOutcome: Sendable, Equatable {
    /// What is to be done.
    public enum Work: Sendable, Equatable {
        /// Send this media command. Beginnings and ends of seeking come in pairs (rule C3).
        case remoteControl(RemoteControlSubtype)
        /// Do this; it is never a media command.
        case perform(ButtonAction)
        /// The key is none of ours: hand the change on if nobody else has seen it (rule B10).
        case passOn(ButtonChange)
    }

    /// The device, as ``ButtonTranslator`` was told of it.
    public let device: UInt64
    /// The key.
    public let key: PressKey
    /// The pattern that was recognized; nil for a key that has none.
    public let pattern: ButtonPattern?
    /// What is to be done.
    public let work: Work
    /// When the last press of it began: what tells one press that arrives twice from two presses (rule B8).
    public let pressedAt: Duration
    /// When it was decided, by the clock of the events.
    public let timestamp: Duration
}
