// SPDX-License-Identifier: Apache-2.0
import BatonShortcuts
import Glibc
import SystemPackage

/// Where things are for the user who sets up.
struct SetupEnvironment: Sendable {
    /// The variables of this process.
    let variables: [String: String]
    /// This program, by its absolute path.
    let program: String

    /// The environment of this process.
    static var current: SetupEnvironment {
        var variables: [String: String] = [:]
        for name in [
            "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CURRENT_DESKTOP", "SWAYSOCK", "I3SOCK",
            "HYPRLAND_INSTANCE_SIGNATURE",
        ] {
            if let value = getenv(name), value.pointee != 0 { variables[name] = String(cString: value) }
        }
        return SetupEnvironment(variables: variables, program: realPath("/proc/self/exe") ?? "batonctl")
    }

    subscript(_ name: String) -> String? { variables[name] }

    /// The names of the desktop, in lower case.
    var desktops: [String] {
        (self["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":").map(String.init)
    }

    /// `$XDG_CONFIG_HOME`, else `~/.config`.
    var configHome: String? { absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { "\($0)/.config" } }

    /// `$XDG_STATE_HOME/baton`, where batond keeps its state as well.
    var stateDirectory: String? {
        (absolute("XDG_STATE_HOME") ?? absolute("HOME").map { "\($0)/.local/state" }).map { "\($0)/baton" }
    }

    /// The directory of what is saved.
    func requireStateDirectory() throws(CommandError) -> String {
        guard let stateDirectory else {
            throw CommandError("There is nowhere to save what is there now: HOME is not set.")
        }
        return stateDirectory
    }

    func absolute(_ name: String) -> String? { self[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// The command that sends an event, for a shell.
    func command(_ event: String) -> String { "\(Self.quoted(program)) send \(event)" }

    /// A word for a shell.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/._-+".utf8.contains(byte)
        }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The file that a path names behind all links.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// What went wrong with a record of what was there.
    static func failure(_ error: Errno, _ directory: String, _ kind: String) -> CommandError {
        let path = SavedRecord.path(kind, in: directory)
        if error == .invalidArgument {
            return CommandError("What was saved in \(path) cannot be read: the file is damaged.")
        }
        return CommandError("The state before the change cannot be kept in \(path): \(error).")
    }
}
