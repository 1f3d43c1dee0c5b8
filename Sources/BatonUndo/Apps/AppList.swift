// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonKeysLink
package import BatonSession

/// What is known of apps by their names. A name is in lower case: a window's class or identifier, or that of the program that its
/// process runs.
package enum AppList {
    /// Whether an app of this name never gets a key.
    package static func denies(_ name: String) -> Bool {
        isIn(denied, name) || deniedBeginnings.contains { name.hasPrefix($0) }
            || promptParts.contains { name.contains($0) }
    }

    /// Whether one of the names of the app's window is that of an app that never gets a key.
    package static func denies(_ app: FocusedApp) -> Bool { AppNames.listed(app).contains(where: denies) }

    /// What the app is that never gets a key, where one of the names of its window tells.
    static func deniedKind(of app: FocusedApp) -> DeniedKind? {
        AppNames.listed(app).lazy.compactMap { name in
            if let kind = deniedKinds.first(where: { isIn($0.apps, name) })?.kind { return kind }
            return promptParts.contains { name.contains($0) } ? .passwordPrompt : nil
        }.first
    }

    /// Whether it is a file manager.
    static func managesFiles(_ name: String) -> Bool { isIn(fileManagers, name) }

    /// Whether it is an editor or IDE that may have a terminal in its window.
    static func hasTerminal(_ name: String) -> Bool {
        isIn(withTerminals, name) || withTerminalBeginnings.contains { name.hasPrefix($0) }
    }

    /// Whether its process only brings other programs' windows to the display.
    static func forwards(_ name: String) -> Bool { isIn(relays, name) }

    /// The keys that redo in an app, as far as is known.
    package static func redoChord(in app: FocusedApp) -> KeyChord {
        AppNames.listed(app).contains { redoesWithY.contains($0) } ? .controlY : .controlShiftZ
    }

    /// Apps that redo with Ctrl+Y and not with Ctrl+Shift+Z.
    private static let redoesWithY: Set<String> = [
        "geany", "libreoffice", "libreoffice-calc", "libreoffice-draw", "libreoffice-impress", "libreoffice-math",
        "libreoffice-startcenter", "libreoffice-writer", "soffice", "soffice.bin",
    ]

    /// The kernel cuts the name of a process after 15 bytes.
    private static let longestCommand = 15

    private static func isIn(_ list: Set<String>, _ name: String) -> Bool {
        list.contains(name) || (name.utf8.count == longestCommand && list.contains { $0.hasPrefix(name) })
    }
}
