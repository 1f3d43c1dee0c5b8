// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@Suite("IIO: a sensor behind iiod")
struct NetworkTests {
    /// Finds a port that is free at this moment.
    private func freePort() throws -> Int {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(file, address, length) == 0 ? getsockname(file, address, &length) : -1
            }
        }
        guard result == 0 else { throw MockMachine.Errno(errno) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Starts iiod. If another program takes the port meanwhile, another port is tried.
    private func serve(_ machine: MockMachine) throws -> (ChildProcess, port: Int) {
        for _ in 0..<5 {
            let port = try freePort()
            let server = try machine.run("iiod", "-p", "\(port)")
            let reads = machine.reactor.turn(until: {
                guard !server.hasEnded else { return true }
                let list = try? machine.probe("discover", "uri=ip:127.0.0.1:\(port)")
                return list?.says("discovered", within: .seconds(5)) ?? false
            })
            try #require(reads, "\(server.printed)")
            if !server.hasEnded { return (server, port) }
        }
        throw MockMachine.Failure(description: "no port for iiod")
    }

    @Test("attributes are polled through the real iiod, and its end is the sensor's")
    func iiod() throws {
        let machine = try MockMachine()
        let sensor = try machine.add()
        sensor.raw = (0, -500, 1000)
        let (server, port) = try serve(machine)
        let probe = try machine.probe("reading=auto", "uri=ip:127.0.0.1:\(port)")
        #expect(probe.delivers(5))
        #expect(probe.mode == "poll")
        #expect(probe.lines("sensor").first?.contains(" ip:127.0.0.1:\(port)/iio:device0 ") == true)
        #expect(probe.samples.last.map { abs($0.y - 4.9035) < 1e-9 } == true)
        server.kill()
        #expect(probe.says("failed gone accel_3d", within: .seconds(25)), "\(probe.lines.suffix(3))")
    }

    @Test("there is no buffer to wait for behind iiod")
    func noBuffer() throws {
        let machine = try MockMachine()
        try machine.add()
        let (server, port) = try serve(machine)
        withExtendedLifetime(server) {
            #expect(
                machine.reactor.turn(until: {
                    guard let probe = try? machine.probe("reading=buffer", "uri=ip:127.0.0.1:\(port)") else {
                        return false
                    }
                    return probe.says("refused unsupported", within: .seconds(5))
                }))
        }
    }

    @Test("IIO4: a description without a device behind it can be looked at and not read")
    func description() throws {
        let machine = try MockMachine()
        let channels = ["x", "y", "z"].map {
            "<channel id=\"accel_\($0)\" type=\"input\"><attribute name=\"raw\" filename=\"in_accel_\($0)_raw\"/></channel>"
        }
        try machine.write(
            "<?xml version=\"1.0\"?><context name=\"xml\"><device id=\"iio:device7\" name=\"kx\">\(channels.joined())</device></context>",
            to: "context.xml")
        let list = try machine.probe("discover", "uri=xml:\(machine.root)/context.xml")
        #expect(list.says("discovered"))
        #expect(list.lines("sensor").count == 1)
        let probe = try machine.probe("uri=xml:\(machine.root)/context.xml")
        #expect(probe.says("refused unsupported kx: reading its axes"))
    }
}
