// SPDX-License-Identifier: Apache-2.0

/// How a learned button reaches Baton.
package enum ButtonReading: String, CaseIterable, Sendable {
    /// It came as a command of a program or a service, which alone knows the button.
    case command
    /// Only Baton receives the device's keys.
    case grabbed
    /// Other programs receive the device's keys too.
    case shared
    /// The device is a headset that is not read; the reason tells why.
    case off
    /// The device is never read, as it is configured; the reason tells why.
    case ignored
}
