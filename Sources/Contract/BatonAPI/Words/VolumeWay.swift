// SPDX-License-Identifier: Apache-2.0

/// How the volume of a player was changed. The raw value is the word on the bus.
package enum VolumeWay: String, CaseIterable, Sendable {
    /// By its own `Volume`.
    case player
    /// By its streams at the sound server.
    case stream
}
