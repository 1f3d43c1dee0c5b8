// SPDX-License-Identifier: Apache-2.0

package import BatonShortcuts
import BatonValues

/// The configuration file that a running compositor has read, which need not be the usual one: `sway -c FILE`.
package enum CompositorFile {
    /// The command that asks a compositor; nil for Hyprland, whose own command tells, and for those that do not tell.
    package static func question(_ compositor: Compositor) -> [String]? {
        switch compositor {
        case .sway: ["swaymsg", "-t", "get_version", "-r"]
        case .i3: ["i3-msg", "-t", "get_version"]
        case .hyprland, .niri, .cosmic: nil
        }
    }

    /// The file in the answer.
    ///
    /// - Returns: Nil if the answer names none, or one of the system, which is read where the user has none.
    package static func file(_ answer: String?) -> String? {
        let mark = "\"loaded_config_file_name\""
        guard let answer, let found = answer.firstPlace(of: mark) else { return nil }
        let rest = answer[found.upperBound...].drop { $0 != "\"" }.dropFirst()
        guard let path = text(rest), path.hasPrefix("/"), !["/etc/", "/usr/"].contains(where: path.hasPrefix) else {
            return nil
        }
        return path
    }

    /// The file that the running compositor has read.
    ///
    /// - Parameter answer: the answer to the ``question(_:)``.
    package static func file(_ compositor: Compositor, _ answer: String?, _ environment: SetupEnvironment) -> String? {
        guard compositor == .hyprland else { return file(answer) }
        let variable = { environment[$0] }
        return compositor.isRunning(variable) ? HyprlandCommand.file(variable) : nil
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
