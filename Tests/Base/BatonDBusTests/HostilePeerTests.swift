// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import SystemPackage
import Testing

@testable import BatonDBus

/// Peers that forge messages, flood the connection, or never answer. Other peers must not suffer from them.
@Suite("Hostile peers")
struct HostilePeerTests {
    /// A server with a method that does not answer, and the calls of it.
    private final class Keeper {
        let connection: Connection
        var kept: [Invocation] = []

        init(_ stage: BusStage, _ options: ConnectionOptions = ConnectionOptions()) throws {
            connection = try stage.connect(options: options)
            let keep = Method("Keep", in: [Argument("text", "s")]) { [unowned self] in kept.append($0) }
            let echo = Method("Echo", in: [Argument("text", "s")], out: [Argument("text", "s")]) { call in
                call.reply(call.arguments)
            }
            connection.export(ExportedObject(interfaces: [Interface("a.b", methods: [keep, echo])]), at: "/a")
        }

        func call(_ member: MemberName, _ text: String) throws -> Message {
            let message = Message.methodCall(to: connection.uniqueName, path: "/a", interface: "a.b", member: member)
            try message.append(.string(text))
            return message
        }
    }

    // MARK: Answers

    @Test("an answer counts only from the connection that was called, whatever serial it carries")
    func forgedAnswer() throws {
        let stage = try BusStage()
        let (client, forger) = try (stage.connect(), stage.connect())
        let server = try Keeper(stage)
        let name = try #require(client.uniqueName)
        var outcome: Result<Message, DBusError>?
        client.call(try server.call("Keep", "x"), within: .seconds(30)) { outcome = $0 }
        try #require(stage.reactor.turn(until: { server.kept.count == 1 }))

        let serial = server.kept[0].message.serial
        for forged in [
            Message.methodReturn(to: server.kept[0].message),
            .error(to: server.kept[0].message, DBusError("a.b.Forged", "x")),
        ] {
            forged.setDestination(name)
            #expect(forged.replySerial == serial)
            forger.send(forged)
        }
        try stage.settle(forger)
        try stage.settle(client)
        #expect(outcome == nil, "a stranger answered")

        server.kept[0].reply()
        #expect(stage.reactor.turn(until: { outcome != nil }))
        #expect(outcome?.errorName == nil)
    }

    @Test(
        "an error without a sender counts, because only the bus of a sandbox can have written it; a value without one does not"
    )
    func withoutSender() throws {
        let stage = try BusStage()
        let call = Message.methodCall(to: "org.x.Y", path: "/a", interface: "a.b", member: "Keep")
        _ = try call.marshalled(serial: 7)
        let pending = PendingCall(at: .zero, within: .seconds(1)) { _ in }
        let calls = PendingCalls(reactor: stage.reactor, mostUnanswered: 1)
        pending.sent(7, to: ":1.5", in: calls)

        #expect(pending.mayBeAnswered(by: .error(to: call, DBusError(.accessDenied, "no"))))
        #expect(!pending.mayBeAnswered(by: .methodReturn(to: call)))
    }

    @Test("the bus's own answers count only from the bus")
    func forgedBusAnswer() throws {
        let stage = try BusStage()
        let (client, forger) = try (stage.connect(), stage.connect())
        let name = try #require(client.uniqueName)
        stage.bus.suspend()
        var outcome: Result<BusName, DBusError>?
        client.nameOwner(of: "org.x.Y") { outcome = $0 }
        // The bus is stopped. It reads the forged messages before the question when it goes on.
        for serial in UInt32(1)...20 {
            let call = Message.methodCall(to: name, path: "/", interface: "a.b", member: "M")
            _ = try? call.marshalled(serial: serial)
            let forged = Message.methodReturn(to: call)
            try forged.append(.string(":1.666"))
            forged.setDestination(name)
            forger.send(forged)
        }
        stage.bus.resume()
        #expect(stage.reactor.turn(until: { outcome != nil }))
        #expect(outcome?.errorName == .nameHasNoOwner)
    }

    @Test("a call of a well-known name goes to its owner, starts a service where it may, and no other peer can answer")
    func wellKnownName() throws {
        let stage = try BusStage()
        let (client, forger) = try (stage.connect(), stage.connect())
        let server = try Keeper(stage)
        let request = server.connection.requestName("org.x.Y") { _ in }
        try stage.settle(server.connection)
        var outcome: Result<Message, DBusError>?
        let call = Message.methodCall(to: "org.x.Y", path: "/a", interface: "a.b", member: "Keep")
        try call.append(.string("x"))
        client.call(call, within: .seconds(30)) { outcome = $0 }
        try #require(stage.reactor.turn(until: { server.kept.count == 1 }))
        let forged = Message.methodReturn(to: server.kept[0].message)
        forged.setDestination(try #require(client.uniqueName))
        forger.send(forged)
        try stage.settle(forger)
        try stage.settle(client)
        #expect(outcome == nil)
        server.kept[0].reply()
        #expect(stage.reactor.turn(until: { outcome != nil }))
        #expect(outcome?.errorName == nil)

        let unowned = Message.methodCall(to: "org.x.Nobody", path: "/a", interface: "a.b", member: "M")
        #expect(try stage.call(unowned, from: client).errorName == .nameHasNoOwner)
        let startable = Message.methodCall(
            to: "org.x.Nobody", path: "/a", interface: "a.b", member: "M", noAutoStart: false)
        #expect(try stage.call(startable, from: client).errorName == .serviceUnknown)
        request.release()
    }

    @Test("a call that is cancelled while its name is looked up is never sent")
    func cancelledLookUp() throws {
        let stage = try BusStage()
        let client = try stage.connect()
        let server = try Keeper(stage)
        let request = server.connection.requestName("org.x.Y") { _ in }
        try stage.settle(server.connection)
        let call = Message.methodCall(to: "org.x.Y", path: "/a", interface: "a.b", member: "Keep")
        try call.append(.string("x"))
        client.call(call, within: .seconds(30)) { _ in Issue.record("it was cancelled") }.cancel()
        try stage.settle(client)
        try stage.settle(server.connection)
        #expect(server.kept.isEmpty)
        request.release()
    }

    @Test("a callee that never answers gets no more calls than it may leave unanswered, until it answers one")
    func silentCallee() throws {
        let stage = try BusStage()
        var options = ConnectionOptions()
        options.mostUnanswered = 5
        let client = try stage.connect(options: options)
        let server = try Keeper(stage)
        for _ in 0..<5 {
            #expect(
                try stage.call(server.call("Keep", "x"), from: client, within: .milliseconds(20)).errorName == .timeout)
        }
        try #require(stage.reactor.turn(until: { server.kept.count == 5 }))
        #expect(try stage.call(server.call("Keep", "x"), from: client).errorName == .timeout, "at once, and not sent")
        try stage.settle(client)
        try stage.settle(server.connection)
        #expect(server.kept.count == 5)
        #expect(try stage.call(Keeper(stage).call("Echo", "x"), from: client).errorName == nil, "others are called")

        var late = 0
        client.observeLateReplies { _ in late += 1 }
        server.kept[0].reply()
        try #require(stage.reactor.turn(until: { late == 1 }))
        #expect(try stage.call(server.call("Echo", "x"), from: client) == .success([.string("x")]))
        server.connection.close()
        #expect(stage.reactor.turn(until: { late == 5 }), "what is owed goes with the callee")
    }

    // MARK: Calls

    @Test("a call that is larger than the limit is refused before it is kept, and others are served")
    func largeCall() throws {
        let stage = try BusStage()
        var options = ConnectionOptions()
        options.largestCall = 1 << 20
        let server = try Keeper(stage, options)
        let (client, other) = try (stage.connect(), stage.connect())
        let large = String(repeating: "x", count: 33 << 20)
        #expect(try stage.call(server.call("Keep", large), from: client).errorName == .limitsExceeded)
        #expect(server.kept.isEmpty)
        #expect(try stage.call(server.call("Echo", "x"), from: other) == .success([.string("x")]))
        let fits = String(repeating: "x", count: (1 << 20) - 64)
        #expect(try stage.call(server.call("Echo", fits), from: client) == .success([.string(fits)]))
    }

    @Test("what one caller may have unanswered is bounded in bytes; another is served meanwhile")
    func share() throws {
        let stage = try BusStage()
        var options = ConnectionOptions()
        options.largestShare = 1 << 20
        options.largestShareTogether = 3 << 19
        let server = try Keeper(stage, options)
        let (client, other, third) = try (stage.connect(), stage.connect(), stage.connect())
        let text = String(repeating: "x", count: 100 << 10)
        var refused = 0
        for _ in 0..<20 {
            client.call(try server.call("Keep", text), within: .seconds(60)) {
                if $0.errorName == .limitsExceeded { refused += 1 }
            }
        }
        try #require(stage.reactor.turn(until: { refused == 10 }))
        #expect(server.kept.count == 10)
        for _ in 0..<5 { other.call(try server.call("Keep", text), within: .seconds(60)) { _ in } }
        try #require(stage.reactor.turn(until: { server.kept.count == 15 }))
        #expect(try stage.call(server.call("Echo", text), from: third).errorName == .limitsExceeded, "all together")
        #expect(
            try stage.call(server.call("Echo", "x"), from: third) == .success([.string("x")]),
            "a small call costs nothing")

        for call in server.kept { call.reply() }
        server.kept = []
        #expect(try stage.call(server.call("Echo", text), from: client) == .success([.string(text)]))
    }

    @Test("descriptors that no argument names are refused with the call, and closed")
    func surplusDescriptors() throws {
        let stage = try BusStage()
        let server = try stage.connect()
        var calls = 0
        var ends = 0
        let plain = Method("Plain") { call in
            calls += 1
            call.reply()
        }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [plain])]), at: "/a")
        let raw = try RawBusClient(address: stage.bus.address)
        let name = try #require(server.uniqueName).rawValue
        // The reading end reports end-of-file when all copies of the writing end are closed.
        let (reading, writing) = try FileDescriptor.pipe()
        defer { try? reading.close() }
        raw.call(name, "/a", "a.b", "Plain", descriptors: Array(repeating: writing.rawValue, count: 16))
        try writing.close()
        raw.call(name, "/a", "a.b", "Plain")
        try #require(stage.reactor.turn(until: { calls == 1 }))
        let watch = try stage.reactor.watch(reading, for: .readable) { _ in ends += 1 }
        #expect(stage.reactor.turn(until: { ends > 0 }), "a descriptor is still open")
        #expect(calls == 1)
        watch.cancel()
    }

    @Test("a message with more descriptors than libdbus expects does not end the connection")
    func manyDescriptors() throws {
        let stage = try BusStage()
        let server = try stage.connect()
        let before = server.uniqueName
        var calls = 0
        let plain = Method("Plain") { call in
            calls += 1
            call.reply()
        }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [plain])]), at: "/a")
        let raw = try RawBusClient(address: stage.bus.address)
        let name = try #require(before).rawValue
        // One after the other, because the bus itself refuses more of them at once.
        for _ in 0..<10 {
            raw.call(name, "/a", "a.b", "Plain", descriptors: Array(repeating: 0, count: 200))
            try stage.settle(server)
        }
        raw.call(name, "/a", "a.b", "Plain")
        #expect(stage.reactor.turn(until: { calls == 1 }))
        #expect(server.uniqueName == before)
    }

    @Test("a message with descriptors is not copied")
    func copies() throws {
        let call = Message.methodCall(to: ":1.1", path: "/a", interface: "a.b", member: "M")
        let (reading, writing) = try FileDescriptor.pipe()
        try writing.close()
        try call.append(.fileDescriptor(UnixFileDescriptor(owning: reading)))
        #expect(throws: DBusError.self) { try Message.methodCall(copying: call, to: ":1.2") }
        #expect(throws: DBusError.self) { try Message.answer(copying: call, to: call) }
    }

    @Test("a signal with more text than is read of one is an error to its reader, and nothing is copied")
    func largeSignal() throws {
        let stage = try BusStage()
        var options = ConnectionOptions()
        options.largestBody = 1 << 20
        let (reader, sender) = try (stage.connect(options: options), stage.connect())
        var errors: [ErrorName] = []
        let match = reader.addMatch(MatchRule(member: "S")) { signal in
            do throws(DBusError) { _ = try signal.arguments() } catch { errors.append(error.name) }
        }
        try stage.settle(reader)
        let signal = Message.signal(path: "/", interface: "a.b", member: "S")
        try signal.append(.string(String(repeating: "x", count: 2 << 20)))
        sender.send(signal)
        #expect(stage.reactor.turn(until: { errors == [.limitsExceeded] }))
        match.cancel()
    }

    @Test("the size of arguments is found without reading them, whatever they are", arguments: 0..<40)
    func sizes(_ seed: Int) throws {
        var values = RandomValues(seed: UInt64(seed))
        let message = Message.methodCall(to: ":1.1", path: "/a", interface: "a.b", member: "M")
        for _ in 0..<3 { try? message.append(values.value(depth: 4)) }
        let bytes = try message.marshalled(serial: 1).count
        let size = try #require(message.argumentSize(upTo: 1 << 30))
        // Each value counts at least eight bytes, and at most eight bytes more than it takes.
        #expect(size <= bytes * 9)
        #expect(message.argumentSize(upTo: size) == size)
        if size > 0 { #expect(message.argumentSize(upTo: size - 1) == nil) }
    }
}
