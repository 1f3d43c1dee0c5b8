// SPDX-License-Identifier: Apache-2.0

import BatonFiles
package import BatonShortcuts
import Glibc

/// The variables and paths of the user who runs the set-up.
package struct SetupEnvironment: Sendable {
    /// The variables of this process.
    package let variables: [String: String]
    /// The absolute path of this program.
    package let program: String

    /// The environment of this process.
    package static var current: SetupEnvironment {
        var variables: [String: String] = [:]
        for name in [
            "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CURRENT_DESKTOP", "SWAYSOCK", "I3SOCK",
            "HYPRLAND_INSTANCE_SIGNATURE", "XDG_DATA_HOME", "KDE_SESSION_VERSION", "NIRI_SOCKET", "PATH", "DISPLAY",
            "WAYLAND_DISPLAY",
        ] {
            if let value = getenv(name), value.pointee != 0 { variables[name] = String(cString: value) }
        }
        return SetupEnvironment(variables: variables, program: realPath("/proc/self/exe") ?? "batonctl")
    }

    /// Makes an environment of given variables, for a test.
    package init(variables: [String: String], program: String) {
        self.variables = variables
        self.program = program
    }

    /// The value of a variable; nil if it is not set or empty.
    package subscript(_ name: String) -> String? { variables[name] }

    /// The names of the desktop, in lower case.
    package var desktops: [String] {
        (self["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":").map(String.init)
    }

    /// Whether there is a desktop: a shell without a display may have kept the name of one.
    package var hasDesktop: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE", "NIRI_SOCKET"]
            .contains { self[$0] != nil }
    }

    /// The compositor of the session, if it is one whose file Baton knows.
    package var compositor: Compositor? { hasDesktop ? Compositor.running { self[$0] } : nil }

    /// `$XDG_CONFIG_HOME`, else `~/.config`.
    package var configHome: String? { absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { "\($0)/.config" } }

    /// `$XDG_STATE_HOME/baton`, where batond keeps its state as well.
    package var stateDirectory: String? {
        (absolute("XDG_STATE_HOME") ?? absolute("HOME").map { "\($0)/.local/state" }).map { "\($0)/baton" }
    }

    /// Whether the set-up has changed the media keys of a desktop, and that was not taken back.
    package var hasBoundKeys: Bool {
        guard let stateDirectory else { return false }
        return SavedRecordKind.mediaKeys.contains { UserFile.exists(SavedRecord.path($0, in: stateDirectory)) }
    }

    /// `$XDG_DATA_HOME`, else `~/.local/share`.
    package var dataHome: String? { absolute("XDG_DATA_HOME") ?? absolute("HOME").map { "\($0)/.local/share" } }

    /// The value of a variable that must be an absolute path; nil for any other value.
    package func absolute(_ name: String) -> String? { self[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// The command that sends an event, for a shell.
    package func command(_ event: String) -> String { "\(Self.quoted(program)) send \(event)" }

    /// A word quoted for a shell.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/._-+".utf8.contains(byte)
        }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A text as Lua writes it.
    package static func luaText(_ text: String) -> String {
        "\"" + text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// The path with all links resolved.
    package static func realPath(_ path: String) -> String? { AddedLines.realPath(path) }

    /// The file that a path leads to, also where that is not there yet: a new file in the place of a link would end the link.
    ///
    /// - Parameter links: how many links are followed, which may lead in a circle; the kernel follows 40.
    package static func target(_ path: String, links: Int = 40) -> String {
        if let real = realPath(path) { return real }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return path }
        let folder = target(String(path[..<slash]), links: links)
        let place = folder + path[slash...]
        guard links > 0, let bytes = SymbolicLink.target(of: place),
            let link = String(validating: bytes, as: UTF8.self)
        else { return place }
        return target(link.hasPrefix("/") ? link : "\(folder)/\(link)", links: links - 1)
    }
}
