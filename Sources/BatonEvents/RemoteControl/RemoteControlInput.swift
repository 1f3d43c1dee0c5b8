// SPDX-License-Identifier: Apache-2.0

/// The way by which a command came in (rule B8).
public enum RemoteControlInput: Hashable, Sendable {
    /// A key of an input node; two nodes of one device have the same `device`, and different `node`s.
    case key(device: UInt64, node: UInt64)
    /// A Bluetooth headset, by way of BlueZ.
    case bluetooth
    /// A desktop's settings daemon.
    case settingsDaemon
    /// KDE's global shortcuts.
    case kde
    /// The GlobalShortcuts portal.
    case portal
    /// A program on the bus. What two programs send is never one press, nor is what one sends twice.
    case caller

    /// Whether one press can come in by both ways.
    func mayRepeat(_ other: RemoteControlInput) -> Bool {
        switch (self, other) {
        case (.caller, _), (_, .caller): false
        case (.key(let device, let node), .key(let otherDevice, let otherNode)):
            device == otherDevice && node != otherNode
        default: self != other
        }
    }
}
