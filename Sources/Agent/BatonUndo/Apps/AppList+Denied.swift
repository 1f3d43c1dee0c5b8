// SPDX-License-Identifier: Apache-2.0

import BatonAPI

extension AppList {
    /// The apps that must never get a key from Baton, and what they are.
    static let deniedKinds: [(kind: DeniedKind, apps: Set<String>)] = [
        (.terminal, terminals), (.editor, editors), (.remoteDesktop, screens), (.passwordPrompt, prompts),
    ]

    /// Terminals, in which Ctrl+Z stops the foreground job (rule UNDO18).
    private static let terminals: Set<String> = [
        "alacritty", "altyo", "asbru-cm", "aterm", "blackbox", "com.gexperts.tilix", "com.github.amezin.ddterm",
        "com.mitchellh.ghostty", "com.raggesilver.blackbox", "com.system76.cosmicterm", "contour", "cool-retro-term",
        "cosmic-term", "darktile", "ddterm", "deepin-terminal", "domterm", "edex-ui", "electerm", "eterm", "evilvte",
        "extraterm", "finalterm", "foot", "footclient", "germinal", "ghostty", "gnome-terminal",
        "gnome-terminal-server", "gtkterm", "guake", "havoc", "hyper", "io.elementary.terminal", "kgx", "kitty",
        "koi8rxterm", "konsole", "kterm", "lilyterm", "lxterm", "lxterminal", "mate-terminal", "mintty", "mlterm",
        "mobaxterm", "mrxvt", "org.codeberg.dnkl.foot", "org.gnome.console", "org.gnome.ptyxis", "org.gnome.terminal",
        "org.kde.konsole", "org.kde.qmlkonsole", "org.kde.yakuake", "org.wezfurlong.wezterm",
        "org.xfce.xfce4-terminal", "pantheon-terminal", "pterm", "ptyxis", "putty", "qterminal", "rio", "roxterm",
        "rxvt", "rxvt-unicode", "sakura", "securecrt", "st", "st-256color", "stterm", "tabby", "terminal",
        "terminator", "terminology", "termit", "termite", "termius", "termius-app", "tilda", "tilix", "tym", "urxvt",
        "uxterm", "warp", "warp-terminal", "wave-terminal", "waveterm", "wayst", "wezterm", "wezterm-gui", "wterm",
        "x-terminal-emulator", "xfce4-terminal", "xiterm", "xiterm+thai", "xterm", "xvt", "yakuake", "zutty",
    ]

    /// Editors that have other commands on these keys.
    private static let editors: Set<String> = [
        "emacs", "emacsclient", "fvim", "gnvim", "goneovim", "gvim", "gvim-gtk3", "lvim", "neovide", "neovim",
        "neovim-gtk", "nvim", "nvim-gtk", "nvim-qt", "nvui", "vim", "vimx", "xemacs", "xemacs21",
    ]

    /// Windows that show another machine, display or game: the keys would go to another app than the one that is named.
    private static let screens: Set<String> = [
        "86box", "anydesk", "aqemu", "bochs", "citrix workspace", "com.anydesk.anydesk", "com.realvnc.vncviewer",
        "com.rustdesk.rustdesk", "com.teamviewer.teamviewer", "directvnc", "dosbox", "dosbox-x", "gamescope",
        "gnome-boxes", "gnome-connections", "gvncviewer", "horizon-client", "icasessionmgr", "krdc", "looking glass",
        "looking-glass",
        "looking-glass-client", "moonlight", "nomachine", "nxagent", "nxclient", "nxclient.bin", "nxplayer",
        "nxplayer.bin", "org.gnome.boxes", "org.gnome.connections", "org.kde.krdc", "org.remmina.remmina", "parsec",
        "parsecd", "pcem", "qemu", "rdesktop", "realvnc viewer", "realvnc-vncviewer", "remmina", "remote-viewer",
        "royalts", "rustdesk", "scrcpy", "sdl-freerdp", "sdl-freerdp3", "selfservice", "spicy", "ssvnc", "teamviewer",
        "thincast", "thincast-client", "tigervnc", "tigervnc viewer", "vinagre", "virt-manager", "virt-viewer",
        "virtualbox machine", "virtualboxvm", "vmplayer", "vmware", "vmware-remotemks", "vmware-view", "vnc viewer",
        "vncviewer", "waydroid", "wfica", "wfica_seamless", "wlfreerdp", "x2goagent", "x2goclient", "xephyr",
        "xfreerdp", "xnest", "xtigervncviewer", "xvnc4viewer",
    ]

    /// Programs that ask for a password or for a permission, and those that keep passwords.
    private static let prompts: Set<String> = [
        "1password", "beesu", "bitwarden", "com.bitwarden.desktop", "enpass",
        "gnome-authenticator", "io.enpass.desktop", "keepass", "keepass2", "keepassx", "keepassxc",
        "org.gnome.world.secrets", "org.keepassxc.keepassxc", "qtpass", "secrets", "veracrypt", "gcr-prompter",
        "gcr3-prompter", "gcr4-prompter", "gksu", "gksudo", "kdesu", "kdesu5", "kdesudo",
        "kiod5", "kiod6", "ksecretd", "ktsuss", "kwalletmanager", "kwalletmanager5", "kwalletd", "kwalletd5",
        "kwalletd6", "lxqt-sudo", "lxsudo",
        "nm-applet", "org.gnome.keyring.systemprompter", "org.gnome.seahorse.application", "org.kde.ksecretd",
        "org.kde.kwalletmanager", "org.kde.kwalletmanager5", "org.kde.kwalletd5", "org.kde.kwalletd6",
        "seahorse", "seahorse-tool", "soteria", "systemprompter", "xscreensaver-auth",
    ]

    /// Prefixes of apps with many names: an emulator for each processor, a game for each number of Steam's.
    static let deniedBeginnings: [(name: String, kind: DeniedKind)] = [
        ("dev.openwarp.", .terminal), ("dev.warp.", .terminal), ("emacs-", .editor), ("qemu-system-", .remoteDesktop),
        ("steam_app_", .remoteDesktop), ("vim.", .editor), ("waydroid.", .remoteDesktop),
    ]

    /// Parts of names that all prompts of a kind have: polkit-gnome-authentication-agent-1, lxqt-policykit-agent,
    /// pinentry-gtk-2, ksshaskpass, ….
    static let promptParts = ["askpass", "pinentry", "policykit", "polkit"]
}
