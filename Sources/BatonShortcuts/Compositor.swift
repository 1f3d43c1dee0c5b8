// SPDX-License-Identifier: Apache-2.0

/// A compositor or window manager whose configuration binds keys to commands, and which tells nobody else of them
/// (spec/mpris.md iv).
public enum Compositor: String, Sendable, CaseIterable {
    case sway, i3, hyprland

    /// What people call it.
    public var name: String { self == .hyprland ? "Hyprland" : rawValue }

    /// The kind of its ``SavedRecord``.
    public var kind: String { rawValue }

    /// Whether the session is this one's.
    ///
    /// - Parameter variable: the session's environment: the value of a variable, nil where it is not set.
    public func isRunning(_ variable: (String) -> String?) -> Bool {
        let desktops = (variable("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":")
        let isNamed = desktops.contains { $0 == rawValue }
        return switch self {
        case .sway: isNamed || variable("SWAYSOCK") != nil
        // sway sets I3SOCK as well.
        case .i3: (isNamed || variable("I3SOCK") != nil) && variable("SWAYSOCK") == nil
        case .hyprland: isNamed || variable("HYPRLAND_INSTANCE_SIGNATURE") != nil
        }
    }

    /// The one whose session it is, if any.
    ///
    /// - Parameter variable: the session's environment, as in ``isRunning(_:)``.
    public static func running(_ variable: (String) -> String?) -> Compositor? {
        allCases.first { $0.isRunning(variable) }
    }
}
