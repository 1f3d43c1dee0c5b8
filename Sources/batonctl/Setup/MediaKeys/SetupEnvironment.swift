// SPDX-License-Identifier: Apache-2.0
import BatonShortcuts
import Glibc
import SystemPackage

/// The variables and paths of the user who runs the set-up.
struct SetupEnvironment: Sendable {
    /// The variables of this process.
    let variables: [String: String]
    /// The absolute path of this program.
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

    /// The directory for saved records.
    func requireStateDirectory() throws(CommandError) -> String {
        guard let stateDirectory else {
            throw CommandError("The present settings cannot be saved: HOME is not set.")
        }
        return stateDirectory
    }

    func absolute(_ name: String) -> String? { self[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// The command that sends an event, for a shell.
    func command(_ event: String) -> String { "\(Self.quoted(program)) send \(event)" }

    /// A word quoted for a shell.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/._-+".utf8.contains(byte)
        }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The path with all links resolved.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The message for a failure with a saved record.
    static func failure(_ error: Errno, _ directory: String, _ kind: String) -> CommandError {
        let path = SavedRecord.path(kind, in: directory)
        if error == .invalidArgument {
            return CommandError("The settings saved in \(path) cannot be read: the file is damaged.")
        }
        return CommandError("The present settings cannot be saved in \(path): \(error).")
    }
}
