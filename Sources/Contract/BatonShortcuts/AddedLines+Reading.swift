// SPDX-License-Identifier: Apache-2.0

import BatonValues
import Glibc

/// Whether a compositor reads lines that the set-up has added (rule SETUP10).
extension AddedLines {
    /// Whether a compositor that has read one file has at least one of the lines: in that file, or in another one that it names.
    ///
    /// - Parameters:
    ///   - loaded: the file that the compositor has read, and its text.
    ///   - own: the present text of the file to which the lines were added; nil if it cannot be read.
    ///   - variable: returns the value of a variable in the session's environment, nil if it is not set.
    public func areRead(
        by compositor: Compositor, from loaded: (file: String, text: String), own: String?,
        _ variable: (String) -> String?
    ) -> Bool {
        if areIn(loaded.text) { return true }
        guard let own, areIn(own) else { return false }
        return compositor.includes(path, in: loaded.text, of: loaded.file, variable)
    }
}

extension Compositor {
    /// Whether the text of a file of the compositor includes another file by its own words; what that one includes is not
    /// followed, and neither is Lua.
    public func includes(
        _ other: String, in text: String, of file: String, _ variable: (String) -> String?
    ) -> Bool {
        let folder = Self.folder(of: file)
        let real = AddedLines.realPath(other) ?? other
        return AddedLines.lines(of: text).flatMap(included).contains { word in
            var pattern = word.filter { $0 != "\"" && $0 != "'" }
            if pattern.hasPrefix("~/") { pattern = "$HOME\(pattern.dropFirst())" }
            for name in ["HOME", "XDG_CONFIG_HOME"] {
                guard let value = variable(name) else { continue }
                for form in ["${\(name)}", "$\(name)"] { pattern = pattern.replacing(placesOf: form, with: value) }
            }
            if !pattern.hasPrefix("/") { pattern = "\(folder)/\(pattern)" }
            // The folder may be a link; only names are patterns then.
            let place = Self.folder(of: pattern)
            let linked = (AddedLines.realPath(place) ?? place) + pattern.dropFirst(place.count)
            return [pattern, linked].contains { (names: String) in fnmatch(names, real, FNM_PATHNAME) == 0 }
                || AddedLines.realPath(pattern) == real
        }
    }

    /// The files that a line includes.
    private func included(_ line: String) -> [String] {
        guard self == .hyprland else {
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.first == "include" ? words.dropFirst().map(String.init) : []
        }
        guard line.hasPrefix("source") else { return [] }
        let rest = AddedLines.trimmed(String(line.dropFirst("source".count)))
        return rest.hasPrefix("=") ? [AddedLines.trimmed(String(rest.dropFirst().prefix { $0 != "#" }))] : []
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
}

extension AddedLines {
    /// The path with all links resolved; nil if there is no such file.
    public static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
