// SPDX-License-Identifier: Apache-2.0

import BatonInterruptionCauses
import BatonInterruptions
import BatonSettings
import BatonTestSupport
import Foundation
import Testing

/// Which player a stream is of, in a procfs of files.
@MainActor
@Suite("Interruptions: whose stream it is")
struct StreamOwnersTests {
    private let root = TemporaryFolder()
    private let rule = Configuration.PlayerRule()

    /// Writes a process.
    ///
    /// - Parameter inside: its number in its sandbox.
    private func process(
        _ number: Int, _ program: String, parent: Int = 1, inside: Int? = nil, scope: String = "session",
        app: String? = nil
    ) throws {
        let numbers = ["\(number)", inside.map { "\($0)" }].compactMap(\.self).joined(separator: "\t")
        root.write("Name:\t\(program)\nPid:\t\(number)\nNSpid:\t\(numbers)\nThreads:\t1\n", to: "\(number)/status")
        root.write("\(number) (\(program)) S \(parent) 1 1\n", to: "\(number)/stat")
        root.write("0::/user.slice/\(scope).scope\n", to: "\(number)/cgroup")
        root.write("\(program.prefix(15))\n", to: "\(number)/comm")
        let link = "\(root.path)/\(number)/exe"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/app/bin/\(program)")
        if let app { root.write("[Application]\nname=\(app)\n", to: "\(number)/root/.flatpak-info") }
    }

    private func owners(at time: Duration = .zero) -> StreamOwners { StreamOwners(root: root.path) { time } }

    private func stream(_ process: UInt32, _ program: String) -> AudioStream {
        AudioStream(index: 1, process: process, program: program)
    }

    @Test("I120: a number in a sandbox is that of a process in it, and not of the one that has it outside")
    func sandboxed() throws {
        try process(2, "kthreadd")
        try process(900, "xdg-dbus-proxy", scope: "app-flatpak-org.example.Player-900", app: "org.example.Player")
        try process(901, "example-player", inside: 2, app: "org.example.Player")
        try process(950, "example-player", inside: 2, app: "org.example.Other")
        try process(902, "other", inside: 3, app: "org.example.Player")
        let owners = owners()
        let stream = stream(2, "example-player")
        owners.note(stream)
        #expect(owners.belongs(stream, to: 900, rule), "the proxy on the bus is in the same Flatpak")
        #expect(owners.belongs(stream, to: 901, rule))
        #expect(!owners.belongs(stream, to: 2, rule))
        #expect(
            !owners.belongs(self.stream(3, "example-player"), to: 900, rule), "that number runs something else there")
    }

    @Test("I22, I120: a process outside of a sandbox is itself, although a sandbox has its number too")
    func outside() throws {
        try process(42, "mpv", parent: 41)
        try process(41, "player")
        try process(901, "mpv", inside: 42, app: "org.example.Player")
        try process(900, "xdg-dbus-proxy", app: "org.example.Player")
        let owners = owners()
        let stream = stream(42, "mpv")
        owners.note(stream)
        #expect(owners.belongs(stream, to: 42, rule))
        #expect(owners.belongs(stream, to: 41, rule))
        #expect(!owners.belongs(stream, to: 900, rule))
        #expect(!owners.belongs(stream, to: 901, rule))
    }

    @Test(
        "I120: a process outside whose number is used inside by a sandbox's player, of the same name: the sandboxed one has another number"
    )
    func sameName() throws {
        // The process 42 is in a sandbox itself, and would say 7.
        try process(42, "mpv", inside: 7, app: "org.example.Other")
        try process(901, "mpv", inside: 42, app: "org.example.Player")
        let owners = owners()
        let stream = stream(42, "mpv")
        #expect(owners.belongs(stream, to: 901, rule))
        #expect(!owners.belongs(stream, to: 42, rule))
    }

    @Test("I22: a program that is unknown belongs to its process all the same, and to its application's scope")
    func unknownProgram() throws {
        try process(42, "python3.11", scope: "app-gnome-radio-7")
        try process(43, "radio", scope: "app-gnome-radio-7")
        let owners = owners()
        for program in ["", "radio", "python3.11"] {
            #expect(owners.belongs(stream(42, program), to: 42, rule))
            #expect(owners.belongs(stream(42, program), to: 43, rule))
        }
    }

    @Test("I120: what was read of a process is kept after its end, and forgotten with its stream")
    func kept() throws {
        try process(901, "example-player", inside: 2, app: "org.example.Player")
        let owners = owners()
        let stream = stream(2, "example-player")
        owners.note(stream)
        try FileManager.default.removeItem(atPath: "\(root.path)/901")
        #expect(owners.belongs(stream, to: 901, rule))
        owners.keepOnly([])
        #expect(owners.count == 0)
        #expect(!owners.belongs(stream, to: 901, rule))
    }
}
