// SPDX-License-Identifier: Apache-2.0

/// What the bus and the other players make of a player.
package struct PlayerStanding: Equatable {
    /// The process of its connection; nil until the bus has answered.
    package var process: UInt32?
    /// The process that it stands for, as the browser of plasma-browser-integration; nil for its own.
    package var integratedProcess: UInt32?
    /// Whether it is a headset, which mpris-proxy shows as a player.
    package var isHeadset: Bool
    /// Whether it is a phone that is connected by Bluetooth (rule BLUEZ19).
    package var isPhone: Bool
    /// Whether it plays on another device, and is not heard on this machine.
    package var isElsewhere: Bool
    /// Whether it gets commands: it can be controlled, it is not hidden as a ghost, and no other player
    /// represents it.
    package var isInChain: Bool
    /// What it has in common with the players that are one with it (rule I94); nil for a player of its own.
    package var group: String?
}
