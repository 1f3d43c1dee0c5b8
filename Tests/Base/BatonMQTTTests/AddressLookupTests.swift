// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMQTT

/// A host's name becomes addresses without a wait on the reactor's thread.
@Suite struct AddressLookupTests {
    private func addresses(of host: String, within limit: Duration = .seconds(20)) throws -> [String] {
        let reactor = try Reactor()
        var found: [String]?
        let lookup = AddressLookup(of: host, within: limit, on: reactor) { found = $0 }
        #expect(reactor.turn(until: { found != nil }))
        withExtendedLifetime(lookup) {}
        return found ?? []
    }

    @Test("localhost is found by the system's resolver")
    func localhost() throws {
        let found = try addresses(of: "localhost")
        #expect(found.contains("127.0.0.1") || found.contains("::1"), "found \(found)")
    }

    @Test("an address is its own answer", arguments: ["192.0.2.7", "::1", "fe80::1%lo"])
    func address(_ text: String) throws {
        #expect(try addresses(of: text) == [text])
    }

    @Test(
        "what can be no name has no address, and is no argument of a program",
        arguments: ["", "-h", "a b", "a\nb", "no.such.host.invalid", String(repeating: "a", count: 300)])
    func unknown(_ host: String) throws {
        #expect(try addresses(of: host) == [])
    }

    @Test("lines of the resolver: the first word, each address once, at most eight")
    func lines() {
        let text = """
            192.0.2.1       STREAM home
            192.0.2.1       DGRAM
            nonsense        STREAM
            2001:db8::1     STREAM

            """
        #expect(AddressLookup.addresses(in: Array(text.utf8)) == ["192.0.2.1", "2001:db8::1"])
        let many = (0..<20).map { "192.0.2.\($0) STREAM\n" }.joined()
        #expect(AddressLookup.addresses(in: Array(many.utf8)).count == 8)
        #expect(AddressLookup.addresses(in: [0xFF, 0xFE, 0x0A, 0x00]) == [])
    }
}
