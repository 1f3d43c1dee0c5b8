// SPDX-License-Identifier: Apache-2.0

/// A compositor or window manager whose configuration binds keys to commands, and which has no other interface for them
/// (rule KEYS20).
public enum Compositor: String, Sendable, CaseIterable {
    case sway, i3, hyprland, niri, cosmic

    /// Its name for people.
    public var name: String {
        switch self {
        case .sway, .i3, .niri: rawValue
        case .hyprland: "Hyprland"
        case .cosmic: "COSMIC"
        }
    }

    /// The kind of its ``SavedRecord``.
    public var kind: SavedRecordKind {
        switch self {
        case .sway: .sway
        case .i3: .i3
        case .hyprland: .hyprland
        case .niri: .niri
        case .cosmic: .cosmic
        }
    }

    /// Whether the session is one of this compositor.
    ///
    /// - Parameter variable: returns the value of a variable in the session's environment, nil if it is not set.
    public func isRunning(_ variable: (String) -> String?) -> Bool {
        let desktops = (variable("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":")
        let isNamed = desktops.contains { $0 == rawValue }
        return switch self {
        case .sway: isNamed || variable("SWAYSOCK") != nil
        // sway sets I3SOCK as well.
        case .i3: (isNamed || variable("I3SOCK") != nil) && variable("SWAYSOCK") == nil
        case .hyprland: isNamed || variable("HYPRLAND_INSTANCE_SIGNATURE") != nil
        case .niri: isNamed || variable("NIRI_SOCKET") != nil
        case .cosmic: isNamed
        }
    }

    /// The compositor of the session, if it is one of these.
    ///
    /// - Parameter variable: as for ``isRunning(_:)``.
    public static func running(_ variable: (String) -> String?) -> Compositor? {
        allCases.first { $0.isRunning(variable) }
    }
}
