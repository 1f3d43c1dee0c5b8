// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonAPI
@testable import BatonSession

/// Which callers may change other programs, and how often (docs/dbus-api.md).
@MainActor
@Suite struct CallerLimitTests {
    @Test("a member that is not for sandboxed callers refuses them, and they use up nothing that is for the others")
    func sandboxed() throws {
        let stage = try BusStage()
        let other = try stage.connect()
        var standing = CallerIdentities.Standing.confined
        let identities = CallerIdentities(connection: stage.connection) { _ in standing }
        let access = CallerAccess(identities: identities) { _, _ in false }
        let limit = CallerLimit(RateLimit(count: 5, per: .seconds(600)), reactor: stage.reactor, excess: "too often")
        var calls = 0
        let method = Method("Undo", in: [], out: []) { call in
            limit.admit(call) {
                calls += 1
                call.reply()
            }
        }
        stage.connection.export(
            ExportedObject(
                interfaces: [Interface(BatonBus.application, methods: [method])],
                access: access.checks(of: .application)), at: "/test")
        let us = try #require(stage.connection.uniqueName)
        func undo(_ caller: Connection) throws -> ErrorName? {
            try stage.answer { then in
                BusQuestions(connection: caller).ask(
                    us, "/test", BatonBus.application, "Undo", [], by: stage.reactor.now + .seconds(20), then: then)
            }.0.errorName
        }
        for _ in 0..<50 { #expect(try undo(other) == .accessDenied) }
        standing = .unconfined
        #expect(try undo(other) == .accessDenied, "a connection is looked at once, and stays what it was")
        let third = try stage.connect()
        for count in 1...5 {
            #expect(try undo(third) == nil)
            #expect(calls == count)
        }
        #expect(try undo(third) == .limitsExceeded)
        #expect(calls == 5)
        #expect(identities.count == 2)
        other.close()
        third.close()
        #expect(stage.turn { identities.count == 0 }, "what is known of a connection goes with it")
    }

    @Test("while the bus does not tell what a caller is, its call is Timeout, and the next one is looked at anew")
    func untold() throws {
        let stage = try BusStage()
        let other = try stage.connect()
        var standing = CallerIdentities.Standing.unknown
        let identities = CallerIdentities(connection: stage.connection) { _ in standing }
        let access = CallerAccess(identities: identities) { _, _ in false }
        let method = Method("Undo", in: [], out: []) { $0.reply() }
        stage.connection.export(
            ExportedObject(
                interfaces: [Interface(BatonBus.application, methods: [method])],
                access: access.checks(of: .application)), at: "/test")
        let us = try #require(stage.connection.uniqueName)
        func undo() throws -> ErrorName? {
            try stage.call(us, "/test", BatonBus.application, "Undo", from: other).errorName
        }
        #expect(try undo() == .timeout)
        #expect(identities.count == 0)
        standing = .unconfined
        #expect(try undo() == nil)
    }

    @Test("of 256 callers at most it is remembered what they are; at one more all are looked at again")
    func remembered() throws {
        let stage = try BusStage()
        let other = try stage.connect()
        let names = try (0..<257).map { try BusName("org.example.Caller\($0)") }
        let requests = names.map { other.requestName($0) { _ in } }
        try stage.settle(other)
        var looks = 0
        let identities = CallerIdentities(connection: stage.connection) { _ in
            looks += 1
            return .unconfined
        }
        func ask(_ name: BusName) throws {
            let (standing, _) = try stage.answer { identities.ask(name, then: $0) }
            #expect(standing == .unconfined)
        }
        for name in names.prefix(256) { try ask(name) }
        #expect(identities.count == 256 && looks == 256)
        try ask(names[0])
        #expect(looks == 256, "it is remembered")
        try ask(names[256])
        #expect(identities.count == 1 && looks == 257)
        try ask(names[0])
        #expect(looks == 258)
        withExtendedLifetime(requests) {}
    }
}
