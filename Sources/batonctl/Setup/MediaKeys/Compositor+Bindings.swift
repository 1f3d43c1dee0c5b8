// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts

/// How a compositor's configuration binds keys.
extension Compositor {
    /// The user's configuration, in the order in which the compositor looks.
    func files(_ environment: SetupEnvironment) -> [String] {
        let home = environment.absolute("HOME")
        let config = environment.configHome
        func list(_ paths: String?...) -> [String] { paths.compactMap(\.self) }
        return switch self {
        case .sway: list(home.map { "\($0)/.sway/config" }, config.map { "\($0)/sway/config" })
        case .i3: list(config.map { "\($0)/i3/config" }, home.map { "\($0)/.i3/config" })
        case .hyprland: list(config.map { "\($0)/hypr/hyprland.conf" })
        }
    }

    /// The lines that bind a key. A seek key sends one event when it goes down, and one when it goes up.
    func bindings(_ key: BoundKey, _ environment: SetupEnvironment) -> [String] {
        let press = environment.command(key.press)
        let release = key.release.map(environment.command)
        switch self {
        case .sway:
            return ["bindsym --locked --no-repeat \(key.keysym) exec \(press)"]
                + (release.map { ["bindsym --locked --release \(key.keysym) exec \($0)"] } ?? [])
        case .i3:
            // i3 runs a binding again for each repetition of a key that is held, but once when it comes up: it asks X11 for
            // detectable autorepeat. A beginning of seeking that is repeated is none.
            // The last repetition and the release come together, each in a process of its own: the end waits for the beginning.
            return ["bindsym \(release == nil ? "--release " : "")\(key.keysym) exec --no-startup-id \(press)"]
                + (release.map { ["bindsym --release \(key.keysym) exec --no-startup-id sleep 0.1 && \($0)"] } ?? [])
        case .hyprland:
            return ["bindl = , \(key.keysym), exec, \(press)"]
                + (release.map { ["bindlr = , \(key.keysym), exec, \($0)"] } ?? [])
        }
    }

    /// What has it read its configuration anew; nil where it does by itself.
    var reload: [String]? {
        switch self {
        case .sway: ["swaymsg", "reload"]
        case .i3: ["i3-msg", "reload"]
        case .hyprland: nil
        }
    }
}
