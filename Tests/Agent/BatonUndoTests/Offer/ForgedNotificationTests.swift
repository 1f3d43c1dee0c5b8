// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// The bus delivers an answer that was not asked for: it does not count.
@MainActor @Suite struct ForgedNotificationTests {
    @Test("a forged answer to Notify, and the forger's own click, undo nothing")
    func notification() throws {
        let stage = try OfferStage()
        stage.daemon.isHung = true
        let result = stage.shake()
        try #require(stage.turn { stage.daemon.shown.count == 1 })
        let agent = try #require(stage.daemon.caller)
        let forger = try stage.stranger()
        try forger.forgeAnswers(to: agent, [.uint32(99)])
        try FakeLogin.signal(
            FakeNotifications.interface, "ActionInvoked", at: FakeNotifications.path,
            [.uint32(99), .string("undo")], from: forger)
        try stage.settleAll()
        #expect(result.value == nil)
        #expect(stage.route.deliveries.isEmpty)
    }
}
