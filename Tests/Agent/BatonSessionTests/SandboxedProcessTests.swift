// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonTestSupport
import Foundation
import SystemPackage
import Testing

@testable import BatonDBus
@testable import BatonSession

/// Which processes are in a sandbox, with a procfs made by the test.
@Suite struct SandboxedProcessTests {
    private let folder = TemporaryFolder()

    private func standing(
        _ label: String? = nil, process: UInt32? = 42
    ) -> CallerIdentities.Standing {
        var fields: [String: Value] = [:]
        if let process { fields["ProcessID"] = .uint32(process) }
        if let label {
            fields["LinuxSecurityLabel"] = .array(DBusArray("y", (Array(label.utf8) + [0]).map { .byte($0) }))
        }
        return SandboxedProcess.standing(ConnectionCredentials(fields), root: folder.path)
    }

    /// Adds a process with its own root directory.
    private func process(_ groups: String = "0::/user.slice/app.scope\n", attribute: String? = nil) {
        folder.write(groups, to: "42/cgroup")
        folder.write("", to: "42/root/etc/passwd")
        if let attribute { folder.write(attribute, to: "42/attr/current") }
    }

    @Test("a process that is all there, and has nothing of a sandbox, is unconfined")
    func plain() {
        process(attribute: "unconfined\n")
        #expect(standing() == .unconfined)
        #expect(standing("unconfined") == .unconfined)
    }

    @Test("Flatpak's mark in its root, Snap's profile by the bus or by procfs, and Snap's control group confine")
    func marks() {
        process()
        #expect(standing("snap.spotify.spotify (enforce)") == .confined)
        folder.write("[Application]\n", to: "42/root/.flatpak-info")
        #expect(standing() == .confined)
        let other = SandboxedProcessTests()
        other.process(attribute: "snap.spotify.spotify (enforce)\n")
        #expect(other.standing() == .confined)
        let third = SandboxedProcessTests()
        third.process("0::/user.slice/snap.spotify.spotify-1234.scope\n")
        #expect(third.standing() == .confined)
    }

    @Test(
        "MPRIS50: a snap has the name of its control group, or of its profile where no group tells it",
        arguments: [
            ("0::/user.slice/snap.spotify.spotify-1234.scope\n", nil, "spotify"),
            ("0::/user.slice\n", "snap.vlc.vlc (enforce)\n", "vlc"), ("0::/user.slice\n", "unconfined\n", nil),
            ("0::/user.slice/snap.\n", nil, ""), ("0::/user.slice\n", nil, nil),
        ] as [(String, String?, String?)])
    func snap(_ groups: String, _ profile: String?, _ name: String?) throws {
        process(groups, attribute: profile)
        let files = try #require(ProcessFiles(of: 42, root: folder.path))
        #expect(SandboxedProcess.snap(of: files) == name)
    }

    @Test("a process that has ended, or that the bus does not know, is confined")
    func gone() {
        #expect(standing() == .confined)
        #expect(standing(process: nil) == .confined)
        process()
        try? FileManager.default.removeItem(atPath: "\(folder.path)/42/root")
        #expect(standing() == .confined)
    }

    @Test("a process whose descriptor says that it has ended is confined, whichever process has its number now")
    func reused() throws {
        // A pidfd becomes readable when its process has ended, as this pipe does at its end.
        let (reading, writing) = try FileDescriptor.pipe()
        try writing.close()
        let file = UnixFileDescriptor(owning: reading)
        let fields: [String: Value] = [
            "ProcessID": .uint32(UInt32(getpid())), "ProcessFD": .fileDescriptor(file),
        ]
        #expect(SandboxedProcess.standing(ConnectionCredentials(fields)) == .confined)
        #expect(
            SandboxedProcess.standing(ConnectionCredentials(["ProcessID": .uint32(UInt32(getpid()))])) == .unconfined)
    }
}
