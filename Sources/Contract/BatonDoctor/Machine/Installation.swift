// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonFiles
import BatonTranslation
import BatonValues
import Glibc

/// What of Baton is installed here, and how it is started and repaired.
package struct Installation {
    /// Prefix of each absolute path that is examined; tests put files of their own there.
    package var root: String
    /// The variables of this process.
    package var environment: [String: String]
    /// Where to look for batond and its helpers: this program's own folder, then those of `$PATH`.
    package var programFolders: [String]

    package init(root: String = "", environment: [String: String], programFolders: [String]) {
        self.root = root
        self.environment = environment
        self.programFolders = programFolders
    }

    /// Of this process and its user.
    package static var current: Installation { Installation(environment: ownEnvironment, programFolders: ownFolders) }

    /// The variables of this process that say where files are.
    private static var ownEnvironment: [String: String] {
        var environment: [String: String] = [:]
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_RUNTIME_DIR"] {
            if let value = getenv(name), value.pointee != 0 { environment[name] = String(cString: value) }
        }
        return environment
    }

    /// The folder of this program, and those of `$PATH`.
    package static var ownFolders: [String] {
        var folders: [String] = []
        if let own = SymbolicLink.target(of: "/proc/self/exe"), let slash = own.lastIndex(of: UInt8(ascii: "/")) {
            folders.append(String(decoding: own[..<slash], as: UTF8.self))
        }
        if let path = getenv("PATH") { folders += String(cString: path).split(separator: ":").map(String.init) }
        return folders
    }

    // MARK: Files

    /// The path of batond; nil if there is none.
    package var program: String? { program("batond") }

    /// The path of baton-mqtt; nil if it is not installed. It is in a package of its own.
    package var machines: String? { program("baton-mqtt") }

    /// Whether systemd runs for this user and has a unit for baton-mqtt.
    package var hasMachinesUnit: Bool {
        hasManager && unitFolders.contains { isThere("\($0)/\(Self.machinesUnit)") }
    }

    /// The unit of baton-mqtt.
    package static let machinesUnit = "baton-mqtt.service"

    /// The path of the systemd unit.
    package var unit: String? { unitFolders.map { "\($0)/\(BatonBus.unit)" }.first(where: isThere) }

    /// The path of the file by which the bus starts batond.
    package var activation: String? {
        dataFolders.map { "\($0)/dbus-1/services/\(BatonBus.name).service" }.first(where: isThere)
    }

    /// The path of a program that batond starts; nil if it is missing, or batond is.
    package func helper(_ name: String) -> String? {
        guard let program, let slash = program.lastIndex(of: "/") else { return nil }
        let folder = program[..<slash]
        return ["\(folder)/\(name)", "\(folder)/../libexec/baton/\(name)"].first(where: isProgram)
    }

    package func isThere(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    private func program(_ name: String) -> String? { programFolders.map { "\($0)/\(name)" }.first(where: isProgram) }

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
    package var hasManager: Bool { environment["XDG_RUNTIME_DIR"].map { isThere("\($0)/systemd/private") } ?? false }

    /// Whether the unit is enabled; then systemd also knows it by its short name.
    private var isEnabled: Bool { unitFolders.contains { isThere("\($0)/batond.service") } }

    /// The command that has systemd do something with batond.
    ///
    /// - Parameter verb: such as `restart`.
    private func systemctl(_ verb: String) -> String {
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
    package var start: String {
        guard let command = startCommand else { return repair }
        return command.isLasting
            ? translated("start it, now and at each login: \(command.text)") : translated("start it: \(command.text)")
    }

    /// The control groups of this user's processes that are called batond; empty where none is seen.
    private var controlGroups: [String] {
        guard let directory = opendir("\(root)/proc") else { return [] }
        defer { closedir(directory) }
        var groups: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard isOwn("/proc/\(name)"), text("/proc/\(name)/comm") == "batond\n",
                let group = text("/proc/\(name)/cgroup")
            else { continue }
            groups.append(group)
        }
        return groups
    }

    private func isOwn(_ path: String) -> Bool {
        var facts = stat()
        return stat(root + path, &facts) == 0 && facts.st_uid == geteuid()
    }

    private func text(_ path: String) -> String? {
        ((try? SmallFile.read(root + path, most: 4096)) ?? nil).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether systemd has started the batond that runs, by its control group; where none is seen, whether it could.
    private var isOfSystemd: Bool {
        let groups = controlGroups
        return groups.isEmpty
            ? unit != nil && hasManager : groups.contains { $0.firstPlace(of: "/\(BatonBus.unit)\n") != nil }
    }

    /// How to restart the batond that runs: a command, or a sentence with one where systemd has not started it.
    package var restart: String {
        guard !isOfSystemd, let program else { return systemctl("restart") }
        return translated("end the process batond, then run \(program)")
    }

    /// The command that has the batond that runs read its configuration again.
    package var reload: String { isOfSystemd ? systemctl("reload") : "pkill -HUP -x batond" }

    /// The command that installs the rule for headset buttons (docs/headsets.md); nil if the file of the rule is missing.
    package var headsetRuleCommand: String? {
        let folders = ["/usr/share", "/usr/local/share"] + dataFolders
        return folders.map { "\($0)/baton/udev/\(Self.headsetRule)" }.first(where: isThere).map {
            "sudo cp \($0) /etc/udev/rules.d/ && sudo udevadm control --reload "
                + "&& sudo udevadm trigger --subsystem-match=input --action=change"
        }
    }

    private static let headsetRule = "70-baton-headset.rules"

    /// Whether udev has the rule for headsets.
    package var hasHeadsetRule: Bool { udevRule(Self.headsetRule) != nil }

    /// The path of a file of rules where udev looks for it.
    package func udevRule(_ name: String) -> String? {
        ["/etc", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/udev/rules.d/\(name)" }.first(where: isThere)
    }

    /// How Baton came here, for the report of a bug: a word without the path.
    package var origin: String {
        if isThere("/usr/share/doc/baton/copyright") { return "Debian package" }
        let folder = (program ?? "").dropLast("/batond".count)
        if folder == "/usr/bin" { return "package" }
        if folder.hasSuffix("/debug") || folder.hasSuffix("/release") { return "build folder" }
        return folder.hasSuffix("/bin") ? "make install" : "by other means"
    }

    /// How to put back what is missing: an advice that ends in the command where one is known.
    package var repair: String {
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
    package var notRunning: String {
        guard let command = startCommand else {
            return translated("Baton is not running, and there is no batond beside batonctl or in PATH: \(repair)")
        }
        return command.isLasting
            ? translated("Baton is not running. Start it, now and at each login: \(command.text)")
            : translated("Baton is not running. Start it: \(command.text)")
    }

    /// What is said of an agent that does not answer.
    package var notAnswering: String { translated("Baton does not answer. Restart it: \(restart)") }

    /// What is said of an agent that lacks what this program asks for.
    package var otherVersion: String {
        translated("The Baton that is running is of another version than batonctl. Restart it: \(restart)")
    }

    /// Why there is no agent: with a file that it refuses no start helps. What is installed decides how it is started.
    package static var absence: String {
        let refusal = ConfigurationCheck(file: nil).refusal.map {
            translated("Baton is not running. \($0). To see all that is wrong: batonctl check")
        }
        return refusal ?? Installation.current.notRunning
    }
}
