// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// Programs of other projects, and peers that violate the protocol.
@Suite("Foreign peers")
struct ForeignPeerTests {
    /// Runs a program on the stage's bus while the stage's reactor turns. Returns its status and output.
    private func run(_ stage: BusStage, _ program: String, _ arguments: [String]) throws -> (
        status: Int32, output: String
    ) {
        // Foundation's Process has not told of ends, in a process that had many children.
        let process = try ChildProcess(
            ["/usr/bin/\(program)"] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin"])
        try #require(stage.reactor.turn(until: { process.hasEnded }))
        return (process.exitStatus ?? -1, process.printed)
    }

    private func serve(_ stage: BusStage) throws -> Connection {
        let server = try stage.connect()
        var level: Int32 = 1
        let interface = Interface(
            "a.b",
            methods: [
                Method("Join", in: [Argument("texts", "as")], out: [Argument("text", "s")]) { call in
                    call.reply(.string((call.arguments[0].asStringArray ?? []).joined(separator: "+")))
                }
            ],
            properties: [
                Property(
                    "Level", "i",
                    set: { value, call in
                        level = Int32(truncatingIfNeeded: value.asInt64 ?? 0)
                        call.reply()
                    }
                ) { .int32(level) },
                Property("Metadata", "a{sv}") {
                    .vardict([("xesam:artist", .strings(["x", "y"])), ("n", .int64(5))])
                },
            ])
        server.export(ExportedObject(interfaces: [interface]), at: "/a")
        let name = server.requestName("org.x.Y") { _ in }
        try stage.settle(server)
        _ = name
        return server
    }

    @Test("busctl introspects, calls, reads and sets")
    func busctl() throws {
        let stage = try BusStage()
        let server = try serve(stage)
        let bus = "--address=\(stage.bus.address)"

        let tree = try run(stage, "busctl", [bus, "introspect", "org.x.Y", "/a"])
        let call = try run(stage, "busctl", [bus, "call", "org.x.Y", "/a", "a.b", "Join", "as", "2", "p", "q"])
        let set = try run(stage, "busctl", [bus, "set-property", "org.x.Y", "/a", "a.b", "Level", "i", "9"])
        let get = try run(stage, "busctl", [bus, "get-property", "org.x.Y", "/a", "a.b", "Level"])
        let metadata = try run(stage, "busctl", [bus, "get-property", "org.x.Y", "/a", "a.b", "Metadata"])

        #expect(tree.output.contains(".Join"))
        #expect(tree.output.contains("writable"))
        #expect(call.output == "s \"p+q\"\n")
        #expect(set.status == 0)
        #expect(get.output == "i 9\n")
        #expect(metadata.output == "a{sv} 2 \"xesam:artist\" as 2 \"x\" \"y\" \"n\" x 5\n")
        server.close()
    }

    @Test("gdbus and dbus-send call, and are told their mistakes")
    func others() throws {
        let stage = try BusStage()
        let server = try serve(stage)

        let gdbus = try run(
            stage, "gdbus",
            ["call", "--address", stage.bus.address, "-d", "org.x.Y", "-o", "/a", "-m", "a.b.Join", "['p', 'q']"])
        let wrong = try run(
            stage, "dbus-send",
            ["--bus=\(stage.bus.address)", "--print-reply", "--dest=org.x.Y", "/a", "a.b.Join", "string:p"])
        let absent = try run(
            stage, "dbus-send", ["--bus=\(stage.bus.address)", "--print-reply", "--dest=org.x.Y", "/z", "a.b.Join"])

        #expect(gdbus.output.contains("('p+q',)"))
        #expect(wrong.output.contains("InvalidArgs"))
        #expect(absent.output.contains("UnknownObject"))
        server.close()
    }

    @Test("signals and answers that were not asked for are dropped")
    func unasked() throws {
        let stage = try BusStage()
        let (server, peer) = try (serve(stage), stage.connect())
        var heard = 0
        let match = server.addMatch(MatchRule(interface: "org.freedesktop.DBus")) { _ in heard += 1 }
        let name = try #require(server.uniqueName)
        var values = RandomValues(seed: 5)

        for _ in 0..<200 {
            let signal = Message.signal(path: "/a", interface: "org.x.Bus", member: "NameLost", to: name)
            try? signal.append(values.value(depth: 5))
            peer.send(signal)
            // A signal with the bus's interface, but not from the bus.
            let forged = Message.signal(path: "/", interface: "org.freedesktop.DBus", member: "NameLost", to: name)
            try? forged.append(.string("org.x.Y"))
            peer.send(forged)
        }

        #expect(try stage.call(peer, server, "a.b", "Join", [.strings(["p"])]) == .success([.string("p")]))
        #expect(server.uniqueName == name)
        match.cancel()
    }

    @Test("a peer that hangs costs its own calls only")
    func hungPeer() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), serve(stage))
        let ours = Set([client, server].compactMap { $0.uniqueName?.rawValue })
        let hung = try ChildProcess(
            ["/usr/bin/gdbus", "monitor", "--address", stage.bus.address, "--dest", "org.x.Y"], environment: [:])
        var name: BusName?
        let match = client.addMatch(MatchRule(sender: .bus, member: "NameOwnerChanged")) { message in
            guard let text = try? message.arguments().first?.asString, !ours.contains(text) else { return }
            name = try? BusName(text)
        }
        try #require(stage.reactor.turn(until: { name?.isUnique == true }))
        try #require(StoppedProcess.stop(hung.identifier))
        var outcomes: [ErrorName?] = []

        for _ in 0..<20 {
            let message = Message.methodCall(to: name, path: "/a", interface: "a.b", member: "C")
            client.call(message, within: .milliseconds(100)) { outcomes.append($0.errorName) }
        }

        #expect(try stage.call(client, server, "a.b", "Join", [.strings(["p"])]) == .success([.string("p")]))
        #expect(stage.reactor.turn(until: { outcomes.count == 20 }))
        #expect(outcomes.allSatisfy { $0 == .timeout })
        match.cancel()
    }
}
