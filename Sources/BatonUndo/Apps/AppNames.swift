// SPDX-License-Identifier: Apache-2.0

import BatonSession

/// The names of an app's window as others write them. A window may name a desktop file with its ending; nobody else does.
enum AppNames {
    /// The names that people and lists may call the app by: in lower case, and the last part of a reversed domain as well.
    static func listed(_ app: FocusedApp) -> [String] {
        var result: [String] = []
        for name in bases(of: app) {
            let name = name.lowercased()
            result.append(name)
            if let dot = name.lastIndex(of: ".") { result.append(String(name[name.index(after: dot)...])) }
        }
        return result
    }

    /// The names that the app's desktop file may have, without the ending: as they are, and in lower case. They are no paths.
    static func desktopFiles(of app: FocusedApp) -> [String] {
        var result: [String] = []
        for base in bases(of: app).prefix(mostDesktopFiles) where isFileName(base) {
            for name in [base, base.lowercased()] where !result.contains(name) { result.append(name) }
        }
        return result
    }

    /// An app's window has three names at most.
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
