// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import BatonTestSupport
import SystemPackage
import Testing

@Suite("Reactor: message sockets")
struct MessageSocketTests {
    @Test("messages arrive whole and in order, then the end")
    func order() throws {
        let reactor = try Reactor()
        let (ours, theirs) = try MessageSocket.pair()
        var received: [[UInt8]] = []
        var ends = 0
        let reader = try MessageSocket(ours, reactor: reactor) { bytes, _ in
            received.append(Array(bytes))
        } closed: {
            ends += 1
        }
        let writer = try MessageSocket(theirs, reactor: reactor, received: { _, _ in }, closed: {})
        for number in UInt8(1)...100 { try writer.send(Array(repeating: number, count: Int(number))) }
        writer.close()
        #expect(reactor.turn(until: { ends > 0 }))
        reactor.turnUntilIdle()
        #expect(ends == 1)
        #expect(received == (UInt8(1)...100).map { Array(repeating: $0, count: Int($0)) })
        #expect(throws: Errno.badFileDescriptor) { try reader.send([1]) }
    }

    @Test("a descriptor comes along, close-on-exec, and works")
    func descriptor() throws {
        let reactor = try Reactor()
        let (ours, theirs) = try MessageSocket.pair()
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        var passed: FileDescriptor?
        let reader = try MessageSocket(ours, reactor: reactor, received: { _, file in passed = file }, closed: {})
        let writer = try MessageSocket(theirs, reactor: reactor, received: { _, _ in }, closed: {})
        try writer.send([1], descriptor: pipe.writeEnd)
        #expect(reactor.turn(until: { passed != nil }))
        let file = try #require(passed)
        try file.writeAll("through".utf8)
        var text = [UInt8](repeating: 0, count: 16)
        #expect(try text.withUnsafeMutableBytes { try pipe.readEnd.read(into: $0) } == 7)
        try file.close()
        try pipe.writeEnd.close()
        reader.close()
    }

    @Test("an end that does not read is an error, and does not block the sender")
    func full() throws {
        let reactor = try Reactor()
        let (ours, theirs) = try MessageSocket.pair()
        let writer = try MessageSocket(ours, reactor: reactor, received: { _, _ in }, closed: {})
        #expect(throws: Errno.wouldBlock) {
            for _ in 0..<100_000 { try writer.send(Array(repeating: 0, count: 1000)) }
        }
        try theirs.close()
        #expect(throws: Errno.self) { try writer.send([1]) }
    }

    @Test("closing in the handler stops the rest of the burst")
    func closeInside() throws {
        let reactor = try Reactor()
        let (ours, theirs) = try MessageSocket.pair()
        var count = 0
        var reader: MessageSocket?
        reader = try MessageSocket(ours, reactor: reactor) { _, _ in
            count += 1
            reader?.close()
        } closed: {
            Issue.record("told of the end after close()")
        }
        let writer = try MessageSocket(theirs, reactor: reactor, received: { _, _ in }, closed: {})
        try writer.send([1])
        try writer.send([2])
        reactor.turnUntilIdle()
        #expect(count == 1)
    }
}
