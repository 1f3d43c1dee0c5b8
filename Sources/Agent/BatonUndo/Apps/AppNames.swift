// SPDX-License-Identifier: Apache-2.0

import BatonSession

/// The names of an app's window in the forms that lists, rules and desktop files use. A window's name may end in
/// ".desktop"; the other forms do not.
enum AppNames {
    /// The names for lists and rules: in lower case, and also the last part of a reversed domain name.
    static func listed(_ app: FocusedApp) -> [String] {
        var result: [String] = []
        for name in bases(of: app) {
            let name = name.lowercased()
            result.append(name)
            if let dot = name.lastIndex(of: ".") { result.append(String(name[name.index(after: dot)...])) }
        }
        return result
    }

    /// The possible names of the app's desktop file, without the ending: as they are, and in lower case. None contains
    /// a path.
    static func desktopFiles(of app: FocusedApp) -> [String] {
        var result: [String] = []
        for base in bases(of: app).prefix(mostDesktopFiles) where isFileName(base) {
            for name in [base, base.lowercased()] where !result.contains(name) { result.append(name) }
        }
        return result
    }

    /// The number of names that are looked for. An app's window has three at most.
    private static let mostDesktopFiles = 4

    private static let ending = ".desktop"

    private static func bases(of app: FocusedApp) -> [String] {
        app.names.lazy.map { $0.lowercased().hasSuffix(ending) ? String($0.dropLast(ending.count)) : $0 }
            .filter { !$0.isEmpty }
    }

    private static func isFileName(_ name: String) -> Bool {
        name.utf8.first != UInt8(ascii: ".") && name.utf8.count <= FocusText.longest
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
