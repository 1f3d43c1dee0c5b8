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
        case .niri: list(config.map { "\($0)/niri/config.kdl" })
        case .cosmic: list(config.map { "\($0)/cosmic/com.system76.CosmicSettings.Shortcuts/v1/custom" })
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
        case .niri:
            // niri and COSMIC report no releases.
            let command = SetupEnvironment.luaText(environment.command(key.single))
            return ["    \(key.keysym) allow-when-locked=true repeat=false { spawn \"sh\" \"-c\" \(command); }"]
        case .cosmic:
            // In the form in which COSMIC's settings write the file, so that the lines stay as they are.
            return [
                "    (", "        modifiers: [],", "        key: \"\(key.keysym)\",",
                "    ): Spawn(\(SetupEnvironment.luaText(environment.command(key.single)))),",
            ]
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
        case .hyprland, .niri, .cosmic: nil
        }
    }

    /// What begins a comment.
    package var comment: String {
        switch self {
        case .sway, .i3, .hyprland: "#"
        case .niri, .cosmic: "//"
        }
    }

    /// The section of the file in which the lines stand, by the word before its brace; empty if all of the file is one, nil if they
    /// stand outside of any (rule SETUP17).
    package var section: String? {
        switch self {
        case .sway, .i3, .hyprland: nil
        case .niri: "binds"
        case .cosmic: ""
        }
    }
}
