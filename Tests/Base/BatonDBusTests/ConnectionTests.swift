// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import SystemPackage
import Testing

@Suite("Connection")
struct ConnectionTests {
    @Test("what is asked before the greeting is answered goes out behind it, in order")
    func pipelining() throws {
        let stage = try BusStage()
        let connection = stage.makeConnection()
        var order: [String] = []
        connection.onStateChange = { if case .connected = $0 { order.append("connected") } }

        try connection.open()
        let request = connection.requestName("org.x.Y") { order.append("\($0)") }
        connection.listNames { order.append("names \($0.value?.contains("org.x.Y") == true)") }

        #expect(stage.reactor.turn(until: { order.count == 3 }))
        #expect(order == ["connected", "owned", "names true"])
        request.release()
    }

    @Test("a call gets the answer, the callee's error, or that the name has no owner")
    func calls() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        let methods = [
            Method("Twice", in: [Argument("n", "i")], out: [Argument("n", "i")]) { call in
                call.reply(.int32(Int32(call.arguments[0].asInt64 ?? 0) * 2))
            },
            Method("Fail") { $0.fail(DBusError("a.b.Error", "no")) },
        ]
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: methods)]), at: "/a")

        #expect(try stage.call(client, server, "a.b", "Twice", [.int32(21)]) == .success([.int32(42)]))
        #expect(try stage.call(client, server, "a.b", "Fail") == .failure(DBusError("a.b.Error", "no")))
        let unowned = Message.methodCall(to: "org.not.There", path: "/a", interface: "a.b", member: "C")
        #expect(try stage.call(unowned, from: client).errorName != nil)
    }

    @Test("two connections in one reactor talk to each other, and one calls itself")
    func oneReactor() throws {
        let stage = try BusStage()
        let (first, second) = try (stage.connect(), stage.connect())
        for connection in [first, second] {
            let method = Method("Who", out: [Argument("name", "s")]) { [unowned connection] call in
                call.reply(.string(connection.uniqueName?.rawValue ?? ""))
            }
            connection.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        }

        for server in [first, second] {
            let name = try #require(server.uniqueName)
            #expect(try stage.call(first, server, "a.b", "Who") == .success([.string(name.rawValue)]))
        }
    }

    @Test("a call that is not answered times out at its deadline, and a late answer is dropped")
    func timeout() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        var invocation: Invocation?
        let method = Method("Wait") { invocation = $0 }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        let message = Message.methodCall(to: server.uniqueName, path: "/a", interface: "a.b", member: "Wait")
        var outcomes: [Result<Message, DBusError>] = []
        let start = ContinuousClock.now

        client.call(message, within: .milliseconds(50)) { outcomes.append($0) }

        #expect(stage.reactor.turn(until: { !outcomes.isEmpty }))
        #expect(outcomes[0].errorName == .timeout)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        invocation?.reply()
        try stage.settle(server)
        try stage.settle(client)
        #expect(outcomes.count == 1)
    }

    @Test("calls time out by their own deadlines, whatever order they were made in")
    func deadlines() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        var kept: [Invocation] = []
        let method = Method("Wait") { kept.append($0) }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        var order: [Int] = []

        for milliseconds in [120, 20, 70, 10_000] {
            let message = Message.methodCall(to: server.uniqueName, path: "/a", interface: "a.b", member: "Wait")
            client.call(message, within: .milliseconds(milliseconds)) { _ in order.append(milliseconds) }
        }

        #expect(stage.reactor.turn(until: { order.count == 3 }))
        #expect(order == [20, 70, 120])
    }

    @Test("a deadline that passes while the answer lies unread in our own socket does not count")
    func unreadAnswer() throws {
        let stage = try BusStage()
        let server = try stage.connect()
        var served = 0
        let method = Method("Do") { call in
            served += 1
            call.reply()
        }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let client = Connection(address: stage.bus.address, reactor: reactor)
        try client.open()
        try #require(reactor.turn(until: { client.uniqueName != nil }))
        var outcome: Result<Message, DBusError>?
        let message = Message.methodCall(to: server.uniqueName, path: "/a", interface: "a.b", member: "Do")

        client.call(message, within: .seconds(1)) { outcome = $0 }
        try #require(stage.reactor.turn(until: { served == 1 }))
        // The bus delivers this reply after the other one, so both have arrived then.
        try stage.settle(server)
        clock.advance(by: .seconds(2))

        #expect(reactor.turn(until: { outcome != nil }))
        #expect(outcome?.errorName == nil)
        client.close()
    }

    @Test(
        "MPRIS89: the callee's time begins when the call is written, and when the owner of its name is known",
        arguments: [true, false])
    func deadlineFromWriting(isName: Bool) throws {
        let stage = try BusStage()
        let server = try stage.connect()
        let method = Method("Do") { $0.reply() }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        var isOwned = false
        let name = server.requestName("org.x.Server") { isOwned = $0 == .owned }
        try #require(stage.turn { isOwned })
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let client = Connection(address: stage.bus.address, reactor: reactor)
        try client.open()
        var outcome: Result<Message, DBusError>?
        let callee: BusName? = isName ? "org.x.Server" : server.uniqueName
        let message = Message.methodCall(to: callee, path: "/a", interface: "a.b", member: "Do")

        // The bus has not let the client in yet, and the client is kept from running.
        client.call(message, within: .seconds(1)) { outcome = $0 }
        clock.advance(by: .seconds(2))

        let isOver = stage.turn {
            reactor.turnUntilIdle()
            return outcome != nil
        }
        #expect(isOver && outcome?.errorName == nil, "\(String(describing: outcome?.errorName))")
        name.release()
        client.close()
    }

    @Test(
        "MPRIS89: a deadline behind a flood counts when all that the bus had before has been read, and not sooner",
        arguments: [true, false])
    func behindFlood(isRead: Bool) throws {
        let stage = try BusStage()
        let (server, flooder) = (try stage.connect(), try stage.connect())
        var kept: [Invocation] = []
        let interface = Interface("a.b", methods: [Method("Do") { kept.append($0) }])
        server.export(ExportedObject(interfaces: [interface]), at: "/a")
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let client = Connection(address: stage.bus.address, reactor: reactor)
        try client.open()
        try #require(reactor.turn(until: { client.uniqueName != nil }))
        let name = try #require(client.uniqueName)
        let before = client.received
        var outcomes: [ErrorName?] = []
        for _ in 0..<2 {
            let message = Message.methodCall(to: server.uniqueName, path: "/a", interface: "a.b", member: "Do")
            client.call(message, within: .seconds(1)) { outcomes.append($0.errorName) }
        }
        try #require(stage.reactor.turn(until: { kept.count == 2 }))
        for _ in 0..<100 { flooder.send(.signal(path: "/a", interface: "a.b", member: "Told", to: name)) }
        try stage.settle(flooder)
        // If the socket has been read, the bus may have more for it all the same.
        if isRead { try #require(reactor.turn(until: { client.received >= before + 100 && !client.isBehind })) }
        if !isRead { kept[0].reply() }
        try stage.settle(server)
        clock.advance(by: .seconds(2))
        _ = reactor.turnWithoutDescriptors()
        #expect(outcomes.isEmpty, "it waits for the bus, and not for time")
        #expect(reactor.turn(until: { outcomes.count == 2 }))
        #expect(outcomes == [isRead ? .timeout : nil, .timeout])
        client.close()
    }

    @Test("an answered call causes no wake-up at its deadline")
    func noLateWakeUp() throws {
        let stage = try BusStage()
        let client = try stage.connect()
        let message = Message.methodCall(to: .bus, path: "/", interface: "org.freedesktop.DBus", member: "GetId")
        #expect(try stage.call(message, from: client, within: .milliseconds(50)).errorName == nil)
        stage.reactor.turnUntilIdle()
        let start = ContinuousClock.now

        #expect(try stage.reactor.turn(timeout: .milliseconds(200)) == false)

        #expect(ContinuousClock.now - start >= .milliseconds(190))
    }

    @Test("a cancelled call is told nothing")
    func cancellation() throws {
        let stage = try BusStage()
        let client = try stage.connect()
        var count = 0

        let call = client.call(
            .methodCall(to: .bus, path: "/", interface: "org.freedesktop.DBus", member: "GetId"), within: .seconds(30)
        ) { _ in count += 1 }
        call.cancel()
        try stage.settle(client)

        #expect(count == 0)
    }

    @Test("a callee that leaves the bus fails its calls at once")
    func calleeGone() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        var kept: [Invocation] = []
        let method = Method("Wait") { kept.append($0) }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        var outcome: Result<Message, DBusError>?
        let message = Message.methodCall(to: server.uniqueName, path: "/a", interface: "a.b", member: "Wait")

        client.call(message, within: .seconds(60)) { outcome = $0 }
        #expect(stage.reactor.turn(until: { !kept.isEmpty }))
        server.close()

        #expect(stage.reactor.turn(until: { outcome != nil }))
        #expect(outcome?.errorName == .noReply)
    }

    @Test("closing in a handler is safe, and what is pending fails once")
    func closingInHandler() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        let method = Method("Close") { [unowned server] _ in server.close() }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        let name = server.uniqueName
        var outcomes: [ErrorName?] = []

        for _ in 0..<10 {
            let message = Message.methodCall(to: name, path: "/a", interface: "a.b", member: "Close")
            client.call(message, within: .seconds(60)) { outcomes.append($0.errorName) }
        }

        #expect(stage.reactor.turn(until: { outcomes.count == 10 }))
        #expect(outcomes.allSatisfy { $0 == .noReply })
        #expect(server.state == .closed)
    }

    @Test("a connection that is dropped with calls pending leaves nothing behind")
    func dropping() throws {
        let stage = try BusStage()
        weak var dropped: Connection?
        do {
            let connection = Connection(address: stage.bus.address, reactor: stage.reactor)
            dropped = connection
            try connection.open()
            connection.listNames { _ in }
            _ = connection.watchName("org.x.Y") { _ in }
            #expect(stage.reactor.turn(until: { connection.uniqueName != nil }))
        }

        stage.reactor.turnUntilIdle()

        #expect(dropped == nil)
    }

    @Test("without a bus and without another try, opening says so")
    func noBus() throws {
        var options = ConnectionOptions()
        options.firstBackOff = nil
        for address in ["unix:path=/nonexistent/bus", "", "nonsense", "unix:path=/x\0y", "unix:"] {
            let connection = Connection(address: address, reactor: try Reactor(), options: options)

            let error = #expect(throws: DBusError.self) { try connection.open() }

            #expect(error?.name == .noServer)
        }
    }

    @Test("a call without a bus fails in a later turn, not inside the call")
    func disconnectedCall() throws {
        let reactor = try Reactor()
        let connection = Connection(address: "unix:path=/nonexistent/bus", reactor: reactor)
        var outcome: ErrorName?

        connection.listNames { outcome = $0.errorName }

        #expect(outcome == nil)
        #expect(reactor.turn(until: { outcome != nil }))
        #expect(outcome == .disconnected)
    }

    @Test("file descriptors go over the bus, and are others at the other end")
    func descriptors() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        let method = Method("Write", in: [Argument("pipe", "h")]) { call in
            guard case .fileDescriptor(let pipe) = call.arguments[0] else { return }
            _ = try? pipe.fileDescriptor.writeAll("hello".utf8)
            call.reply()
        }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        let (reader, writer) = try FileDescriptor.pipe()
        defer { try? reader.close() }

        let argument = Value.fileDescriptor(UnixFileDescriptor(owning: writer))
        #expect(try stage.call(client, server, "a.b", "Write", [argument]) == .success([]))

        var bytes = [UInt8](repeating: 0, count: 8)
        let count = try bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "hello")
    }

    @Test("a megabyte each way arrives whole")
    func large() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        let method = Method("Echo", in: [Argument("text", "s")], out: [Argument("text", "s")]) { call in
            call.reply(call.arguments[0])
        }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        let text = Value.string(String(repeating: "0123456789abcdef", count: 1 << 16))

        #expect(try stage.call(client, server, "a.b", "Echo", [text]) == .success([text]))
    }

    private struct Weak {
        weak var object: AnyObject?
    }

    @Test("a flood of 100 000 calls is answered, and leaves nothing behind")
    func flood() throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        var served = 0
        var traces: [Weak] = []
        let method = Method("Count") { call in
            served += 1
            if served % 1000 == 0 { traces += [Weak(object: call), Weak(object: call.message)] }
            call.reply()
        }
        server.export(ExportedObject(interfaces: [Interface("a.b", methods: [method])]), at: "/a")
        var answers = 0

        for batch in 1...10 {
            for index in 0..<10_000 {
                let message = Message.methodCall(to: server.uniqueName, path: "/a", interface: "a.b", member: "Count")
                let call = client.call(message, within: .seconds(60)) { if $0.errorName == nil { answers += 1 } }
                if index % 1000 == 0 { traces += [Weak(object: call), Weak(object: message)] }
            }
            #expect(stage.reactor.turn(until: { answers == batch * 10_000 }, within: .seconds(60)))
        }

        #expect(served == 100_000)
        #expect(client.outgoingSize == 0)
        #expect(server.outgoingSize == 0)
        #expect(traces.count == 400)
        #expect(traces.allSatisfy { $0.object == nil })
    }

    @Test("a connection that is closed lets go of what it serves, which may keep the connection")
    func letsGo() throws {
        let stage = try BusStage()
        var connection: Connection? = Connection(address: stage.bus.address, reactor: stage.reactor)
        try connection?.open()
        connection?.export(
            ExportedObject(
                interfaces: [
                    Interface("a.b", methods: [Method("Leave") { [connection] _ in connection?.close() }])
                ]), at: "/a")
        connection?.close()
        weak let gone = connection
        connection = nil
        #expect(gone == nil, "the object keeps the connection, and the connection the object")
    }
}
