// SPDX-License-Identifier: Apache-2.0

/// What the device of a learned button is.
package enum ButtonRole: String, CaseIterable, Sendable {
    /// By its keys, and by its name or its sound card.
    case headset
    /// The commands of a Bluetooth headset (AVRCP).
    case avrcp
    /// It has media keys, and is not a headset.
    case mediaKeys = "media-keys"
    case keyboard
    /// A pointer, joystick or touch device.
    case pointer
    case noMediaKeys = "no-media-keys"
}
