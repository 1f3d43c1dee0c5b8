// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import SystemPackage
import Testing

@testable import BatonDBus

/// Callers that do not read their answers, over a bus that writes nothing until it is told to.
@Suite("Answers that nobody reads")
struct UnreadAnswerTests {
    /// The socket of a bus: what is sent waits until it is written.
    private final class StuckTransport: Transport {
        var onMessage: ((Message) -> Void)?
        var onDisconnect: (() -> Void)?
        var onWritten: (() -> Void)?
        var hasUnreadInput: Bool { false }
        var sent: [Message] = []
        var waiting: [Int] = []
        /// Whether the socket takes everything at once.
        var isFast = true
        private var serial: UInt32 = 0

        var outgoingSize: Int { waiting.reduce(0, +) }

        func send(_ message: Message) -> UInt32? {
            serial += 1
            message.stamp(serial: serial, sender: ":1.1")
            sent.append(message)
            if !isFast { waiting.append((try? message.marshalled(serial: serial).count) ?? 0) }
            return serial
        }

        func write(_ count: Int) {
            waiting.removeFirst(min(count, waiting.count))
            if waiting.isEmpty { onWritten?() }
        }

        func setUniqueName(_ name: BusName) {}
        func close() {}
    }

    private let reactor: Reactor
    private let connection: Connection
    private let transport = StuckTransport()
    private let done = Counter()

    private final class Counter { var count = 0 }

    init() throws {
        var options = ConnectionOptions()
        options.largestUnsent = 100_000
        options.largestUnsentTogether = 400_000
        reactor = try Reactor(clock: ManualClock())
        connection = Connection(address: "", reactor: reactor, options: options) { [transport] _, _ in transport }
        let text = String(repeating: "x", count: 10_000)
        let act = Method("Act") { [done] call in
            done.count += 1
            call.reply()
        }
        let interface = Interface(
            "a.b", methods: [act], signals: [Signal("Told")],
            properties: [Property("Text", "s", get: { .string(text) })])
        connection.export(ExportedObject(interfaces: [interface]), at: "/a")
        try connection.open()
        transport.sent = []
        transport.isFast = false
    }

    /// What the caller gets; nil for nothing.
    private func call(
        _ caller: BusName, _ interface: InterfaceName = "org.freedesktop.DBus.Properties",
        _ member: MemberName = "GetAll", _ arguments: [Value] = [.string("a.b")], noReply: Bool = false
    ) throws -> Message? {
        let message = Message.methodCall(
            to: ":1.1", path: "/a", interface: interface, member: member, noReply: noReply)
        try message.append(contentsOf: arguments)
        message.stamp(serial: 7, sender: caller)
        let before = transport.sent.count
        transport.onMessage?(message)
        return transport.sent.count > before ? transport.sent.last : nil
    }

    private func isRefused(_ caller: BusName) throws -> Bool { try call(caller)?.errorName == .limitsExceeded }

    @Test(
        "over its share a caller gets LimitsExceeded, others are served, and it is again when its answers are written")
    func share() throws {
        for index in 0..<20 {
            #expect(try isRefused(":1.2") == (index >= 10), "\(index)")
        }
        #expect(try call(":1.2", "org.freedesktop.DBus.Introspectable", "Introspect", [])?.errorName == .limitsExceeded)
        #expect(try call(":1.2", "a.b", "Act", [])?.errorName == .limitsExceeded)
        #expect(done.count == 0)
        #expect(try !isRefused(":1.3"))
        #expect(try call(":1.3", "a.b", "Act", [])?.kind == .methodReturn)
        // Not whenever one answer is written: only when nearly all of them are.
        transport.write(3)
        #expect(try isRefused(":1.2"))
        transport.write(2)
        #expect(try !isRefused(":1.2"))
        transport.write(.max)
        #expect(try !isRefused(":1.2"))
        #expect(connection.unsent.isEmpty == false)
        transport.write(.max)
        #expect(connection.unsent.isEmpty)
    }

    @Test("a refusal is short, whatever is asked, and nothing is sent where no answer is wanted")
    func short() throws {
        while try !isRefused(":1.2") {}
        let before = connection.outgoingSize
        for _ in 0..<100 { #expect(try isRefused(":1.2")) }
        #expect(connection.outgoingSize - before < 100 * 256)
        #expect(try call(":1.2", "a.b", "Act", [], noReply: true) == nil)
        #expect(done.count == 0)
    }

    // Four have their shares, and the bound of all is reached; the others have 64 KiB and one answer each.
    @Test("many connections of one program do not shut out the others")
    func manyConnections() throws {
        for caller in 0..<10 {
            let name = try BusName(":1.\(100 + caller)")
            for _ in 0..<20 { _ = try call(name) }
        }
        #expect(connection.outgoingSize < 900_000, "\(connection.outgoingSize)")
        #expect(try isRefused(":1.101"))
        for _ in 0..<6 { #expect(try !isRefused(":1.3")) }
    }

    @Test("an answer that was promised before is short too when too much waits by then")
    func later() throws {
        var works: [() -> Void] = []
        let text = String(repeating: "x", count: 10_000)
        let interface = Interface("a.c", properties: [Property("Text", "s", get: { .string(text) })])
        let object = ExportedObject(interfaces: [interface])
        object.admission = { works.append($0) }
        connection.export(object, at: "/a")
        for _ in 0..<50 {
            #expect(try call(":1.2", "org.freedesktop.DBus.Properties", "GetAll", [.string("a.c")]) == nil)
        }
        for work in works { work() }
        let refused = transport.sent.filter { $0.errorName == .limitsExceeded }.count
        #expect((39...41).contains(refused), "\(refused)")
        #expect(transport.sent.count == 50, "each call has one answer")
    }

    @Test("signals to a receiver that does not read are dropped, which is said once; signals to all are sent")
    func signals() throws {
        var told: [DBusError] = []
        connection.onError = { told.append($0) }
        while try !isRefused(":1.2") {}
        let before = transport.sent.count
        for _ in 0..<10 { connection.send(.signal(path: "/a", interface: "a.b", member: "Told", to: ":1.2")) }
        #expect(transport.sent.count == before)
        #expect(told.map(\.name) == [.limitsExceeded])
        connection.send(.signal(path: "/a", interface: "a.b", member: "Told", to: ":1.3"))
        connection.send(.signal(path: "/a", interface: "a.b", member: "Told"))
        #expect(transport.sent.count == before + 2)
    }

    @Test("when much was written the memory is worth giving back, once")
    func relief() throws {
        var times = 0
        connection.onRelief = { times += 1 }
        for caller in 0..<20 {
            let name = try BusName(":1.\(100 + caller)")
            for _ in 0..<11 { _ = try call(name) }
        }
        transport.write(.max)
        let wanted = connection.outgoingSize == 0
        #expect(wanted && times == 1)
        transport.write(.max)
        #expect(times == 1)
    }

    @Test("where there is no memory a message is void: it takes no arguments, is not sent, and ends nothing")
    func noMemory() throws {
        let void = Message.void
        #expect(throws: DBusError.self) { try void.append(.string("x")) }
        void.setDestination(":1.2")
        #expect(void.destination == nil)
        let before = transport.sent.count
        connection.send(void)
        var outcome: Result<Message, DBusError>?
        connection.call(void, within: .seconds(1)) { outcome = $0 }
        _ = try reactor.turn(timeout: .zero)
        #expect(transport.sent.count == before)
        #expect(outcome?.errorName == .noMemory)
    }
}
