// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonShortcuts
import BatonTestSupport
import Testing

/// A seek key that is held while the session becomes another user's: no daemon will report its release (rule C3).
@Suite("Media keys: the session is switched") struct SessionSwitchTests {
    /// A stage whose bus is the system's too, with a session, and a player that plays.
    private func stage() throws -> (AgentStage, FakeLogin) {
        let stage = try AgentStage(nil, hasSystemBus: true)
        let login = FakeLogin(on: try stage.connect())
        stage.services = [login]
        login.appear()
        try #require(stage.turn { login.isThere })
        return (stage, login)
    }

    private func expectEnd(_ stage: AgentStage, _ login: FakeLogin, _ player: StagePlayer) throws {
        // Two steps: it is held, and the key is no single step.
        try #require(stage.turn { player.calls.count { $0.hasPrefix("Seek ") } >= 3 }, "\(player.calls)")
        try #require(stage.turn { login.questions > 0 }, "batond does not know of the session")
        login.set(isActive: false)
        try stage.settle(login.connection)
        // What is on its way may come still, late on a busy machine; what is held gives a step every 250 ms.
        let isOver = (0..<10).contains { _ in
            let count = player.calls.count
            return !stage.turn(within: .seconds(1)) { player.calls.count > count }
        }
        #expect(isOver, "seeking goes on in a session that nobody uses: \(player.calls)")
    }

    @Test("C3: a shortcut of the portal's")
    func portal() throws {
        let (stage, login) = try stage()
        let portal = FakeShortcutsPortal(on: try stage.connect())
        stage.services.append(portal)
        portal.appear()
        try stage.startAgent(["media-keys.portal=yes"])
        let player = try stage.player("one", "Playing")
        try #require(stage.turn { portal.calls.count == 2 })
        try stage.settle(portal.connection)
        try stage.settleAgent()
        portal.signal("Activated", "fast-forward")
        try expectEnd(stage, login, player)
    }

    @Test("C3: a shortcut of KDE's")
    func kde() throws {
        let (stage, login) = try stage()
        try SavedRecord(kind: KDEMediaKeys.kind).save(in: "\(stage.folder.path)/.local/state/baton")
        let daemon = FakeKGlobalAccel(on: try stage.connect())
        stage.services.append(daemon)
        try stage.startAgent()
        let player = try stage.player("one", "Playing")
        try #require(stage.turn { daemon.taken == 7 })
        // A release that comes by itself, long before the next press: then releases are believed.
        daemon.signal("globalShortcutPressed", "nextmedia")
        daemon.signal("globalShortcutReleased", "nextmedia")
        try #require(stage.turn { player.calls == ["Next"] })
        _ = stage.turn(within: .milliseconds(200)) { false }
        daemon.signal("globalShortcutPressed", "seekforwardmedia")
        try expectEnd(stage, login, player)
    }
}
