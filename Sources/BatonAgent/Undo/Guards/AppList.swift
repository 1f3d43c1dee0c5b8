// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink

/// Apps that never get a key from Baton, because it would mean something else there (spec/undo.md §3).
enum AppList {
    /// In a terminal Ctrl+Z stops the job in front; emacs and vi have commands of their own on it; a virtual machine or a
    /// remote desktop has another app in front than the one that is seen.
    static let denied: Set<String> = [
        "alacritty", "com.gexperts.tilix", "com.mitchellh.ghostty", "com.raggesilver.blackbox",
        "com.system76.cosmicterm",
        "contour", "cool-retro-term", "deepin-terminal", "emacs", "emacs-gtk", "emacsclient", "eterm", "foot",
        "footclient",
        "ghostty", "gnome-boxes", "gnome-terminal", "gnome-terminal-server", "guake", "gvim", "hyper",
        "io.elementary.terminal",
        "kgx", "kitty", "konsole", "lxterminal", "mate-terminal", "mlterm", "neovide", "nvim-qt",
        "org.codeberg.dnkl.foot",
        "org.gnome.boxes", "org.gnome.console", "org.gnome.ptyxis", "org.gnome.terminal", "org.kde.konsole",
        "org.kde.krdc",
        "org.kde.yakuake", "org.remmina.remmina", "org.wezfurlong.wezterm", "ptyxis", "qemu", "qemu-system-x86_64",
        "qterminal",
        "remmina", "remote-viewer", "roxterm", "rxvt", "sakura", "st", "st-256color", "terminal", "terminator",
        "terminology",
        "termite", "tilda", "tilix", "urxvt", "uxterm", "vim", "virt-manager", "virt-viewer", "virtualbox machine",
        "virtualboxvm", "vmplayer", "vmware", "wezterm", "wezterm-gui", "xfce4-terminal", "xfreerdp", "xterm",
        "yakuake",
    ]

    /// Apps that redo with Ctrl+Y and not with Ctrl+Shift+Z (spec/undo.md §1).
    private static let redoesWithY: Set<String> = [
        "geany", "libreoffice", "libreoffice-calc", "libreoffice-draw", "libreoffice-impress", "libreoffice-math",
        "libreoffice-startcenter", "libreoffice-writer", "soffice", "soffice.bin",
    ]

    /// The keys that redo in an app, as far as is known.
    static func redoChord(in app: FocusedApp) -> KeyChord {
        names(of: app).contains { redoesWithY.contains($0) } ? .controlY : .controlShiftZ
    }

    /// Whether one of the app's names is in the list.
    static func denies(_ app: FocusedApp) -> Bool {
        names(of: app).contains { denied.contains($0) }
    }

    /// The names people and lists may call the app by: its identifier, in lower case, with and without a desktop file's ending,
    /// and the last part of a reversed domain.
    static func names(of app: FocusedApp) -> [String] {
        var result: [String] = []
        for part in app.identifier.split(separator: "\n") {
            var name = part.lowercased()
            if name.hasSuffix(".desktop") { name = String(name.dropLast(8)) }
            guard !name.isEmpty else { continue }
            result.append(name)
            if let dot = name.lastIndex(of: "."), name.contains(".") {
                result.append(String(name[name.index(after: dot)...]))
            }
        }
        return result
    }
}
