// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonKeysLink
package import BatonSession
import BatonValues

/// What Baton knows of apps by their names. A name is in lower case: a window's class or identifier, or the name of the
/// program that its process runs.
package enum AppList {
    /// Whether an app of this name must never get a key.
    package static func denies(_ name: String) -> Bool { deniedKind(of: name) != nil }

    /// Whether one of the names of the app's window is in the list of apps that must never get a key.
    package static func denies(_ app: FocusedApp) -> Bool { AppNames.listed(app).contains(where: denies) }

    /// What the app is that never gets a key, where one of the names of its window tells.
    static func deniedKind(of app: FocusedApp) -> DeniedKind? {
        AppNames.listed(app).lazy.compactMap(deniedKind).first
    }

    /// What an app of this name is that never gets a key; nil for all others.
    static func deniedKind(of name: String) -> DeniedKind? {
        deniedKinds.first { isIn($0.apps, name) }?.kind ?? deniedBeginnings.first { name.hasPrefix($0.name) }?.kind
            ?? (promptParts.contains { name.contains(bytesOf: $0) } ? .passwordPrompt : nil)
    }

    /// Whether the name is that of a file manager.
    static func managesFiles(_ name: String) -> Bool { isIn(fileManagers, name) }

    /// Whether the name is that of an editor or IDE that may have a terminal in its window.
    static func hasTerminal(_ name: String) -> Bool {
        isIn(withTerminals, name) || withTerminalBeginnings.contains { name.hasPrefix($0) }
    }

    /// Whether the name is that of a program that only forwards other programs' windows to the display.
    static func forwards(_ name: String) -> Bool { isIn(relays, name) }

    /// The chord that redoes in an app (rule UNDO1): Ctrl+Shift+Z if the app is not listed.
    package static func redoChord(in app: FocusedApp) -> KeyChord {
        AppNames.listed(app).contains { redoesWithY.contains($0) } ? .controlY : .controlShiftZ
    }

    /// Apps that redo with Ctrl+Y and not with Ctrl+Shift+Z.
    private static let redoesWithY: Set<String> = [
        "geany", "libreoffice", "libreoffice-calc", "libreoffice-draw", "libreoffice-impress", "libreoffice-math",
        "libreoffice-startcenter", "libreoffice-writer", "soffice", "soffice.bin",
    ]

    /// The length in bytes to which the kernel cuts the name of a process.
    private static let longestCommand = 15

    private static func isIn(_ list: Set<String>, _ name: String) -> Bool {
        list.contains(name) || (name.utf8.count == longestCommand && list.contains { $0.hasPrefix(name) })
    }
}
