// SPDX-License-Identifier: Apache-2.0

/// The variables by which the programs of a session find its display.
struct DisplayEnvironment: Equatable, Sendable {
    /// The variables that say something, by name.
    let variables: [String: String]

    /// Those that belong to one compositor's life: they are taken together, from one place.
    static let displayNames: Set<String> = [
        "DISPLAY", "HYPRLAND_INSTANCE_SIGNATURE", "I3SOCK", "SWAYSOCK", "WAYLAND_DISPLAY",
        "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
    ]
    /// Those that are the same for the whole login.
    static let loginNames: Set<String> = ["HOME", "XDG_RUNTIME_DIR"]
    /// Longer values are nobody's: a socket's path has 107 bytes at most.
    static let longestValue = 4096

    /// The session's variables.
    ///
    /// - Parameters:
    ///   - manager: the user manager's; when it knows a display, all of a display's variables come from it, so that
    ///     those of a compositor that is gone are not mixed in.
    ///   - own: batond's.
    init(manager: [String: String], own: [String: String]) {
        let usable = manager.filter { Self.isUsable($0.value) }
        let knowsDisplay = usable["DISPLAY"] != nil || usable["WAYLAND_DISPLAY"] != nil
        let display = knowsDisplay ? usable : own.filter { Self.isUsable($0.value) }
        var result = display.filter { Self.displayNames.contains($0.key) }
        for name in Self.loginNames {
            if let value = usable[name] ?? own[name], Self.isUsable(value) { result[name] = value }
        }
        variables = result
    }

    subscript(_ name: String) -> String? { variables[name] }

    /// Whether the session's compositor speaks Wayland; X11 is then Xwayland, and knows of its own windows only.
    var isWayland: Bool { variables["WAYLAND_DISPLAY"] != nil }

    /// Whether there is any display.
    var hasDisplay: Bool { isWayland || variables["DISPLAY"] != nil }

    /// The directory of the session's sockets, if it is an absolute path.
    var runtimeDirectory: String? {
        variables["XDG_RUNTIME_DIR"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }

    private static func isUsable(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= longestValue && !value.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
