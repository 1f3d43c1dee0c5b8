// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// The environment variables by which the programs of a session find its display.
package struct DisplayEnvironment: Equatable, Sendable {
    /// The variables that are set and usable, by name.
    package let variables: [String: String]
    /// The value of `WAYLAND_DISPLAY` if no compositor serves that display any more; else nil.
    package let deadDisplay: String?

    /// The variables that belong to one compositor. All of them are taken from the same environment.
    static let displayNames = compositorNames.union(["DISPLAY", "I3SOCK", "XAUTHORITY", "XDG_CURRENT_DESKTOP"])
    /// The variables that a Wayland compositor sets, and that are wrong after it has ended.
    private static var compositorNames: Set<String> {
        Set(FocusProviderName.allCases.compactMap(\.variable)).union(["WAYLAND_DISPLAY"])
    }
    /// The variables that are the same for the whole login.
    static let loginNames: Set<String> = ["HOME", "XDG_RUNTIME_DIR"]
    /// The longest value that is used, in bytes. The path of a socket has at most 107.
    static let longestValue = 4096

    /// The session's variables.
    ///
    /// - Parameters:
    ///   - manager: the variables of the user manager. If they name a display, all variables of a display are taken
    ///     from here, so that they are not mixed with those of a compositor that has ended.
    ///   - own: the variables of batond.
    ///   - isServed: whether a compositor serves the socket at a path; with nil the variable is trusted. Nothing unsets
    ///     `WAYLAND_DISPLAY` when a compositor ends, and an X11 session that follows adds its variables to it.
    ///     `XDG_SESSION_TYPE` is inherited in the same way, so it is no evidence.
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

    /// The variables by which a program finds the display that shows an app.
    package func showing(_ app: FocusedApp) -> DisplayEnvironment {
        guard let display = app.display else { return self }
        let login = variables.filter { Self.loginNames.contains($0.key) }
        return DisplayEnvironment(manager: [:], own: login.merging(["WAYLAND_DISPLAY": display]) { $1 })
    }

    private static func isServed(
        _ name: String, in variables: [String: String], _ isServed: (_ path: String) -> Bool
    ) -> Bool {
        if name.utf8.first == UInt8(ascii: "/") { return isServed(name) }
        // Without this directory apps do not find the socket either.
        return variables["XDG_RUNTIME_DIR"].map { isServed("\($0)/\(name)") } ?? false
    }

    package subscript(_ name: String) -> String? { variables[name] }

    /// Whether the session has a Wayland compositor. Its X server is then Xwayland, which knows X11 windows only.
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
