// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// An action that a button, or a pattern on it, is bound to.
///
/// For example:
/// ```swift
/// var settings = ButtonSettings()
/// settings.patterns[.hold] = .toggleMute
/// settings.keys[.phone] = .remoteControl(.togglePlayPause)
/// ```
public enum ButtonAction: Hashable, Sendable {
    /// A media command. Seeking that a press begins ends with its release. Seeking that is bound to clicks, which have
    /// no length, ends at once, so that it is one step.
    case remoteControl(RemoteControlSubtype)
    /// One step louder.
    case volumeUp
    /// One step quieter.
    case volumeDown
    /// Sound off or on.
    case toggleMute
    /// The microphone off or on.
    case toggleMicrophone
    /// Pins the next player in routing order.
    case pinNextPlayer
}
