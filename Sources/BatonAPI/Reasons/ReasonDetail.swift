// SPDX-License-Identifier: Apache-2.0

/// The names of a reason's details. docs/dbus-api.md tells which code has which.
package enum ReasonDetail: String, CaseIterable, Sendable {
    /// `s`: the name of the device.
    case device
    /// `s`: how the sensor is read: `poll`, `buffer` or `replay`.
    case mode
    /// `d`: samples a second.
    case rate
    /// `d`: samples a second while nothing moves.
    case restRate = "rest-rate"
}
