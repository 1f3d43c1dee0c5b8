// SPDX-License-Identifier: Apache-2.0
package import BatonShortcuts
import Glibc

/// The configuration file that a running compositor has read, which need not be the usual one: `sway -c FILE`.
package enum LoadedConfiguration {
    /// The command that asks a compositor; nil for one that does not tell.
    package static func question(_ compositor: Compositor) -> [String]? {
        switch compositor {
        case .sway: ["swaymsg", "-t", "get_version", "-r"]
        case .i3: ["i3-msg", "-t", "get_version"]
        case .hyprland: nil
        }
    }

    /// The file in the answer.
    ///
    /// - Returns: Nil if the answer names none, or one of the system, which is read where the user has none.
    package static func file(_ answer: String?) -> String? {
        let mark = "\"loaded_config_file_name\""
        guard let answer, let found = answer.firstRange(of: mark) else { return nil }
        let rest = answer[found.upperBound...].drop { $0 != "\"" }.dropFirst()
        guard let path = text(rest), path.hasPrefix("/"), !["/etc/", "/usr/"].contains(where: path.hasPrefix) else {
            return nil
        }
        return path
    }

    /// Whether the text of a file of sway or i3 includes another file by its own words; what that one includes is not followed.
    package static func includes(_ other: String, in text: String, of file: String, _ environment: SetupEnvironment)
        -> Bool
    {
        let home = environment.absolute("HOME") ?? ""
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        for line in AddedLines.lines(of: text) {
            let words = line.split { $0 == " " || $0 == "\t" }
            guard words.first == "include" else { continue }
            for word in words.dropFirst() {
                var pattern = word.filter { $0 != "\"" && $0 != "'" }
                if pattern.hasPrefix("~/") { pattern = home + pattern.dropFirst() }
                pattern = pattern.replacing("${HOME}", with: home).replacing("$HOME", with: home)
                if !pattern.hasPrefix("/") { pattern = "\(folder)/\(pattern)" }
                if fnmatch(pattern, other, FNM_PATHNAME) == 0 || SetupEnvironment.realPath(pattern) == other {
                    return true
                }
            }
        }
        return false
    }

    /// A string of JSON up to its quotation mark; nil for one with escapes that a path has hardly.
    private static func text(_ rest: Substring) -> String? {
        var result = ""
        var characters = rest.makeIterator()
        while let character = characters.next() {
            switch character {
            case "\"": return result
            case "\\":
                guard let next = characters.next(), "\"\\/".contains(next) else { return nil }
                result.append(next)
            default: result.append(character)
            }
        }
        return nil
    }
}
