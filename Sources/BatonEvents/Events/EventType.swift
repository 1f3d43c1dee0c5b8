// SPDX-License-Identifier: Apache-2.0

/// What kind of thing happened (rule E1). The raw values are part of the interface.
///
/// 3 (presses) and 10, 11, 14 (pointer) are UIKit's later types; they are reserved here and never sent.
public enum EventType: Int, Sendable, CaseIterable {
    /// Fingers on a screen.
    case touches = 0
    /// The device was moved.
    case motion = 1
    /// A media command.
    case remoteControl = 2
}
