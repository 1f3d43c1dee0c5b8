// SPDX-License-Identifier: Apache-2.0

package import BatonShortcuts

/// A compositor's configuration of key bindings.
extension Compositor {
    /// The user's configuration files, in the order in which the compositor looks for them.
    package func files(_ environment: SetupEnvironment) -> [String] {
        let home = environment.absolute("HOME")
        let config = environment.configHome
        func list(_ paths: String?...) -> [String] { paths.compactMap(\.self) }
        return switch self {
        case .sway: list(home.map { "\($0)/.sway/config" }, config.map { "\($0)/sway/config" })
        case .i3: list(config.map { "\($0)/i3/config" }, home.map { "\($0)/.i3/config" })
        // From 0.55 on Hyprland reads the file in Lua, and the other one only without it.
        case .hyprland: list(config.map { "\($0)/hypr/hyprland.lua" }, config.map { "\($0)/hypr/hyprland.conf" })
        }
    }

    /// The lines that bind a key. A seek key sends one event when it is pressed, and one when it is released.
    ///
    /// - Parameter isLua: whether they are for Hyprland's configuration in Lua.
    package func bindings(_ key: BoundKey, _ environment: SetupEnvironment, isLua: Bool = false) -> [String] {
        let press = environment.command(key.press)
        let release = key.release.map(environment.command)
        switch self {
        case .sway:
            return ["bindsym --locked --no-repeat \(key.keysym) exec \(press)"]
                + (release.map { ["bindsym --locked --release \(key.keysym) exec \($0)"] } ?? [])
        case .i3:
            // i3 runs a binding again for each repetition of a held key, but only once for its release, because it asks
            // X11 for detectable autorepeat. The agent ignores a repeated beginning of seeking. The last repetition and
            // the release come at the same time and run in two processes: the delay has the end sent after the
            // beginning. A tenth of a second was too short on a machine with all processors busy (seen): the beginning
            // came last, and seeking went on to its limit.
            return ["bindsym \(release == nil ? "--release " : "")\(key.keysym) exec --no-startup-id \(press)"]
                + (release.map { ["bindsym --release \(key.keysym) exec --no-startup-id sleep 0.3 && \($0)"] } ?? [])
        case .hyprland where isLua:
            return [Self.luaBinding(key, press, "locked = true")]
                + (release.map { [Self.luaBinding(key, $0, "locked = true, release = true")] } ?? [])
        case .hyprland:
            return ["bindl = , \(key.keysym), exec, \(press)"]
                + (release.map { ["bindlr = , \(key.keysym), exec, \($0)"] } ?? [])
        }
    }

    private static func luaBinding(_ key: BoundKey, _ command: String, _ options: String) -> String {
        "hl.bind(\"\(key.keysym)\", hl.dsp.exec_cmd(\(SetupEnvironment.luaText(command))), { \(options) })"
    }

    /// The command that makes it read its configuration again; nil where it does so by itself.
    package var reload: [String]? {
        switch self {
        case .sway: ["swaymsg", "reload"]
        case .i3: ["i3-msg", "reload"]
        case .hyprland: nil
        }
    }
}
