// SPDX-License-Identifier: Apache-2.0

/// Yes, no, or as it fits the device.
enum ButtonChoice: String, Sendable, CaseIterable {
    /// As `[headset]` says.
    case usual
    /// As it fits.
    case auto
    case yes
    case no
}
