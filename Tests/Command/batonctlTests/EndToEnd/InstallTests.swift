// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonTestSupport
import Foundation
import Glibc
import Testing

@testable import batonctl

/// The files that `make install` places and `make uninstall` removes.
@Suite struct InstallTests {
    /// What `.ci/setup bench` installs.
    private static let benchPackages =
        "binutils ca-certificates dbus-daemon gcc libc6-dev libsystemd-dev mosquitto mosquitto-clients openssl pkg-config "
        + "playerctl util-linux valgrind"

    private let stage: Stage
    private var destination: String { stage.directory.appending(path: "root").path }

    init() throws { stage = try Stage() }

    private func run(_ arguments: [String]) throws -> ChildProcess {
        let child = try ChildProcess(arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": stage.directory.path])
        try #require(stage.turn { child.hasEnded })
        return child
    }

    private func install(_ option: String...) throws -> ChildProcess {
        let build = URL(filePath: Stage.program("batonctl")).deletingLastPathComponent().path
        return try run(
            ["\(Checkout.root)/.ci/install"] + option
                + [destination, "/usr/local", "/usr/local/lib/systemd/user"] + (option.isEmpty ? [build] : []))
    }

    private func files() -> [String] {
        FileManager.default.enumerator(atPath: destination)?.compactMap { $0 as? String }.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(destination)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue
        } ?? []
    }

    @Test("the commands of the manual pages are those of the program: 'make man' writes docs/man/commands.json")
    func commands() throws {
        let told = try run(["python3", "\(Checkout.root)/docs/man/pages.py", "--commands", Stage.program("batonctl")])
        let kept = try String(contentsOfFile: "\(Checkout.root)/docs/man/commands.json", encoding: .utf8)
        #expect(told.output == kept, "\(told.errors)")
    }

    @Test("uninstall removes everything that install placed")
    func removes() throws {
        let installed = try install()
        #expect(installed.status == 0, "\(installed.errors)")
        #expect(files().contains("usr/local/lib/udev/rules.d/60-baton-iio.rules"))
        #expect(files().contains("usr/local/lib/sysusers.d/baton.conf"))
        #expect(try install("--remove").status == 0)
        #expect(files().isEmpty)
    }

    @Test("systemd accepts the unit, and the unit denies everything that Baton does not need")
    func unit() throws {
        let prefix = stage.directory.appending(path: "prefix").path
        let build = URL(filePath: Stage.program("batonctl")).deletingLastPathComponent().path
        let installed = try run(["\(Checkout.root)/.ci/install", "", prefix, "\(prefix)/units", build])
        #expect(installed.status == 0, "\(installed.errors)")
        let unit = "\(prefix)/units/app-org.baton.Baton.service"
        let verified = try ChildProcess(
            ["systemd-analyze", "verify", "--user", "--man=no", unit],
            environment: ["PATH": "/usr/bin:/bin", "HOME": prefix, "XDG_RUNTIME_DIR": prefix])
        try #require(stage.turn { verified.hasEnded })
        #expect(verified.status == 0)
        #expect(verified.output + verified.errors == "")
        let lines = Set(try String(contentsOfFile: unit, encoding: .utf8).split(separator: "\n"))
        #expect(
            lines.isSuperset(of: [
                "NoNewPrivileges=yes", "LimitCORE=0", "MemoryMax=512M", "TasksMax=32", "UMask=0077",
                "LockPersonality=yes", "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes", "RestrictRealtime=yes",
                "RestrictSUIDSGID=yes", "RestrictAddressFamilies=AF_UNIX AF_NETLINK", "SystemCallArchitectures=native",
                "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged @resources",
                "SystemCallFilter=sched_setattr",
                "SystemCallFilter=~@aio @keyring @memlock process_vm_readv process_vm_writev",
                "SystemCallErrorNumber=EPERM",
            ]))
        // A later line of the same name would add to it, or take it back.
        #expect(lines.filter { $0.hasPrefix("SystemCallFilter=") }.count == 4)
        for name in ["RestrictAddressFamilies=", "AmbientCapabilities=", "User="] {
            #expect(lines.filter { $0.hasPrefix(name) }.count == (name == "RestrictAddressFamilies=" ? 1 : 0))
        }
    }

    @Test("what is installed runs with the rights of whoever starts it: nothing is set-user-id or gets a capability")
    func rights() throws {
        #expect(try install().status == 0)
        let programs = files()
        #expect(programs.contains("usr/local/share/dbus-1/interfaces/org.baton.Baton1.Application.xml"))
        #expect(programs.contains { $0.hasSuffix("bin/batond") } && programs.contains { $0.hasSuffix("baton-keys") })
        for file in programs {
            var information = stat()
            let path = "\(destination)/\(file)"
            #expect(lstat(path, &information) == 0)
            #expect(information.st_mode & (S_ISUID | S_ISGID) == 0, "\(file)")
        }
        let script = try String(contentsOfFile: "\(Checkout.root)/.ci/install", encoding: .utf8)
        #expect(!script.contains("setcap"))
        // No policy lets it act as root either.
        for folder in ["polkit-1", "sudoers", "dbus-1/system-services", "systemd/system/"] {
            #expect(!programs.contains { $0.contains(folder) }, "\(folder)")
        }
    }

    @Test("HEADSET16: the rule for headsets is not active when it is installed, and opens no keyboard or pointer")
    func headsetRule() throws {
        #expect(try install().status == 0)
        let places = files().filter { $0.hasSuffix("70-baton-headset.rules") }
        #expect(places == ["usr/local/share/baton/udev/70-baton-headset.rules"])
        let text = try String(contentsOfFile: "\(destination)/\(places[0])", encoding: .utf8)
        let rules = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
        let first = try #require(rules.firstIndex { $0.contains("TAG+=") })
        for kind in ["KEYBOARD", "MOUSE", "JOYSTICK", "TOUCHPAD", "TOUCHSCREEN", "TABLET"] {
            let line = "ENV{ID_INPUT_\(kind)}==\"1\", GOTO=\"baton_headset_end\""
            #expect(rules.firstIndex(of: line).map { $0 < first } == true, "\(kind)")
        }
        #expect(rules.last == "LABEL=\"baton_headset_end\"")
        // The user of the seat, and no group: logind takes the access back with the session.
        #expect(rules.filter { $0.contains("TAG+=") }.allSatisfy { $0.hasSuffix("TAG+=\"uaccess\"") })
        #expect(!rules.contains { $0.contains("GROUP") || $0.contains("MODE") })
    }

    @Test("set-up tells what it installs, and by which command, before sudo is called", arguments: [true, false])
    func setUp(isRoot: Bool) throws {
        let tools = stage.directory.appending(path: "tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let programs = [
            "id": "echo \(isRoot ? 0 : 1000)", "dpkg-query": "exit 1", "sudo": "echo \"sudo asks: $*\"; exit 9",
            "env": "echo \"runs: $*\"; exit 9", "apt-get": "exit 9",
        ]
        for (name, script) in programs {
            let path = tools.appending(path: name).path
            try "#!/bin/bash\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
            chmod(path, 0o755)
        }
        let child = try ChildProcess(
            ["/bin/bash", "\(Checkout.root)/.ci/setup", "bench"], environment: ["PATH": "\(tools.path):/usr/bin:/bin"])
        try #require(stage.turn { child.hasEnded })
        let lines = child.lines
        #expect(child.status == 9)
        try #require(lines.count == 3, "\(child.output) \(child.errors)")
        #expect(lines[0].hasSuffix(isRoot ? "installs them now:" : "installs them now, through sudo:"))
        #expect(
            lines[1] == "  \(Self.benchPackages)")
        #expect(lines[2].hasPrefix(isRoot ? "runs: " : "sudo asks: ") && lines[2].contains("apt-get update"))
    }

    @Test("a build names the packages that are missing and how to install them, and installs none")
    func missing() throws {
        let tools = stage.directory.appending(path: "tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let programs = ["dpkg-query": "exit 1", "sudo": "echo sudo", "apt-get": "echo apt-get", "apt-cache": "exit 1"]
        for (name, script) in programs {
            let path = tools.appending(path: name).path
            try "#!/bin/bash\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
            chmod(path, 0o755)
        }
        let child = try ChildProcess(
            ["/bin/bash", "\(Checkout.root)/.ci/setup", "--missing", "bench"],
            environment: ["PATH": "\(tools.path):/usr/bin:/bin"])
        try #require(stage.turn { child.hasEnded })
        #expect(child.status == 1 && child.output.isEmpty)
        let packages = Self.benchPackages
        #expect(
            child.errors == """
                make: these Debian packages are missing, and nothing was installed:
                  \(packages)
                Install them with 'make setup FOR="bench"', or: sudo apt-get install \(packages)

                """)
    }

    @Test("the packages of Debian, Fedora and Arch are built by 'make build', which installs nothing")
    func builds() throws {
        let makefile = try String(contentsOfFile: "\(Checkout.root)/Makefile", encoding: .utf8)
        for target in ["build", "install", "check", "dist"] {
            let recipe = try #require(
                makefile.split(separator: "\n.PHONY: ").first { $0.hasPrefix("\(target)\n") }, "no \(target)")
            let calls = recipe.split(separator: "\n").filter { $0.contains(".ci/setup") }
            #expect(calls.allSatisfy { $0.contains(".ci/setup --missing ") }, "\(target)")
        }
        for file in ["debian/rules", "packaging/baton.spec", "packaging/arch/PKGBUILD"] {
            let text = try String(contentsOfFile: "\(Checkout.root)/\(file)", encoding: .utf8)
            let targets = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap {
                $0.matches(of: /^\s*(?:%\{\?!without_check:)?(?:make|\$\(MAKE\)) ([a-z-]+)/).map { String($0.1) }
            }
            #expect(Set(targets) == ["build", "check", "install"], "\(file)")
        }
    }

    @Test("the accelerometer has a group of its own, which the system creates, and never that of the keyboards")
    func group() throws {
        #expect(try install().status == 0)
        let rules = try String(
            contentsOfFile: "\(destination)/usr/local/lib/udev/rules.d/60-baton-iio.rules", encoding: .utf8)
        let rule = rules.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
        #expect(rule.contains("GROUP=\"baton-sensor\"") && rule.contains("chgrp baton-sensor "))
        #expect(!rule.contains("input"))
        let made = try run([
            "systemd-sysusers", "--dry-run", "--root=\(stage.directory.path)",
            "\(destination)/usr/local/lib/sysusers.d/baton.conf",
        ])
        #expect(made.status == 0)
        #expect((made.output + made.errors).contains("Creating group 'baton-sensor'"), "\(made.errors)")
        // doctor names the group of the rule.
        #expect(LocalChecks.bufferGroup == "baton-sensor")
    }
}
