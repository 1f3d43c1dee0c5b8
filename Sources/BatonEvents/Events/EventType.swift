// SPDX-License-Identifier: Apache-2.0

/// The type of an event (rule E1). The raw values are part of the interface.
///
/// 3 (presses) and 10, 11, 14 (pointer) are types of later UIKit versions. They are reserved and never sent.
///
/// For example:
/// ```swift
/// override func window(for event: Event) -> Window? { event.type == .motion ? desktopWindow : mediaWindow }
/// ```
public enum EventType: Int, Sendable, CaseIterable {
    /// Fingers on a screen.
    case touches = 0
    /// The device was moved.
    case motion = 1
    /// A media command.
    case remoteControl = 2
}
