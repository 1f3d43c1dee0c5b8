// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The paths of Baton's files, by the XDG Base Directory Specification 0.8.
///
/// Relative values of the variables are ignored, as the specification demands. Without a usable `$HOME` the directories
/// below it are nil, and Baton works without them.
package struct Paths: Sendable, Equatable {
    /// `$XDG_CONFIG_HOME`, else `~/.config`.
    let configHome: String?
    /// `$XDG_CONFIG_DIRS`, else `/etc/xdg`, the most important first.
    let configDirectories: [String]
    /// `$XDG_STATE_HOME`, else `~/.local/state`.
    let stateHome: String?
    /// `$XDG_CACHE_HOME`, else `~/.cache`.
    let cacheHome: String?
    /// `$XDG_RUNTIME_DIR`; it has no default.
    package let runtimeDirectory: String?
    /// `$DBUS_SESSION_BUS_ADDRESS`; nil if it is unset or empty.
    let sessionBusVariable: String?

    /// The paths that follow from `environment`.
    package init(environment: [String: String]) {
        let absolute: (String) -> String? = { name in
            guard let value = environment[name], value.utf8.first == UInt8(ascii: "/") else { return nil }
            return Self.withoutTrailingSlash(value)
        }
        let home = absolute("HOME")
        configHome = absolute("XDG_CONFIG_HOME") ?? home.map { Self.join($0, ".config") }
        stateHome = absolute("XDG_STATE_HOME") ?? home.map { Self.join($0, ".local/state") }
        cacheHome = absolute("XDG_CACHE_HOME") ?? home.map { Self.join($0, ".cache") }
        runtimeDirectory = absolute("XDG_RUNTIME_DIR")
        let directories = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":")
            .filter { $0.utf8.first == UInt8(ascii: "/") }.map { Self.withoutTrailingSlash(String($0)) }
        configDirectories = directories.isEmpty ? ["/etc/xdg"] : directories
        sessionBusVariable = environment["DBUS_SESSION_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The possible paths of `baton.conf`. Only the first that exists is read.
    var configurationFiles: [String] {
        ((configHome.map { [$0] } ?? []) + configDirectories).map { Self.join($0, "baton/baton.conf") }
    }

    /// The directory of Baton's saved state; nil if there is no directory for it.
    package var stateDirectory: String? { stateHome.map { Self.join($0, "baton") } }

    /// The directory of what Baton can make again; nil if there is no directory for it.
    package var cacheDirectory: String? { cacheHome.map { Self.join($0, "baton") } }

    /// The session bus: `$DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in the runtime directory.
    package var sessionBusAddress: String? {
        sessionBusVariable ?? runtimeDirectory.map { "unix:path=\(Self.escaped(Self.join($0, "bus")))" }
    }

    private static func join(_ directory: String, _ name: String) -> String {
        directory == "/" ? "/\(name)" : "\(directory)/\(name)"
    }

    private static func withoutTrailingSlash(_ path: String) -> String {
        var path = path[...]
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
        return String(path)
    }

    /// Escapes a value of a D-Bus address: bytes other than `-0-9A-Za-z_/.\*` become `%xx` (D-Bus specification).
    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "*"), UInt8(ascii: "\\"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped += byte < 16 ? "%0" : "%"
                escaped += String(byte, radix: 16)
            }
        }
        return escaped
    }
}

extension Paths {
    /// The environment variables of this process. Read them once at start and pass them on as a value.
    ///
    /// Values that are not UTF-8 are left out. Not thread-safe: call it while the process has one thread.
    package static func processEnvironment() -> [String: String] {
        var variables: [String: String] = [:]
        // clearenv(3) sets environ to a null pointer, which the imported type does not allow.
        guard UInt(bitPattern: environ) != 0 else { return variables }
        var entry = environ
        while let text = entry.pointee {
            entry += 1
            guard let line = String(validatingCString: text), let equals = line.utf8.firstIndex(of: UInt8(ascii: "="))
            else { continue }
            let name = String(line[..<equals])
            if variables[name] == nil { variables[name] = String(line[line.utf8.index(after: equals)...]) }
        }
        return variables
    }
}
