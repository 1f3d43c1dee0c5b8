// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@Suite("A bus that goes and comes")
struct ReconnectTests {
    private static var quick: ConnectionOptions {
        var options = ConnectionOptions()
        options.firstBackOff = .milliseconds(20)
        options.longestBackOff = .milliseconds(80)
        return options
    }

    @Test("names, matches, watches and objects are there again on a new bus, and pending calls have failed")
    func everythingReturns() throws {
        let stage = try BusStage()
        let connection = try stage.connect(options: Self.quick)
        var ownership: [NameOwnership] = []
        var owners: [Bool] = []
        var signals = 0
        var calls: [ErrorName?] = []
        let name = connection.requestName("org.x.Y") { ownership.append($0) }
        let watch = connection.watchName("org.x.Y") { owners.append($0 != nil) }
        let match = connection.addMatch(MatchRule(path: "/s")) { _ in signals += 1 }
        var kept: [Invocation] = []
        let methods = [Method("Do") { $0.reply() }, Method("Wait") { kept.append($0) }]
        connection.export(ExportedObject(interfaces: [Interface("a.b", methods: methods)]), at: "/a")
        let wait = Message.methodCall(to: connection.uniqueName, path: "/a", interface: "a.b", member: "Wait")
        connection.call(wait, within: .seconds(60)) { calls.append($0.errorName) }
        #expect(stage.reactor.turn(until: { ownership == [.owned] && owners.last == true && !kept.isEmpty }))

        stage.bus.kill()
        #expect(stage.reactor.turn(until: { ownership.last == .lost }))
        #expect(calls == [.disconnected])
        #expect(owners.last == false)
        guard case .waiting(_, let reason) = connection.state else {
            Issue.record("it is \(connection.state)")
            return
        }
        #expect(reason.name == .disconnected)
        try stage.bus.start()

        #expect(stage.reactor.turn(until: { ownership.last == .owned && owners.last == true }))
        kept[0].reply()
        let client = try stage.connect()
        client.send(.signal(path: "/s", interface: "a.b", member: "S"))
        #expect(try stage.call(client, connection, "a.b", "Do") == .success([]))
        #expect(stage.reactor.turn(until: { signals == 1 }))
        #expect(calls.count == 1)
        for end in [name.release, watch.cancel, match.cancel] { end() }
    }

    @Test("an answer to a caller on the lost bus is dropped, and does no harm on the new one")
    func staleAnswers() throws {
        let stage = try BusStage()
        let server = try stage.connect(options: Self.quick)
        let client = try stage.connect(options: Self.quick)
        let name = server.uniqueName
        var kept: [Invocation] = []
        server.export(
            ExportedObject(interfaces: [Interface("a.b", methods: [Method("Wait") { kept.append($0) }])]), at: "/a")
        let wait = Message.methodCall(to: server.uniqueName, path: "/a", interface: "a.b", member: "Wait")
        client.send(wait)
        #expect(stage.reactor.turn(until: { !kept.isEmpty }))

        stage.bus.kill()
        #expect(stage.reactor.turn(until: { server.uniqueName == nil && client.uniqueName == nil }))
        try stage.bus.start()
        #expect(stage.reactor.turn(until: { server.uniqueName != nil && client.uniqueName != nil }))
        #expect([server.uniqueName, client.uniqueName].contains(name))
        kept[0].reply()
        kept.removeAll()

        try stage.settle(server)
        #expect(server.uniqueName != nil)
    }

    @Test("a bus that is not there yet is waited for")
    func lateBus() throws {
        let stage = try BusStage()
        stage.bus.kill()
        let connection = stage.makeConnection(Self.quick)
        var ownership: [NameOwnership] = []
        let name = connection.requestName("org.x.Y") { ownership.append($0) }

        try connection.open()
        #expect(connection.uniqueName == nil)
        try stage.bus.start()

        #expect(stage.reactor.turn(until: { ownership == [.owned] }))
        name.release()
    }

    @Test("between two tries nothing runs, and the waits double from 1 s to 60 s")
    func backOff() throws {
        let clock = ManualClock()
        let reactor = try Reactor(clock: clock)
        let connection = Connection(address: "unix:path=/nonexistent/bus", reactor: reactor)
        var waits: [Duration] = []
        connection.onStateChange = { state in
            if case .waiting(let until, _) = state { waits.append(until - clock.now) }
        }

        try connection.open()
        for _ in 0..<8 {
            for _ in 0..<10 { #expect(try reactor.turn(timeout: .zero) == false) }
            clock.advance(by: waits.last ?? .zero)
            try reactor.turn(timeout: .zero)
        }

        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        connection.close()
        clock.advance(by: .seconds(100))
        #expect(try reactor.turn(timeout: .zero) == false)
    }

    @Test("without back-off a lost bus closes the connection")
    func noReconnect() throws {
        let stage = try BusStage()
        var options = ConnectionOptions()
        options.firstBackOff = nil
        let connection = try stage.connect(options: options)

        stage.bus.kill()

        #expect(stage.reactor.turn(until: { connection.state == .closed }))
    }

    @Test("a bus that leaves while a call is sent ends the call at once, and not when something else happens")
    func lostInSending() throws {
        let folder = TemporaryFolder()
        let (reactor, socket) = try (Reactor(), ListeningSocket(folder.path + "/bus"))
        var options = ConnectionOptions()
        options.firstBackOff = nil
        let connection = Connection(address: "unix:path=\(folder.path)/bus", reactor: reactor, options: options)
        try connection.open()
        close(try #require(socket.accepted()))
        var wantedTurns = 0
        var outcome: ErrorName?
        var isLate = false
        reactor.schedule(after: BusStage.patience) { isLate = true }

        reactor.onWork = { wantedTurns += 1 }
        connection.send(Message.signal(path: "/a", interface: "a.b", member: "C"))
        #expect(wantedTurns == 1, "a host that waits for the descriptor must turn the reactor")
        connection.listNames { outcome = $0.errorName }
        while connection.state != .closed, !isLate { try reactor.turn(timeout: nil) }

        #expect(!isLate, "it slept with the loss in the queue")
        #expect(outcome == .disconnected)
    }

    @Test("a bus that hangs costs a time-out, and answers again when it goes on")
    func hungBus() throws {
        let stage = try BusStage()
        let connection = try stage.connect()
        var outcome: ErrorName?
        var names: [String]?
        stage.bus.suspend()

        let message = Message.methodCall(to: .bus, path: "/", interface: "org.freedesktop.DBus", member: "GetId")
        connection.call(message, within: .milliseconds(40)) { outcome = $0.errorName }

        #expect(stage.reactor.turn(until: { outcome != nil }))
        #expect(outcome == .timeout)
        stage.bus.resume()
        connection.listNames { names = $0.value }
        #expect(stage.reactor.turn(until: { names != nil }))
    }

    @Test("a bus that never greets is given up and tried again")
    func hungGreeting() throws {
        let stage = try BusStage()
        stage.bus.suspend()
        var options = Self.quick
        options.greetingDeadline = .milliseconds(40)
        let connection = stage.makeConnection(options)
        var losses = 0
        connection.onStateChange = { if case .waiting = $0 { losses += 1 } }

        try connection.open()

        #expect(stage.reactor.turn(until: { losses >= 2 }))
        stage.bus.resume()
        #expect(stage.reactor.turn(until: { connection.uniqueName != nil }))
    }

    @Test("closing in the handler of the loss is safe")
    func closingInHandler() throws {
        let stage = try BusStage()
        let connection = try stage.connect(options: Self.quick)
        connection.onStateChange = { [unowned connection] state in
            if case .waiting = state { connection.close() }
        }
        let name = connection.requestName("org.x.Y") { _ in }
        try stage.settle(connection)

        stage.bus.kill()

        #expect(stage.reactor.turn(until: { connection.state == .closed }))
        try stage.bus.start()
        stage.reactor.turnUntilIdle()
        #expect(connection.state == .closed)
        name.release()
    }

    @Test("a closed connection opens again, with what it had")
    func reopening() throws {
        let stage = try BusStage()
        let connection = try stage.connect()
        var ownership: [NameOwnership] = []
        let name = connection.requestName("org.x.Y") { ownership.append($0) }
        #expect(stage.reactor.turn(until: { ownership == [.owned] }))

        connection.close()
        #expect(ownership == [.owned, .lost])
        try connection.open()

        #expect(stage.reactor.turn(until: { ownership == [.owned, .lost, .owned] }))
        name.release()
    }

    @Test("an idle connection does not wake its reactor")
    func idle() throws {
        let stage = try BusStage()
        let connection = try stage.connect()
        let watch = connection.watchName("org.x.Y") { _ in }
        try stage.settle(connection)
        stage.reactor.turnUntilIdle()

        #expect(try stage.reactor.turn(timeout: .milliseconds(200)) == false)
        watch.cancel()
    }
}
