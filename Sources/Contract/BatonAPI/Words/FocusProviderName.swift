// SPDX-License-Identifier: Apache-2.0

/// The program that told which app is in front (rules UNDO13 to UNDO15). Its raw value is the name of its row of `Doctor`,
/// and its word in the log.
package enum FocusProviderName: String, Sendable, CaseIterable {
    /// The X server, which knows its own windows only.
    case x11
    /// sway, over its socket.
    case sway
    /// Hyprland, over its socket.
    case hyprland
    /// KWin, by a script.
    case kwin
    /// The accessibility bus (AT-SPI 2).
    case accessibility = "at-spi"

    /// The variable of the session in which a Wayland compositor says where it is asked; nil for the others.
    package var variable: String? {
        switch self {
        case .sway: "SWAYSOCK"
        case .hyprland: "HYPRLAND_INSTANCE_SIGNATURE"
        case .x11, .kwin, .accessibility: nil
        }
    }
}
