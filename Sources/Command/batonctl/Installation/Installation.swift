// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonFiles
import BatonTranslation
import Glibc

/// What of Baton is installed here, and how it is started and repaired.
struct Installation {
    /// Prefix of each absolute path that is examined; tests put files of their own there.
    var root = ""
    /// The variables of this process.
    var environment: [String: String]
    /// Where to look for batond and its helpers: this program's own folder, then those of `$PATH`.
    var programFolders: [String]

    /// Of this process and its user.
    static var current: Installation { Installation(environment: ownEnvironment, programFolders: ownFolders) }

    /// The variables of this process that say where files are.
    private static var ownEnvironment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_RUNTIME_DIR"] {
            if let value = getenv(name), value.pointee != 0 { environment[name] = String(cString: value) }
        }
        return environment
    }

    /// The folder of this program, and those of `$PATH`.
    static var ownFolders: [String] {
        var folders: [String] = []
        if let own = SymbolicLink.target(of: "/proc/self/exe"), let slash = own.lastIndex(of: UInt8(ascii: "/")) {
            folders.append(String(decoding: own[..<slash], as: UTF8.self))
        }
        if let path = getenv("PATH") { folders += String(cString: path).split(separator: ":").map(String.init) }
        return folders
    }

    // MARK: Files

    /// The path of batond; nil if there is none.
    var program: String? { programFolders.map { "\($0)/batond" }.first(where: isProgram) }

    /// The path of the systemd unit.
    var unit: String? { unitFolders.map { "\($0)/\(BatonBus.unit)" }.first(where: isThere) }

    /// The path of the file by which the bus starts batond.
    var activation: String? {
        dataFolders.map { "\($0)/dbus-1/services/\(BatonBus.name).service" }.first(where: isThere)
    }

    /// The path of a program that batond starts; nil if it is missing, or batond is.
    func helper(_ name: String) -> String? {
        guard let program, let slash = program.lastIndex(of: "/") else { return nil }
        let folder = program[..<slash]
        return ["\(folder)/\(name)", "\(folder)/../libexec/baton/\(name)"].first(where: isProgram)
    }

    func isThere(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    private func isProgram(_ path: String) -> Bool { access(root + path, X_OK) == 0 }

    private var unitFolders: [String] {
        let home = environment["HOME"] ?? ""
        let configuration = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
        return ["\(configuration)/systemd/user", "/etc/systemd/user"] + dataFolders.map { "\($0)/systemd/user" }
            + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
    }

    private var dataFolders: [String] {
        let home = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        let others = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        return [home] + others.split(separator: ":").map(String.init)
    }

    // MARK: Commands

    /// Whether systemd runs for this user, so that it can start the unit.
    private var hasManager: Bool { environment["XDG_RUNTIME_DIR"].map { isThere("\($0)/systemd/private") } ?? false }

    /// Whether the unit is enabled; then systemd also knows it by its short name.
    private var isEnabled: Bool { unitFolders.contains { isThere("\($0)/batond.service") } }

    /// The command that has systemd do something with batond.
    ///
    /// - Parameter verb: such as `restart`.
    func systemctl(_ verb: String) -> String {
        "systemctl --user \(verb) \(isEnabled ? "batond" : BatonBus.unit)"
    }

    /// The command that starts batond, and whether it does that at each login from now on; nil if there is nothing to start.
    private var startCommand: (text: String, isLasting: Bool)? {
        if unit != nil, hasManager {
            return isEnabled ? (systemctl("start"), false) : (systemctl("enable --now"), true)
        }
        return program.map { ($0, false) }
    }

    /// How to start batond: an advice that ends in the command.
    var start: String {
        guard let command = startCommand else { return repair }
        return command.isLasting
            ? translated("start it, now and at each login: \(command.text)") : translated("start it: \(command.text)")
    }

    /// How Baton came here, for the report of a bug: a word without the path.
    var origin: String {
        if isThere("/usr/share/doc/baton/copyright") { return "Debian package" }
        let folder = (program ?? "").dropLast("/batond".count)
        if folder == "/usr/bin" { return "package" }
        if folder.hasSuffix("/debug") || folder.hasSuffix("/release") { return "build folder" }
        return folder.hasSuffix("/bin") ? "make install" : "by other means"
    }

    /// How to put back what is missing: an advice that ends in the command where one is known.
    var repair: String {
        if isThere("/usr/share/doc/baton/copyright") {
            return translated("reinstall Baton's package: sudo apt install --reinstall ./baton_*.deb")
        }
        let folder = (program ?? "").dropLast("/batond".count)
        if folder == "/usr/bin" { return translated("reinstall Baton's package") }
        if folder.hasSuffix("/debug") || folder.hasSuffix("/release") {
            return translated("build Baton again: make build")
        }
        if folder.hasSuffix("/bin") { return translated("reinstall Baton, in the folder of its source: make install") }
        return translated("install Baton")
    }

    /// What a command says that needs batond where batond does not run: why nothing happens, and what to do.
    var notRunning: String {
        guard let command = startCommand else {
            return translated("Baton is not running, and there is no batond beside batonctl or in PATH: \(repair)")
        }
        return command.isLasting
            ? translated("Baton is not running. Start it, now and at each login: \(command.text)")
            : translated("Baton is not running. Start it: \(command.text)")
    }
}
