// SPDX-License-Identifier: Apache-2.0

import CIntl
import Glibc

/// The catalogue of the user's language, by gettext (rules LANG1 to LANG3).
///
/// The process's own locale stays "C": numbers, the log and messages of the C library are as before. Only while a
/// sentence is looked up the thread has the language of `LC_ALL`, `LC_MESSAGES` or `LANG`. Not thread-safe.
package enum Catalogue {
    private static let domain = "baton"
    // Unsafe in name only: both are written once, by ``open(folder:forAll:)`` at the start of a program, which has one thread.
    /// The user's locale; nil before ``open(folder:)``, and if there is no such locale.
    nonisolated(unsafe) private static var locale: locale_t?

    /// Whether every sentence is looked up, and not only those on the screen.
    nonisolated(unsafe) private(set) static var isForAll = false

    /// Looks sentences up from now on.
    ///
    /// - Parameters:
    ///   - folder: the folder of catalogues; nil for `share/locale` beside the program's own folder.
    ///   - isForAll: whether the program speaks to people only. A service writes a log too, which stays English.
    package static func open(folder: String? = nil, forAll isForAll: Bool) {
        guard locale == nil, let folder = folder ?? ownFolder else { return }
        // In "C" nothing is looked up: scripts get what they always got.
        guard let opened = newlocale(1 << LC_MESSAGES, "", nil) else { return }
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
        locale = opened
        self.isForAll = isForAll
    }

    /// The translation of a key, or the key.
    static func template(_ key: String) -> String {
        guard let locale else { return key }
        let former = uselocale(locale)
        defer { uselocale(former) }
        // The result is the key itself if there is no translation: both are copied here.
        return key.withCString { text in dgettext(domain, text).map { String(cString: $0) } ?? key }
    }

    private static var ownFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let program = String(cString: path)
        guard let slash = program.lastIndex(of: "/") else { return nil }
        return "\(program[..<slash])/../share/locale"
    }
}
