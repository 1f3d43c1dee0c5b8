// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import Foundation
import Testing

/// How Baton is started and repaired, by what is installed.
@Suite struct InstallationTests {
    /// An installation with these files, and its program in a folder.
    private func with(_ files: [String], in folder: String = "/usr/bin", _ body: (Installation) -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "baton-installed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for path in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try #require(
                FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o755])
            )
        }
        body(
            Installation(
                root: root.path, environment: ["HOME": "/h", "XDG_RUNTIME_DIR": "/run/user/7"], programFolders: [folder]
            ))
    }

    private static let unit = "/usr/lib/systemd/user/app-org.baton.Baton.service"
    private static let manager = "/run/user/7/systemd/private"

    @Test("a unit that is enabled is started by its short name; one that is not is enabled")
    func unit() throws {
        try with([Self.unit, Self.manager, "/usr/bin/batond", "/etc/systemd/user/batond.service"]) {
            #expect($0.notRunning == "Baton is not running. Start it: systemctl --user start batond")
        }
        try with([Self.unit, Self.manager, "/usr/bin/batond"]) {
            #expect(
                $0.notRunning
                    == "Baton is not running. Start it, now and at each login: "
                    + "systemctl --user enable --now app-org.baton.Baton.service")
        }
    }

    @Test("without a unit, or without a systemd that could start it, the program is named")
    func program() throws {
        for files in [[Self.manager], [Self.unit]] {
            try with(files + ["/usr/bin/batond"]) {
                #expect($0.notRunning == "Baton is not running. Start it: /usr/bin/batond")
            }
        }
        try with([]) {
            #expect(
                $0.notRunning
                    == "Baton is not running, and there is no batond beside batonctl or in PATH: install Baton")
        }
    }

    @Test(
        "what systemd has started is restarted and read again by systemctl; a process that was started by hand is not",
        arguments: [
            ("0::/user.slice/user@7.service/app.slice/app-org.baton.Baton.service\n", true),
            ("0::/user.slice/session-2.scope\n", false),
        ])
    func started(_ group: String, _ isOfSystemd: Bool) throws {
        let files = [Self.unit, Self.manager, "/usr/bin/batond", "/proc/71/comm", "/proc/71/cgroup", "/proc/x/comm"]
        try with(files) {
            let root = URL(filePath: $0.root)
            try? Data("batond\n".utf8).write(to: root.appending(path: "/proc/71/comm"))
            try? Data(group.utf8).write(to: root.appending(path: "/proc/71/cgroup"))
            #expect(
                $0.restart
                    == (isOfSystemd
                        ? "systemctl --user restart app-org.baton.Baton.service"
                        : "end the process batond, then run /usr/bin/batond"))
            #expect(
                $0.reload
                    == (isOfSystemd
                        ? "systemctl --user reload app-org.baton.Baton.service" : "pkill -HUP -x batond"))
        }
        try with([Self.unit, Self.manager, "/usr/bin/batond"]) {
            #expect($0.reload.hasPrefix("systemctl"), "no process is seen, and systemd could start it")
        }
        try with(["/usr/bin/batond"]) { #expect($0.reload == "pkill -HUP -x batond") }
    }

    @Test("the command that installs the rule for headsets names the file that is here")
    func headsetRule() throws {
        try with(["/usr/local/share/baton/udev/70-baton-headset.rules"]) {
            let command = $0.headsetRuleCommand ?? ""
            #expect(
                command.hasPrefix("sudo cp /usr/local/share/baton/udev/70-baton-headset.rules /etc/udev/rules.d/ && "))
            #expect(!$0.hasHeadsetRule)
        }
        try with(["/etc/udev/rules.d/70-baton-headset.rules"]) {
            #expect($0.hasHeadsetRule && $0.headsetRuleCommand == nil)
        }
    }

    @Test("a package is reinstalled as a package, and what 'make install' placed by that")
    func repair() throws {
        try with(["/usr/bin/batond", "/usr/share/doc/baton/copyright"]) {
            #expect($0.repair == "reinstall Baton's package: sudo apt install --reinstall ./baton_*.deb")
        }
        try with(["/usr/bin/batond"]) { #expect($0.repair == "reinstall Baton's package") }
        try with(["/usr/local/bin/batond"], in: "/usr/local/bin") {
            #expect($0.repair == "reinstall Baton, in the folder of its source: make install")
        }
        try with(["/b/release/batond"], in: "/b/release") { #expect($0.repair == "build Baton again: make build") }
    }
}
