// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Testing

/// What the face shows of a player's picture, with the real batond.
@Suite struct FaceArtTests {
    private static let picture = "data:image/png;base64,iVBORw0KGgoBAgM="

    private func shown(_ settings: [String]) throws -> (url: String, bytes: [UInt8]) {
        let stage = try AgentStage(settings)
        let player = try stage.player("one", "Playing")
        player.change([
            ("Metadata", .vardict([("xesam:title", .string("Nocturne")), ("mpris:artUrl", .string(Self.picture))]))
        ])
        try stage.settle(player.connection)
        try stage.settleAgent()
        let metadata = try #require(try stage.read("Metadata").get().asVardict)
        #expect(metadata["xesam:title"] == .string("Nocturne"))
        let url = metadata["mpris:artUrl"]?.asString ?? ""
        return (url, URL(string: url).flatMap { try? Data(contentsOf: $0) }.map { Array($0) } ?? [])
    }

    @Test("MPRIS47: with [mpris] art-cache a data URL is shown as a file, and without it as it is")
    func cached() throws {
        let (url, bytes) = try shown(["mpris.art-cache=yes"])
        #expect(url.hasPrefix("file:///") && bytes == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
        #expect(try shown([]).url == Self.picture)
    }

    /// A player in a sandbox, with a picture of the machine's that it may read, and one that it may not.
    @Test("MPRIS50: the face shows a file of a player in a sandbox only if the player may read it")
    func sandboxed() throws {
        let stage = try AgentStage()
        let shared = "\(stage.folder.path)/shared"
        for file in ["shared/a.png", "secret.png"] { stage.folder.write("GIF89a", to: file) }
        let program = ChildProcess.built("baton-fake-player")
        let build = String(program.prefix(upTo: try #require(program.lastIndex(of: "/"))))
        let bus = String(stage.bus.address.dropFirst("unix:path=".count).dropLast("/bus".count))
        let sandbox = Sandbox(
            in: stage.folder,
            binds: ["--bind", bus, bus, "--bind", shared, shared, "--ro-bind", build, build]
                + ["--ro-bind-try", "/opt", "/opt"])
        let player = try ChildProcess(
            sandbox.command([program, "--name", "boxed", "--status", "Playing", "--address", stage.bus.address]),
            environment: ["PATH": "/usr/bin:/bin"])
        try #require(stage.turn { player.printed.contains("ready") }, "\(player.printed)")
        func shown(_ file: String, _ title: String) throws -> String? {
            let metadata = Value.vardict([
                ("xesam:title", .string(title)), ("mpris:artUrl", .string("file://\(file)")),
            ])
            let change = Message.methodCall(
                to: "org.baton.FakePlayer.boxed", path: "/org/baton/FakePlayer", interface: "org.baton.FakePlayer",
                member: "Change")
            try change.append(contentsOf: [.vardict([("Metadata", metadata)])])
            _ = try stage.call(change).get()
            var art: String?
            try #require(
                stage.turn {
                    let metadata = try? stage.read("Metadata").get().asVardict
                    art = metadata?["mpris:artUrl"]?.asString
                    return metadata?["xesam:title"] == .string(title) && (art != nil || title != "shared")
                })
            return art
        }
        #expect(try shown("\(stage.folder.path)/secret.png", "secret") == nil)
        #expect(try shown("\(shared)/a.png", "shared") == "file://\(shared)/a.png")
        #expect(try shown("\(stage.folder.path)/secret.png", "again") == nil)
    }
}
