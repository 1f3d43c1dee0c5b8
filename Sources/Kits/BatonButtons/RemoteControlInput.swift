// SPDX-License-Identifier: Apache-2.0

/// The kind of input that a command came from (rule B8).
///
/// For example:
/// ```swift
/// let input = RemoteControlInput.key(device: 7, node: 12)
/// let isHeadset = input == .bluetooth  // false
/// ```
public enum RemoteControlInput: Hashable, Sendable {
    /// A key of an event node. Two nodes of one device have the same `device` and different `node`s.
    case key(device: UInt64, node: UInt64)
    /// A Bluetooth headset, through BlueZ.
    case bluetooth
    /// A desktop's settings daemon.
    case settingsDaemon
    /// KDE's global shortcuts.
    case kde
    /// The GlobalShortcuts portal.
    case portal
    /// A program on the bus. Two calls are never one press, neither of two programs nor of the same one.
    case caller

    /// Whether one press can come from both inputs.
    package func mayRepeat(_ other: RemoteControlInput) -> Bool {
        switch (self, other) {
        case (.caller, _), (_, .caller): false
        case (.key(let device, let node), .key(let otherDevice, let otherNode)):
            device == otherDevice && node != otherNode
        default: self != other
        }
    }
}
