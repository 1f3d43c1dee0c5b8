// SPDX-License-Identifier: Apache-2.0

/// What a button, or a pattern on it, can be bound to.
public enum ButtonAction: Hashable, Sendable {
    /// A media command. A beginning of seeking gets its end when the button comes up; bound to clicks, which have no length,
    /// it gets it at once and is one step.
    case remoteControl(RemoteControlSubtype)
    /// A little louder.
    case volumeUp
    /// A little quieter.
    case volumeDown
    /// Sound off or on.
    case toggleMute
    /// Pins the next player in routing order.
    case pinNextPlayer
}
