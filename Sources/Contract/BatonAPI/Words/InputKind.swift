// SPDX-License-Identifier: Apache-2.0

/// Where a command came in. Its raw value is the word in `Event` and `Inputs`.
package enum InputKind: String, Sendable, CaseIterable {
    /// A method call on one of the MPRIS faces.
    case mpris
    /// `SendRemoteControlEvent` on org.baton.Baton1.
    case control = "baton"
    /// A key of an input device of the kernel's.
    case evdev
    /// A button of a headset that BlueZ delivers as a call on Baton's player.
    case bluetooth
    /// A desktop's settings daemon that gives the media keys to the program that grabbed them.
    case mediaKeys = "media-keys"
    /// KDE's global shortcuts.
    case kde
    /// The GlobalShortcuts portal.
    case portal

    /// Whether it is a program that asks; what one asks is never dropped (rule B8).
    package var isCaller: Bool { self == .mpris || self == .control }
}
