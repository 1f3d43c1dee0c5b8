// SPDX-License-Identifier: Apache-2.0

extension AppList {
    /// File managers, and the programs that show files on the desktop: their Undo moves, renames and deletes files.
    static let fileManagers: Set<String> = [
        "4pane", "caja", "com.system76.cosmicfiles", "cosmic-files", "dde-desktop", "dde-file-manager",
        "dev.tchx84.portfolio", "dolphin", "double commander", "doublecmd", "emelfm2", "fman", "gnome-commander",
        "io.elementary.files", "konqueror", "krusader", "mucommander", "nautilus", "nautilus-desktop", "nemo",
        "nemo-desktop", "org.gnome.gnome-commander", "org.gnome.nautilus", "org.kde.dolphin", "org.kde.index",
        "org.kde.konqueror", "org.kde.krusader", "org.mate-desktop.caja", "org.mate.caja", "org.xfce.thunar",
        "pantheon-files", "pcmanfm", "pcmanfm-desktop", "pcmanfm-qt", "peony", "peony-qt-desktop", "polo",
        "polo-file-manager", "rox", "rox-filer", "sigma-file-manager", "spacedrive", "spacefm", "sunflower", "thunar",
        "tuxcmd", "worker", "xfdesktop", "xfe", "zzzfm",
    ]

    /// Editors and IDEs that have a terminal in their window, built in or by a widespread plug-in. They count as
    /// terminals only while one is open.
    static let withTerminals: Set<String> = [
        "android-studio", "anjuta", "antigravity", "apache netbeans", "arduino ide", "arduino-ide", "atom", "bluefish",
        "clion", "code", "code - insiders", "code - oss", "code-insiders", "code-oss", "codeblocks", "codelite",
        "codium", "codium-insiders", "com.visualstudio.code", "com.vscodium.codium", "cudatext", "cursor", "datagrip",
        "dataspell", "ddd", "dev.lapce.lapce", "dev.zed.zed", "eclipse", "eric6", "eric7", "geany", "gedit",
        "gitkraken", "gnome-builder", "godot", "goland", "idea", "jupyterlab-desktop", "kate", "kdbg", "kdevelop",
        "kile", "komodo", "kwrite", "lapce", "lapce-app", "lite-xl", "matlab", "md.obsidian.obsidian", "medit",
        "nemiver", "netbeans", "ninja-ide", "obsidian", "octave", "octave-gui", "org.gnome.builder", "org.gnome.gedit",
        "org.kde.kate", "org.kde.kdevelop", "org.kde.kile", "org.qt-project.qtcreator", "phpstorm", "pluma",
        "positron", "pulsar", "pycharm", "qtcreator", "rider", "rstudio", "rubymine", "rustrover", "spyder", "spyder3",
        "sublime-text", "sublime_text", "texstudio", "theia", "theia ide", "theia-ide", "thonny", "trae", "vscodium",
        "webstorm", "windsurf", "wingide", "xed", "zed", "zed-editor",
    ]

    /// JetBrains' IDEs run as java. Their windows have classes such as "jetbrains-idea".
    static let withTerminalBeginnings = ["com.jetbrains.", "jetbrains-"]

    /// Programs that forward windows or bus connections of other processes. Inspecting the forwarder tells nothing
    /// about those processes.
    static let relays: Set<String> = [
        "nxproxy", "socat", "sommelier", "ssh", "waypipe", "wprsc", "x11trace", "xdg-dbus-proxy", "xpra", "xtrace",
        "xwayland", "xwayland-satellite",
    ]
}
