// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonReactorHost
import BatonTestSupport
import Dispatch
import Testing

/// A reactor beside Swift's tasks. The tests await; nothing else turns the reactor.
@MainActor @Suite("A reactor on the main queue")
struct ReactorHostTests {
    private func echo(_ connection: Connection) {
        let echo = Method("Echo", in: [Argument("text", "s")], out: [Argument("text", "s")]) { $0.reply($0.arguments) }
        connection.export(ExportedObject(interfaces: [Interface("a.b", methods: [echo])]), at: "/a")
    }

    /// The text that the server answers.
    private func ask(_ client: Connection, _ server: BusName?, _ text: String) async throws -> String? {
        let message = Message.methodCall(to: server, path: "/a", interface: "a.b", member: "Echo")
        try message.append(.string(text))
        var result: Result<Message, DBusError>?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            client.call(message, within: .seconds(60)) {
                result = $0
                continuation.resume()
            }
        }
        return try result?.get().arguments().first?.asString
    }

    @Test("a call over D-Bus is awaited, again and again, while the reactor is hosted")
    func call() async throws {
        let stage = try BusStage()
        let (client, server) = try (stage.connect(), stage.connect())
        echo(server)
        let host = ReactorHost(stage.reactor)
        for index in 0..<100 {
            #expect(try await ask(client, server.uniqueName, "\(index)") == "\(index)")
        }
        let tasks = (0..<20).map { index in
            Task { @MainActor in try await ask(client, server.uniqueName, "\(index)") }
        }
        var answers: Set<String> = []
        for task in tasks { answers.insert(try await task.value ?? "") }
        #expect(answers.count == 20)
        #expect(host.failure == nil)
        host.stop()
    }

    @Test("timers and deferred work that are set between two turns are done")
    func timers() async throws {
        let reactor = try Reactor()
        let host = ReactorHost(reactor)
        var order: [String] = []
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            reactor.schedule(after: .milliseconds(2)) {
                order.append("timer")
                continuation.resume()
            }
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            reactor.deferUntilEndOfTurn {
                order.append("deferred")
                continuation.resume()
            }
        }
        let timer = reactor.schedule(after: .seconds(600)) {}
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let other = reactor.schedule(after: .seconds(600)) {
                order.append("moved")
                continuation.resume()
            }
            other.reschedule(at: reactor.now + .milliseconds(2))
        }
        timer.cancel()
        #expect(order == ["timer", "deferred", "moved"])
        host.stop()
    }

    @Test("a reactor that never rests leaves the main actor and the main queue their turns")
    func busy() async throws {
        let reactor = try Reactor()
        let host = ReactorHost(reactor)
        var turns = 0
        var isOver = false
        func again() {
            turns += 1
            if !isOver { reactor.schedule(at: reactor.now) { again() } }
        }
        again()
        for _ in 0..<20 {
            await Task.yield()
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                DispatchQueue.main.async { continuation.resume() }
            }
        }
        while turns < 20 { await Task.yield() }
        isOver = true
        host.stop()
    }

    @Test("a host that has stopped turns nothing, and another one may follow")
    func stop() async throws {
        let reactor = try Reactor()
        ReactorHost(reactor).stop()
        var isDone = false
        reactor.deferUntilEndOfTurn { isDone = true }
        for _ in 0..<50 { await Task.yield() }
        #expect(!isDone)
        let host = ReactorHost(reactor)
        while !isDone { await Task.yield() }
        host.stop()
    }

    @Test(
        "CM61, CM62: motion has a handler on the main actor and one in the background, and a renderer reads, in each main loop",
        arguments: ["tasks", "dispatch", "run-loop"])
    func motion(_ loop: String) async throws {
        let stage = try BusStage()
        let example = try ChildProcess([ChildProcess.built("motion-example"), loop], environment: [:])
        #expect(stage.turn { example.hasEnded })
        #expect(example.exitStatus == 0 && example.printed.contains("handled, stored and drawn"), "\(example.printed)")
    }

    @Test("the example lists the names on the bus")
    func example() async throws {
        let stage = try BusStage()
        let name = try #require(try stage.connect().uniqueName)
        let example = try ChildProcess(
            [ChildProcess.built("await-example")], environment: ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address])
        #expect(stage.turn { example.hasEnded })
        #expect(example.exitStatus == 0 && example.printed.contains(name.rawValue), "\(example.printed)")
    }
}
