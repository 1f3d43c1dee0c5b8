// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonSettings

extension Player {
    /// Whether it is a browser, by its name on the bus or its desktop file: Chromium and Firefox, and what is made of them.
    var isBrowser: Bool {
        name.isOfBrowser || desktopEntry.map { Self.isBrowser($0[...]) } ?? false
    }

    /// How their names begin, in lower case.
    private static let browsers: [StaticString] = [
        "chromium", "chrome", "google-chrome", "brave", "firefox", "librewolf", "vivaldi", "edge", "microsoft-edge",
        "opera",
        "org.mozilla.firefox", "org.chromium.chromium", "com.google.chrome", "com.brave.browser",
    ]

    /// Compares bytes: a name is looked at for each player, and Unicode's tables would be loaded for it.
    fileprivate static func isBrowser(_ name: Substring) -> Bool {
        var name = name
        return name.withUTF8 { name in
            browsers.contains { browser in
                let prefix = UnsafeBufferPointer(start: browser.utf8Start, count: browser.utf8CodeUnitCount)
                return name.count >= prefix.count && zip(prefix, name).allSatisfy { $0 == ConfigurationText.folded($1) }
            }
        }
    }
}

extension BusName {
    /// Whether it is the name of a browser's player.
    var isOfBrowser: Bool { Player.isBrowser(PlayerPattern.withoutPrefix(rawValue)) }
}
