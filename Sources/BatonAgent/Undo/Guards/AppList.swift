// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink

/// Apps that never get a key from Baton, because it would mean something else there (spec/undo.md §3).
enum AppList {
    /// In a terminal Ctrl+Z stops the job in front; emacs and vi have commands of their own on it; a virtual machine or a
    /// remote desktop has another app in front than the one that is seen.
    static let denied: Set<String> = [
        "alacritty", "aterm", "com.gexperts.tilix", "com.github.amezin.ddterm", "com.mitchellh.ghostty",
        "com.raggesilver.blackbox", "com.system76.cosmicterm", "contour", "cool-retro-term", "cosmic-term", "darktile",
        "ddterm", "deepin-terminal", "domterm", "emacs", "emacsclient",
        "eterm", "evilvte", "extraterm", "foot", "footclient", "fvim", "germinal", "ghostty", "gnome-boxes",
        "gnome-terminal", "gnome-terminal-server", "gnvim", "goneovim", "guake", "gvim", "gvncviewer", "havoc", "hyper",
        "io.elementary.terminal", "kgx", "kitty", "konsole", "krdc", "kterm", "lilyterm", "looking glass",
        "looking-glass", "looking-glass-client", "lxterminal", "mate-terminal", "mlterm", "moonlight", "mrxvt",
        "neovide", "neovim-gtk", "nvim-qt", "nvui", "org.codeberg.dnkl.foot", "org.gnome.boxes",
        "org.gnome.connections", "org.gnome.console", "org.gnome.ptyxis", "org.gnome.terminal", "org.kde.konsole",
        "org.kde.krdc", "org.kde.yakuake", "org.remmina.remmina", "org.wezfurlong.wezterm", "pantheon-terminal",
        "pterm", "ptyxis", "putty", "qemu", "qterminal", "rdesktop", "remmina", "remote-viewer",
        "rio", "roxterm", "rxvt", "rxvt-unicode", "sakura", "sdl-freerdp", "sdl-freerdp3", "spicy", "st", "st-256color",
        "stterm", "tabby", "terminal", "terminator", "terminology", "termit", "termite", "tigervnc", "tigervnc viewer",
        "tilda", "tilix", "urxvt", "uxterm", "vim", "vinagre", "virt-manager", "virt-viewer", "virtualbox machine",
        "virtualboxvm", "vmplayer", "vmware", "vncviewer", "wave-terminal", "waveterm", "wezterm", "wezterm-gui",
        "wlfreerdp", "wterm", "xfce4-terminal", "xfreerdp", "xiterm", "xiterm+thai", "xterm", "xtigervncviewer", "xvt",
        "yakuake",
        "zutty",
    ]

    /// How those begin who have many names: an emulator for each processor, a terminal in several editions.
    private static let deniedBeginnings = ["dev.openwarp.", "dev.warp.", "emacs-", "qemu-system-"]

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
        names(of: app).contains { name in
            denied.contains(name) || deniedBeginnings.contains { name.hasPrefix($0) }
        }
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
