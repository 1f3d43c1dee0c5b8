// SPDX-License-Identifier: Apache-2.0

import CIntl
import Glibc

/// The catalogue of the user's language, by gettext (rules LANG1 to LANG3).
///
/// The process's own locale stays "C": numbers, the log and messages of the C library are as before. Only while a
/// sentence is looked up the thread has the language of `LC_ALL`, `LC_MESSAGES` or `LANG`. Not thread-safe.
package enum Catalogue {
    private static let domain = "baton"
    // Unsafe in name only: they are written by ``open(folder:forAll:)`` at the start of a program, which has one thread, and by its
    // first look-up.
    /// The user's locale; nil before the first look-up, and if there is no such locale.
    nonisolated(unsafe) private static var locale: locale_t?
    /// Whether the locale is still to be opened. Most commands end without a sentence, and opening takes them a twentieth.
    nonisolated(unsafe) private static var isWanted = false
    nonisolated(unsafe) private static var folder: String?

    /// Whether every sentence is looked up, and not only those on the screen.
    nonisolated(unsafe) private(set) static var isForAll = false

    /// Looks sentences up from now on.
    ///
    /// - Parameters:
    ///   - folder: the folder of catalogues; nil for `share/locale` beside the program's own folder.
    ///   - isForAll: whether the program speaks to people only. A service writes a log too, which stays English.
    package static func open(folder: String? = nil, forAll isForAll: Bool) {
        guard locale == nil else { return }
        (isWanted, self.folder, self.isForAll) = (true, folder, isForAll)
    }

    private static func load() {
        isWanted = false
        guard let folder = folder ?? ownFolder else { return }
        // In "C" nothing is looked up: scripts get what they always got.
        guard let opened = newlocale(1 << LC_MESSAGES, "", nil) else { return }
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
        locale = opened
    }

    /// The translation of a key, or the key.
    static func template(_ key: String) -> String {
        if isWanted { load() }
        guard let locale else { return key }
        let former = uselocale(locale)
        defer { uselocale(former) }
        // The result is the key itself if there is no translation: both are copied here.
        return key.withCString { text in dgettext(domain, text).map { String(cString: $0) } ?? key }
    }

    private static var ownFolder: String? {
        // The kernel's answer has no links in it. `realpath` would fail after an upgrade has replaced the program's file.
        let most = Int(PATH_MAX)
        var path = [CChar](repeating: 0, count: most)
        let length = readlink("/proc/self/exe", &path, most)
        guard length > 0, length < most, let slash = path[..<length].lastIndex(of: CChar(UInt8(ascii: "/"))) else {
            return nil
        }
        return String(decoding: path[..<slash].map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/../share/locale"
    }
}
