// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonDBus

@Suite("Messages")
struct MessageTests {
    @Test("a header reads as it was made")
    func header() {
        let call = Message.methodCall(
            to: "org.x.Y", path: "/a/b", interface: "org.x.Z", member: "Do", noAutoStart: true, noReply: true)

        #expect(call.kind == .methodCall)
        #expect(call.destination == "org.x.Y")
        #expect(call.path == "/a/b")
        #expect(call.interface == "org.x.Z")
        #expect(call.member == "Do")
        #expect(!call.expectsReply)
        #expect(call.sender == nil)
        #expect(call.serial == 0)
        #expect(call.isMethodCall("org.x.Z", "Do"))
        #expect(!call.isMethodCall("org.x.Z", "Don"))
        #expect(!call.isSignal("org.x.Z", "Do"))
    }

    @Test("random bytes are an error or a message that can be read, never a trap", arguments: 0..<20)
    func garbage(seed: Int) throws {
        var values = RandomValues(seed: UInt64(seed))
        for _ in 0..<200 {
            let bytes = (0..<values.int(0...300)).map { _ in UInt8(values.int(0...255)) }
            read(bytes)
        }
    }

    @Test("a message with some bytes changed is an error or can be read, never a trap", arguments: 0..<40)
    func damage(seed: Int) throws {
        var values = RandomValues(seed: UInt64(seed) + 1000)
        for _ in 0..<50 {
            let message = Message.signal(path: "/a", interface: "a.b", member: "C")
            try? message.append(contentsOf: [values.value(depth: 4), .vardict([("a", values.value(depth: 3))])])
            var bytes = try message.marshalled(serial: 1)
            read(bytes)
            for _ in 0..<values.int(1...6) {
                bytes[values.int(0...(bytes.count - 1))] = UInt8(values.int(0...255))
            }
            read(bytes)
            read(Array(bytes.prefix(values.int(0...bytes.count))))
            read(bytes + bytes)
        }
    }

    /// Reads all fields and arguments of the message, if the bytes are one.
    private func read(_ bytes: [UInt8]) {
        guard let message = try? Message.demarshal(bytes) else { return }
        if let values = try? message.arguments() {
            #expect(values.map(\.signatureText).joined() == message.signature.rawValue)
        }
        _ = (message.kind, message.sender, message.destination, message.path, message.interface, message.member)
        _ = (message.errorName, message.error, message.serial, message.replySerial, message.expectsReply)
        _ = message.firstString
    }

    @Test("what is sent and received again is the same message")
    func wire() throws {
        let message = Message.signal(path: "/a", interface: "a.b", member: "C", to: ":1.7")
        try message.append(.strings(["x"]), .double(.infinity))

        let copy = try Message.demarshal(message.marshalled(serial: 77))

        #expect(copy.serial == 77)
        #expect(copy.isSignal("a.b", "C"))
        #expect(copy.destination == ":1.7")
        #expect(try copy.arguments() == [.strings(["x"]), .double(.infinity)])
    }

    @Test("a received message is not changed, and says so")
    func immutable() throws {
        let message = try Message.demarshal(
            Message.signal(path: "/a", interface: "a.b", member: "C").marshalled(serial: 1))

        #expect(throws: DBusError.self) { try message.append(.byte(1)) }
    }

    @Test("an error without a text, or with something else in its place, is still an error")
    func errors() throws {
        let call = try Message.demarshal(
            Message.methodCall(to: ":1.1", path: "/a", interface: nil, member: "M").marshalled(serial: 9))

        #expect(Message.error(to: call, DBusError("a.b.C", "text")).error == DBusError("a.b.C", "text"))
        #expect(Message.error(to: call, DBusError("a.b.C", "te\0xt")).error == DBusError("a.b.C", "te"))
        #expect(Message.error(to: call, DBusError("a.b.C", "")).replySerial == 9)
        #expect(Message.methodReturn(to: call).error == nil)
    }

    @Test("a copied call keeps its arguments and asks for an answer, from another peer")
    func copies() throws {
        let call = Message.methodCall(to: ":1.1", path: "/a", interface: "a.b", member: "M", noReply: true)
        try call.append(.int64(-5))

        let copy = try Message.methodCall(copying: Message.demarshal(call.marshalled(serial: 9)), to: ":1.2")

        #expect(copy.destination == ":1.2")
        #expect(copy.expectsReply)
        #expect(copy.serial == 0)
        #expect(try copy.arguments() == [.int64(-5)])
    }

    @Test("a call that is made once more is the same on the wire, and arguments of one are not in the next")
    func repeated() throws {
        let call = Message.methodCall(to: ":1.1", path: "/a", interface: "a.b", member: "M")
        let first = try Message.methodCall(repeating: call)
        try first.append(.int64(-5))
        _ = try first.marshalled(serial: 7)

        let second = try Message.methodCall(repeating: call)

        #expect(second.serial == 0)
        #expect(try first.arguments() == [.int64(-5)])
        #expect(try second.marshalled(serial: 4) == call.marshalled(serial: 4))
    }

    @Test("a copied call or answer is the same with arguments and without", arguments: [[], [Value.string("x")]])
    func forwarding(values: [Value]) throws {
        let original = Message.methodCall(to: ":1.1", path: "/a", interface: "a.b", member: "M", noAutoStart: false)
        try original.append(contentsOf: values)
        let call = try Message.demarshal(original.marshalled(serial: 9))

        let copy = try Message.demarshal(Message.methodCall(copying: call, to: "org.x.Y").marshalled(serial: 4))
        let reply = Message.methodReturn(to: copy)
        try reply.append(contentsOf: values)
        let answer = try Message.answer(copying: Message.demarshal(reply.marshalled(serial: 5)), to: call)

        #expect(copy.isMethodCall("a.b", "M"))
        #expect(copy.path == "/a")
        #expect(copy.destination == "org.x.Y")
        #expect(try copy.arguments() == values)
        #expect(answer.kind == .methodReturn)
        #expect(answer.replySerial == 9)
        #expect(try answer.arguments() == values)
        let failure = Message.error(to: copy, DBusError("a.b.E", ""))
        #expect(try Message.answer(copying: failure, to: call).error == DBusError("a.b.E", ""))
    }
}
