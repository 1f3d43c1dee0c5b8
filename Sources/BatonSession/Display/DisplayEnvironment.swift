// SPDX-License-Identifier: Apache-2.0

/// The variables by which the programs of a session find its display.
package struct DisplayEnvironment: Equatable, Sendable {
    /// The variables that say something, by name.
    package let variables: [String: String]
    /// The Wayland display that is named although its compositor is gone.
    package let deadDisplay: String?

    /// Those that belong to one compositor's life: they are taken together, from one place.
    static let displayNames: Set<String> = [
        "DISPLAY", "HYPRLAND_INSTANCE_SIGNATURE", "I3SOCK", "SWAYSOCK", "WAYLAND_DISPLAY",
        "XAUTHORITY", "XDG_CURRENT_DESKTOP",
    ]
    /// Those that a Wayland compositor brought, and that go with it.
    private static let compositorNames: Set<String> = ["HYPRLAND_INSTANCE_SIGNATURE", "SWAYSOCK", "WAYLAND_DISPLAY"]
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
    ///   - isServed: whether a compositor serves the socket at a path; nil believes the variable. Nobody unsets `WAYLAND_DISPLAY` when a compositor ends, and
    ///     an X11 session after it adds its own to it; `XDG_SESSION_TYPE` is inherited in the same way, and no evidence.
    package init(
        manager: [String: String], own: [String: String], isServed: ((_ path: String) -> Bool)? = nil
    ) {
        let usable = manager.filter { Self.isUsable($0.value) }
        let knowsDisplay = usable["DISPLAY"] != nil || usable["WAYLAND_DISPLAY"] != nil
        let display = knowsDisplay ? usable : own.filter { Self.isUsable($0.value) }
        var result = display.filter { Self.displayNames.contains($0.key) }
        for name in Self.loginNames {
            if let value = usable[name] ?? own[name], Self.isUsable(value) { result[name] = value }
        }
        if let name = result["WAYLAND_DISPLAY"], let isServed, !Self.isServed(name, in: result, isServed) {
            deadDisplay = name
            for name in Self.compositorNames { result[name] = nil }
        } else {
            deadDisplay = nil
        }
        variables = result
    }

    private static func isServed(
        _ name: String, in variables: [String: String], _ isServed: (_ path: String) -> Bool
    ) -> Bool {
        if name.utf8.first == UInt8(ascii: "/") { return isServed(name) }
        // Without such a directory no app finds the socket either.
        return variables["XDG_RUNTIME_DIR"].map { isServed("\($0)/\(name)") } ?? false
    }

    package subscript(_ name: String) -> String? { variables[name] }

    /// Whether the session's compositor speaks Wayland; X11 is then Xwayland, and knows of its own windows only.
    package var isWayland: Bool { variables["WAYLAND_DISPLAY"] != nil }

    /// Whether there is any display.
    package var hasDisplay: Bool { isWayland || variables["DISPLAY"] != nil }

    /// The directory of the session's sockets, if it is an absolute path.
    package var runtimeDirectory: String? {
        variables["XDG_RUNTIME_DIR"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }

    private static func isUsable(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= longestValue && !value.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
