// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonAgent

/// Who may call what changes other programs, and how often (design §5).
@MainActor
@Suite struct CallerLimitTests {
    @Test("a sandboxed caller is refused and costs the others nothing; they get as many as there are")
    func sandboxed() throws {
        let stage = try UndoStage()
        let other = try stage.connect()
        var isSandboxed = true
        let sandbox = SandboxCheck(connection: stage.connection) { _ in isSandboxed }
        let limit = CallerLimit(
            RateLimit(count: 5, per: .seconds(600)), sandbox: sandbox, reactor: stage.reactor,
            refusal: "from a sandbox",
            excess: "too often")
        var calls = 0
        let method = Method("Change", in: [], out: []) { call in
            limit.admit(call) {
                calls += 1
                call.reply()
            }
        }
        stage.connection.export(
            ExportedObject(interfaces: [Interface("org.example.Test", methods: [method])]), at: "/test")
        let us = try #require(stage.connection.uniqueName)
        func change() throws -> Result<[Value], DBusError> {
            try stage.answer { then in
                BusQuestions(connection: other).ask(
                    us, "/test", "org.example.Test", "Change", [], by: stage.reactor.now + .seconds(20), then: then)
            }.0
        }
        for _ in 0..<50 {
            guard case .failure(let error) = try change() else {
                Issue.record("a sandboxed caller came through")
                return
            }
            #expect(error.name == .accessDenied)
        }
        isSandboxed = false
        for count in 1...5 {
            _ = try change().get()
            #expect(calls == count)
        }
        guard case .failure(let error) = try change() else {
            Issue.record("more than there are")
            return
        }
        #expect(error.name == .limitsExceeded)
        #expect(calls == 5)
    }
}
